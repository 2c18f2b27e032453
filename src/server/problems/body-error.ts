import { formatMessage } from '../../locales/index.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'

/** An invalid request body; `position` is the offset of the error in characters. */
export class BodyError extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    readonly sentence: LocalizableMessage,
    readonly position?: number,
  ) {
    super(formatMessage(sentence, 'en'))
  }
}

export const incompleteBody = () => new BodyError(400, message('The body is incomplete.'))

export const bodyTooLarge = (limit: number) =>
  new BodyError(413, message('The body is too large; at most {limit} bytes are allowed.', { limit }))

export const tooManyFields = (limit: number, position?: number) =>
  new BodyError(
    400,
    message('The body has too many fields; at most {limit} are allowed.', { limit }),
    position,
  )

export const nestedTooDeeply = (levels: number, position: number) =>
  new BodyError(
    400,
    message('The body is nested too deeply; at most {levels} levels are allowed.', { levels }),
    position,
  )
