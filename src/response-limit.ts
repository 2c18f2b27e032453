import { HttpProblem, responseTooLarge } from './errors.ts'

const maxMebibytes = 32

/** Throws if a response would be too large. */
export function requireShort(bytes: number): void {
  if (bytes > maxMebibytes * 2 ** 20) throw responseTooLarge(maxMebibytes)
}

/** Whether a response was refused for its size, so that a shorter one may be tried. */
export const isTooLarge = (error: unknown): boolean => error instanceof HttpProblem && error.status === 413

/** Returns a lower bound of the encoded size, because counting characters needs no encoding. */
export const leastBytes = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
