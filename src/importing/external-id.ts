import { message } from '../locales/sentence.ts'
import { hasForbiddenCharacter } from '../text/characters.ts'
import { sha256 } from '../text/digest.ts'
import { identifierKey } from '../store/imports/keys.ts'
import { isRecord, type SourceItem } from './record.ts'

/** Derives an ID for records without one from title and start. */
export const derivedId = (title: unknown, start: unknown): string => sha256(JSON.stringify([title, start]))

/** What was found, under an identifier that databases can store. */
export function storable(found: SourceItem): SourceItem {
  if (!isRecord(found)) return found
  const { line, externalId } = found
  return hasForbiddenCharacter(externalId)
    ? { line, fault: message('The identifier contains NUL or an unpaired surrogate.') }
    : { ...found, externalId: identifierKey(externalId) }
}
