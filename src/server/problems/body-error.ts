import { bodyTooLarge as tooLarge, invalidBody } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'

/** Problems of request bodies; `position` is the offset of the error in characters. */

export const incompleteBody = () => invalidBody(message('The body is incomplete.'))

export const bodyTooLarge = (limit: number) =>
  tooLarge(message('The body is too large; at most {limit} bytes are allowed.', { limit }))

export const tooManyFields = (limit: number, position?: number) =>
  invalidBody(message('The body has too many fields; at most {limit} are allowed.', { limit }), position)

export const nestedTooDeeply = (levels: number, position: number) =>
  invalidBody(
    message('The body is nested too deeply; at most {levels} levels are allowed.', { levels }),
    position,
  )
