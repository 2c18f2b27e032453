import { responseTooLarge } from './errors.ts'

const maxMebibytes = 32

/** Throws if so many bytes are too many for one response. */
export function requireShort(bytes: number): void {
  if (bytes > maxMebibytes * 2 ** 20) throw responseTooLarge(maxMebibytes)
}

/** How many bytes the texts take at least; characters are counted, because that needs no encoding. */
export const leastBytes = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
