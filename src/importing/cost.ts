import { freeWord } from '../resources/events/shown-cost.ts'
import type { Site } from '../resources/parameter.ts'
import { plainText } from '../text/plain.ts'
import { isObject, type JsonObject } from '../is-object.ts'
import { listOf } from './objects.ts'

/** A cost of zero is shown as a word in the language of the source; as an amount, every language here has its own. */

const isZero = (value: unknown) => /^0+(?:\.0+)?$/.test(String(value))

/** The cost of an event in a response of the API, with zero in place of a word such as in `Free` and `Free – $20`. */
export function costOf({ cost: shown, cost_details: details }: JsonObject): unknown {
  if (typeof shown !== 'string' || !isObject(details)) return shown
  const values = listOf(details.values)
  const [word = '', ...others] = plainText(shown).split(/\s[–-]\s/)
  const isWord = values.some(isZero) && values.length === others.length + 1 && !/\d/.test(word)
  if (!isWord) return shown
  const symbol = typeof details.currency_symbol === 'string' ? details.currency_symbol.trim() : ''
  return [details.currency_position === 'postfix' ? `0${symbol}` : `${symbol}0`, ...others]
}

/** The same of a cell, which has nothing but the word: that of a language of this calendar. */
export const costOfCell = (cell: string, { languages }: Site): string =>
  languages.some((language) => freeWord(language).toLowerCase() === cell.toLowerCase()) ? '0' : cell
