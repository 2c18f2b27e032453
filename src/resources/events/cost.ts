import { ValidationError } from '../../errors.ts'
import { plainText } from '../../text/plain.ts'
import { allFreeWords, isCode, presentCost, type CurrencyPosition, type SiteCurrency } from './shown-cost.ts'

const longest = 500

/** Markup makes the sent text longer than the stored one; anything beyond this is rejected without parsing. */
const longestSent = 16 * longest

/** The stored cost: one line of plain text, list items joined by ' - '. */
export function readCost(value: unknown): string {
  const sent = costItems(value).map(itemText).filter(Boolean).join(' - ')
  if (sent.length > longestSent) throw tooLong()
  const text = plainText(sent)
  if ([...text].length > longest) throw tooLong()
  return text
}

const costItems = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

function itemText(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item === 'string') return item.trim()
  if (typeof item === 'number' && Number.isFinite(item)) return numberText(item)
  throw ValidationError.of('rest_invalid_type', 'The cost must be a number, a string or a list of these.')
}

/**
 * Formats without an exponent. A fourth decimal is added to three, because '12.125' would be read as twelve thousand.
 */
const numberText = (value: number): string =>
  value
    .toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    .replace(/\.\d{3}$/, (decimals) => `${decimals}0`)

const tooLong = () =>
  ValidationError.of('rest_too_long', 'The cost must have at most {maximum} characters.', {
    maximum: longest,
  })

/** Reads the setting of the site's currency: '$', 'prefix:CHF', 'postfix:€' or 'prefix:$:CAD'. */
export function siteCurrency(setting: string): SiteCurrency {
  const {
    position = 'prefix',
    symbol,
    code,
  } = /^(?:(?<position>prefix|postfix):)?(?<symbol>.*?)(?::(?<code>[A-Z]{3}))?$/su.exec(setting)!.groups!
  if (!/^[^\s\d:,<>&–—-]{1,10}$/u.test(symbol!.trim())) throw malformed(setting)
  if (code !== undefined && !isCode(code)) throw malformed(setting)
  return {
    symbol: symbol!.trim(),
    position: position as CurrencyPosition,
    ...(code === undefined ? {} : { code }),
  }
}

const malformed = (setting: string) =>
  new Error(
    `The currency must be a symbol or code such as "$", "prefix:CHF", "postfix:€" or, with its ISO 4217 code, "prefix:$:CAD", without spaces, digits or dashes, not "${setting}".`,
  )

/**
 * The cost to store. If a displayed cost such as 'Free – 30$' is sent back, in any language, the stored one is
 * unchanged; an amount displayed without a symbol gets the symbol that it is sent back with.
 */
export function costToKeep(sent: string, former: string, site: SiteCurrency): string {
  const isShown = allFreeWords.some((free) => {
    const { cost, cost_details } = presentCost(former, site, free)
    return cost === sent && cost_details.currency_symbol !== ''
  })
  return isShown ? former : sent
}
