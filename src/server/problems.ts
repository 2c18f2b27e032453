import { Problem, bodyTooLarge, internalError, invalidBody, unsupportedMediaType } from '../errors.ts'
import { tell } from '../locales/index.ts'
import type { Sentence } from '../locales/sentence.ts'
import { bodyFault } from './bodies.ts'

/** Problems as the contract's error body (§1): here and nowhere else. */

export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>> & { readonly status: number }
}

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value

/** Tells every sentence inside the details of a problem. */
function told(value: unknown, language: string): unknown {
  if (isSentence(value)) return tell(value, language)
  if (Array.isArray(value)) return value.map((item) => told(item, language))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, told(item, language)]))
}

export const errorBody = ({ code, status, sentence, details }: Problem, language: string): ErrorBody => ({
  code,
  message: tell(sentence, language),
  data: { status, ...(told(details, language) as Record<string, unknown>) },
})

/** What an error means for the one who asked; undefined for a fault of ours. */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  const fault = bodyFault(error)
  if (fault === undefined) return undefined
  if (fault.status === 413) return bodyTooLarge(fault.sentence)
  return fault.status === 415
    ? unsupportedMediaType(fault.sentence)
    : invalidBody(fault.sentence, fault.position)
}

export const asInternalError = (requestId: string): Problem => internalError(requestId)
