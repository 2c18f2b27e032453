import { fileTooSlow, sourceTooSlow, sourceUnreachable, type HttpProblem } from '../errors.ts'
import type { Message } from '../locales/fr.ts'

/** Thrown if a source could not be read completely. */
export class SourceUnreachable extends Error {
  /** What a client is told that asked for the source. */
  readonly problem: HttpProblem

  constructor(reason: string, problem = sourceUnreachable(reason)) {
    super(reason)
    this.problem = problem
  }
}

/** Thrown if reading the source again would end in the same way, so that nothing of it is worth keeping. */
export class SourceTooLarge extends SourceUnreachable {}

const longestFault = 500

/** Thrown if a site was not read to its end in time. Its cached responses shorten the next attempt. */
export class SourceTooSlow extends SourceUnreachable {
  constructor() {
    const problem = sourceTooSlow()
    super(problem.message, problem)
  }
}

/** Thrown if a file was not read to its end in time. Another attempt would take as long. */
export class FileTooSlow extends SourceUnreachable {
  constructor() {
    const problem = fileTooSlow()
    super(problem.message, problem)
  }
}

export const mayNotImport: Message = 'The author no longer has permission to import.'

/** The message of an error, as an import stores it; whole sentences are translated for who reads it. */
export const faultOf = ({ message }: Error): string => message.slice(0, longestFault)
