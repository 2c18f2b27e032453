/**
 * Parses configuration files in the format of systemd's `EnvironmentFile=` (systemd.exec(5)), so that one file serves
 * both. Lines that systemd would skip are reported.
 */

export interface Line {
  /** Counted from 1; an assignment may span several lines. */
  readonly number: number
  readonly name?: string
  readonly value?: string
  readonly isUnclosed: boolean
}

const single = String.raw`'(?:[^']*)'`
const double = String.raw`"(?:\\[^]|[^"\\])*"`
const word = String.raw`\\(?:[^]|$)|[^\\ \t\n\r]`
/** Quotes are ordinary characters within a value that does not begin with one. */
const plain = String.raw`(?!['"])(?:${word})(?:[ \t]*(?:${word}))*`

const value = String.raw`(?:[ \t]*(?:${single}|${double}))*[ \t]*(?:${plain})?`
const line = new RegExp(
  String.raw`[ \t]*(?:[#;][^\n\r]*|(?<name>[^=\n\r]*)=(?<value>${value})[ \t]*|(?<other>[^=\n\r]*))(?:[\n\r]|$)|(?<rest>[^]+)`,
  'gy',
)
const piece = new RegExp(
  String.raw`[ \t]*(?:(?<single>${single})|(?<double>${double})|(?<plain>${plain}))`,
  'gy',
)

/** Returns all lines except blank ones and comments; a line without a name is not an assignment. */
export const readLines = (text: string): Line[] => {
  const lines = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  return [...lines.matchAll(line)]
    .filter(({ groups: { name, other, rest } = {} }) => name !== undefined || other || rest)
    .map(({ index, groups = {} }) => ({
      number: lines.slice(0, index).split(/[\n\r]/).length,
      isUnclosed: groups.rest !== undefined,
      ...(groups.name === undefined ? {} : { name: groups.name.trim(), value: unquoted(groups.value ?? '') }),
    }))
}

const unquoted = (text: string): string =>
  [...text.matchAll(piece)]
    .map(({ groups: { single, double, plain } = {} }) => {
      if (single !== undefined) return single.slice(1, -1)
      return double === undefined ? plainText(plain ?? '') : doubleText(double.slice(1, -1))
    })
    .join('')

/** A backslash before a line break continues the line. */
const unescaped = (_: string, character: string): string => (/[\n\r]/.test(character) ? '' : character)

const plainText = (text: string): string => text.replace(/\\([^]|$)/g, unescaped)

/** As in a shell, a backslash only escapes certain characters within double quotes. */
const doubleText = (text: string): string => text.replace(/\\(["\\`$\n])/g, unescaped)
