import { firstCharacters } from './characters.ts'
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

// In other scripts marks are vowels or sounds rather than accents, for example in Thai, Devanagari, and Japanese
// voicing.
const accents = new RegExp(
  '[[\\p{M}&&[\\p{Script=Inherited}\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Cyrillic}]]--[\\u3099\\u309A]]',
  'gv',
)

/** Katakana, each at the same distance from its hiragana. */
const katakana = /[\u30A1-\u30F6\u30FD\u30FE]/g
const toHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 0x60)

/** Signs that decompose into a whole phrase, and how many of them no text has: a megabyte would grow to six. */
const [phraseSign, maxPhraseSigns] = [/[\uFDFA\uFDFB]/g, 10_000]

/** The text up to where it would grow too much. */
function withoutExcess(text: string): string {
  let found = 0
  for (const { index } of text.matchAll(phraseSign)) if (++found > maxPhraseSigns) return text.slice(0, index)
  return text
}

const signsFolded = (text: string): string =>
  composed(
    decomposed(withoutExcess(text))
      .replace(accents, '')
      .replace(/\p{Cf}/gu, '')
      .toLowerCase()
      .replace(accents, '')
      .replace(foldedLetters, (letter) => letters.get(letter)!)
      .replace(katakana, toHiragana),
  )

const folded = (text: string): string => (isAscii(text) ? text.toLowerCase() : signsFolded(text))

/**
 * Normalizes text for comparison, ignoring case, accents, the kind of kana, apostrophe and dash variants, and invisible
 * characters.
 */
export const fold = (text: string): string =>
  // Skips single spaces, because replacing each of them would take longer than everything else.
  folded(text)
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()

const spellings = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }))
const spelledLetter = /[äöüåø]/gi
const hasSpelling = /[äöüåø]/i

/** Transliterates words with umlauts; adjacent ones stay on one line, so that phrases match. */
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

/** The text that search covers: folded, and for 'über' with both 'uber' and 'ueber'. */
export function searchable(text: string): string {
  const sent = composed(text)
  return hasSpelling.test(sent) ? `${fold(sent)}\n${spelledOut(sent)}` : fold(sent)
}

/** PostgreSQL refuses entries of an index of more than 2,704 bytes; a character has up to four. */
export const sortedCharacters = 600

/** Sort key of names; punctuation is preserved, so '(Untitled)' sorts by its bracket. */
export const sortKey = (name: string): string => firstCharacters(fold(name), sortedCharacters)

export interface SearchTerms {
  wanted: string[]
  unwanted: string[]
}

/** How many words and phrases a search may have: each takes time for each text, an unwanted one for all of them. */
export const [maxTerms, maxUnwantedTerms] = [32, 10]

const term = /(?<minus>-?)(?:["“”„«»](?<phrase>[^"“”„«»]*)["“”„«»]?|(?<word>\S+))/gu

/**
 * Parses a query into folded words and "phrases"; those after '-' are unwanted. An unclosed quote extends to the end of
 * the query.
 */
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

/** Removes punctuation at both ends; the '+' of 'c++' is significant, but '+jazz' means 'jazz'. */
function withoutEnds(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => character !== '+' && !endMark.test(character))
  const last = characters.findLastIndex((character) => !endMark.test(character))
  return first < 0 ? '' : characters.slice(first, last + 1).join('')
}
