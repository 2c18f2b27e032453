import { say, type Sentence } from '../locales/sentence.ts'

/** Why a body cannot be read; `position` counts characters from the beginning. */
export class BodyFault extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    readonly sentence: Sentence,
    readonly position?: number,
  ) {
    super(sentence.text)
  }
}

export const incompleteBody = () => new BodyFault(400, say('The body ended before it was complete.'))

export const bodyTooLarge = (limit: number) =>
  new BodyFault(413, say('The body is too large; at most {limit} bytes are allowed.', { limit }))

export const tooManyFields = (limit: number) =>
  new BodyFault(400, say('The body has too many fields; at most {limit} are allowed.', { limit }))
