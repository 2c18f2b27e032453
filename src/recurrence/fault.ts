import { ValidationError } from '../errors.ts'
import type { Message } from '../locales/fr.ts'
import { type SentenceValues } from '../locales/sentence.ts'

/** A content line (RFC 5545 3.1), unfolded. */
export interface Line {
  readonly text: string
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

const longestQuotation = 80

/** Quotes the line, so that users can find it among many. */
export const fault = ({ text }: Pick<Line, 'text'>, sentence: Message, values: SentenceValues = {}) => {
  const line = text.length > longestQuotation ? `${text.slice(0, longestQuotation)}…` : text
  return ValidationError.of('rest_invalid_recurrence', sentence, { line, ...values })
}
