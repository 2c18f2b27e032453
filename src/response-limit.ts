import { responseTooLarge } from './errors.ts'

const maxMebibytes = 32

/** Throws if the texts are too long for one response; counted in characters, because that needs no encoding. */
export function requireShort(texts: readonly (string | undefined)[]): void {
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
  if (length > maxMebibytes * 2 ** 20) throw responseTooLarge(maxMebibytes)
}
