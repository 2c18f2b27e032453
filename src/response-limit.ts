import { responseTooLarge } from './errors.ts'

const maxMebibytes = 32

/** Throws if a response would be too large. */
export function requireShort(bytes: number): void {
  if (bytes > maxMebibytes * 2 ** 20) throw responseTooLarge(maxMebibytes)
}

/** Returns a lower bound of the encoded size, because counting characters needs no encoding. */
export const leastBytes = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
