import type { LocalizableMessage } from '../locales/sentence.ts'

/** A record that cannot be imported, and why. */
export class Refused extends Error {
  constructor(readonly fault: LocalizableMessage) {
    super(fault.text)
  }
}
