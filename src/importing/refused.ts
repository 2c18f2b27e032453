import { formatMessage } from '../locales/index.ts'
import type { LocalizableMessage } from '../locales/sentence.ts'

/** Thrown if a record cannot be imported. */
export class Refused extends Error {
  constructor(readonly fault: LocalizableMessage) {
    super(formatMessage(fault, 'en'))
  }
}
