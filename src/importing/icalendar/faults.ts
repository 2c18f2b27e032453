import { ValidationError } from '../../errors.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import type { SourceInput } from '../record.ts'
import { Refused } from '../refused.ts'

/** Why a component cannot be imported. An error of ours is reported and fails only this one, because the rest can be read. */
export function faultOf(error: unknown, onError: SourceInput['onError']): LocalizableMessage {
  if (error instanceof Refused) return error.fault
  if (error instanceof ValidationError) return error.sentence
  onError(error)
  return message('This cannot be read because of an internal error.')
}
