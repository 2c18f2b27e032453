/** Placeholder for a value that is not percent-encoded UTF-8; the parser of the parameter rejects it. */
export class MalformedValue {
  readonly malformed = true
}

/** Whether the value, or a value inside it, is malformed. */
export function isMalformed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return value instanceof MalformedValue || Object.values(value).some(isMalformed)
}
