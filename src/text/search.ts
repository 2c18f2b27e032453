import { composed, decomposed, isAscii } from './normalization.ts'

const letters = new Map([
  ...Object.entries({
    ß: 'ss',
    ø: 'o',
    æ: 'ae',
    œ: 'oe',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ı: 'i',
    ς: 'σ',
  }),
  ...Object.entries({ '‘': "'", '’': "'", ʼ: "'", '‐': '-', '‒': '-', '–': '-', '—': '-' }),
])

const foldedLetters = new RegExp(`[${[...letters.keys()].join('')}]`, 'gu')

// Marks of other scripts are vowels or sounds, not accents: Thai, Devanagari, the voicing of Japanese.
const accents =
  /(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}])(?![\u3099\u309A])\p{M}/gu

/** Katakana are as far from their hiragana throughout. */
const katakana = /[\u30A1-\u30F6\u30FD\u30FE]/g
const toHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x60)

const signsFolded = (text: string): string =>
  composed(
    decomposed(text)
      .replace(accents, '')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase()
      .replace(accents, '')
      .replace(foldedLetters, (letter) => letters.get(letter)!)
      .replace(katakana, toHiragana),
  )

const folded = (text: string): string => (isAscii(text) ? text.toLowerCase() : signsFolded(text))

/** Text for comparison without regard to case, accents, kinds of kana, apostrophe and dash, or invisible characters. */
export const fold = (text: string): string =>
  // A single blank stays as it is: to replace each by itself takes longer than all else.
  folded(text)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()

const spellings = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }))
const spelledLetter = /[äöüåø]/gi
const hasSpelling = /[äöüåø]/i

/** Words with umlauts in their transliteration: those that stand together on one line, for phrases. */
const spelledOut = (text: string): string =>
  folded(
    text
      .split(/\s+/)
      .map((word) => (hasSpelling.test(word) ? word : '\n'))
      .join(' ')
      .replace(spelledLetter, (letter) => spellings.get(letter.toLowerCase())!),
  )
    .replace(/[^\S\n]{2,}|[^\S \n]/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()

/** What search looks into: folded text in which 'ueber' is found as well as 'uber', where it says 'über'. */
export function searchable(text: string): string {
  const sent = composed(text)
  return hasSpelling.test(sent) ? `${fold(sent)}\n${spelledOut(sent)}` : fold(sent)
}

/** Sort key of names; punctuation counts, so that '(Untitled)' is sorted by its bracket. */
export const sortKey = fold

export interface SearchTerms {
  wanted: string[]
  unwanted: string[]
}

const term = /(?<minus>-?)(?:["“”„«»](?<phrase>[^"“”„«»]*)["“”„«»]?|(?<word>\S+))/gu

/** A query as words and "phrases", folded; those after '-' are unwanted. A quote left open ends with the query. */
export function searchTerms(query: string): SearchTerms {
  const terms = [...query.matchAll(term)].map(({ groups }) => ({
    isWanted: groups!.minus === '',
    text: withoutEnds(fold(groups!.phrase ?? groups!.word!)),
  }))
  const among = (isWanted: boolean) => [
    ...new Set(
      terms.filter((term) => term.text !== '' && term.isWanted === isWanted).map(({ text }) => text),
    ),
  ]
  return { wanted: among(true), unwanted: among(false) }
}

const endMark = /[\p{P}\s`~^|=<>]/u

/** Punctuation at the ends does not count; the '+' of 'c++' is a sign of its own, but '+jazz' means 'jazz'. */
function withoutEnds(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => character !== '+' && !endMark.test(character))
  const last = characters.findLastIndex((character) => !endMark.test(character))
  return first < 0 ? '' : characters.slice(first, last + 1).join('')
}
