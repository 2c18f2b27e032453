export type JsonObject = Readonly<Record<string, unknown>>

/** An object as JSON has them: neither a list nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
