/** Detects passwords that attackers try first: common words, keyboard patterns, and both with typical additions. */

/** Words that are frequent in leaked passwords, in English, French and German. */
const words = (
  'password passwort passwd motdepasse kennwort geheim secret login welcome willkommen bienvenue letmein ' +
  'administrator admin root user guest default master changeme temporary test demo sample ' +
  'iloveyou ichliebedich jetaime love liebe amour schatz cheri angel princess princesse prinzessin prince ' +
  'hello hallo bonjour sunshine sonnenschein soleil flower sunflower blume butterfly schmetterling papillon ' +
  'football fussball baseball basketball soccer hockey tennis superman batman spiderman pokemon starwars ' +
  'dragon monkey tiger shadow mustang ferrari porsche chocolate cookie cheese coffee banana orange ' +
  'summer sommer winter spring herbst autumn printemps hiver automne january december monday freitag ' +
  'michael michelle jennifer jessica charlie jordan thomas daniel andrea nicole alexander ' +
  'computer internet google facebook microsoft windows apple samsung calendar kalender calendrier calends ' +
  'trustno1 whatever freedom freiheit liberte forever family familie famille mother father schule ecole'
).split(' ')

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'yxcvbnm',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
]

const minRunLength = 4

/** Minimum number of distinct characters in addition to guessable parts. */
const minDistinct = 6

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

const withLetters = (text: string) => text.replace(/[01345@$]/g, (sign) => letters[sign]!)

const without = (text: string, pieces: readonly string[]): string =>
  pieces.reduce((rest, piece) => rest.replaceAll(piece, ''), text)

const reversed = (text: string) => [...text].toReversed().join('')

/** All sequences within a row, forwards and backwards, longest first. */
const runs = [...rows, ...rows.map(reversed)]
  .flatMap((row) =>
    Array.from({ length: row.length - minRunLength + 1 }, (_, start) =>
      Array.from({ length: row.length - start - minRunLength + 1 }, (_, more) =>
        row.slice(start, start + minRunLength + more),
      ),
    ).flat(),
  )
  .toSorted((one, other) => other.length - one.length)

const countDistinct = (text: string) => new Set(text).size

/** Whether too little of a password remains without common words, keyboard patterns and the user's own names. */
export function isCommonPassword(password: string, names: readonly string[]): boolean {
  const text = password.toLowerCase()
  const guessable = [
    ...words,
    ...names.map((name) => name.toLowerCase()).filter((name) => name.length > 2),
  ].toSorted((one, other) => other.length - one.length)
  const rest = without(text, runs)
  return [without(rest, guessable), without(withLetters(text), guessable)].some(
    (remainder) => countDistinct(remainder) < minDistinct,
  )
}
