import { ValidationError } from '../errors.ts'

/** What is read; undefined if it is invalid. */
export function ifValid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValidationError) return undefined
    throw error
  }
}
