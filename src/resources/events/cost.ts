import { Invalid } from '../../errors.ts'
import { say } from '../../locales/sentence.ts'
import { plainText } from '../../text/plain.ts'

export type CurrencyPosition = 'prefix' | 'postfix'

/** Said in the reader's language where an event costs nothing (contract §6.6). */
const freeIn: Record<string, string> = { en: 'Free', fr: 'Gratuit', de: 'Kostenlos' }

export const freeWord = (language: string): string => freeIn[language] ?? 'Free'

/** What amounts are shown with that came without a currency. */
export interface SiteCurrency {
  symbol: string
  position: CurrencyPosition
}

export interface CostDetails {
  currency_symbol: string
  currency_code: string
  currency_position: string
  values: string[]
}

export interface PresentedCost {
  cost: string
  cost_details: CostDetails
}

const longest = 500

/** The cost as it is kept: one line of plain text; the items of a list stand with ' - ' between. */
export function readCost(value: unknown): string {
  const text = plainText(costItems(value).map(itemText).filter(Boolean).join(' - '))
  if ([...text].length > longest) throw tooLong()
  return text
}

const costItems = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

function itemText(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item === 'string') return item.trim()
  if (typeof item === 'number' && Number.isFinite(item)) return numberText(item)
  throw new Invalid('rest_invalid_type', say('The cost must be a number, a text or a list of these.'))
}

/** Without exponent; and as '12.125' would be read as a thousand, three decimals become four. */
const numberText = (value: number): string =>
  value
    .toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
    .replace(/\.\d{3}$/, (decimals) => `${decimals}0`)

const tooLong = () =>
  new Invalid(
    'rest_too_long',
    say('The cost must not be longer than {maximum} characters.', { maximum: longest }),
  )

/** Reads the setting of the site's currency: '$', 'prefix:CHF' or 'postfix:€'. */
export function siteCurrency(setting: string): SiteCurrency {
  const { position = 'prefix', symbol } = /^(?:(?<position>prefix|postfix):)?(?<symbol>.*)$/su.exec(
    setting,
  )!.groups!
  if (!/^[^\s\d:,<>&–—-]{1,10}$/u.test(symbol!.trim())) throw malformed(setting)
  return { symbol: symbol!.trim(), position: position as CurrencyPosition }
}

const malformed = (setting: string) =>
  new Error(
    `The currency must be a symbol or code such as "$", "prefix:CHF" or "postfix:€", without blanks, digits or dashes: "${setting}" is not.`,
  )

interface Amount {
  digits: string
  grouping: string
  decimal: string
  value: string
}

interface Currency {
  symbol: string
  position: CurrencyPosition
}

type Token =
  | { kind: 'amount'; amount: Amount }
  | { kind: 'currency'; symbol: string }
  | { kind: 'free' | 'dash' | 'other' }

/** What a word for 'free' stands for in a range. */
const nothing: Amount = { digits: '0', grouping: '', decimal: '', value: '0' }

/**
 * The cost as shown, and what was found in it. Amounts alone, or with '-' between, are shown from the lowest to
 * the highest; where anything else is said ('Adults $10, children $5', '10/8 €', two currencies) it stays as sent.
 */
export function presentCost(stored: string, site: SiteCurrency, free: string): PresentedCost {
  const tokens = tokensOf(stored, site, free)
  const currency = firstCurrency(tokens)
  const prices = pricesOf(tokens)
  const values = (prices ?? amountsOf(tokens)).map(({ value }) => value)
  return {
    cost: prices ? rangeText(prices, currency, site, free) : stored,
    cost_details: details(currency, values.length > 0 ? values : textValues(stored)),
  }
}

/**
 * The cost to keep: 'Free – 30$' sent back, as it was shown in whichever language, leaves what it was shown for. An
 * amount without a symbol takes on the one that it comes back with.
 */
export function costToKeep(sent: string, former: string, site: SiteCurrency): string {
  const isShown = Object.values(freeIn).some((free) => {
    const { cost, cost_details } = presentCost(former, site, free)
    return cost === sent && cost_details.currency_symbol !== ''
  })
  return isShown ? former : sent
}

const amountsOf = (tokens: readonly Token[]): Amount[] =>
  tokens.flatMap((token) => (token.kind === 'amount' ? [token.amount] : []))

const textValues = (stored: string) => (stored === '' ? [] : [stored.toLowerCase()])

const details = (currency: Currency | undefined, values: string[]): CostDetails => ({
  currency_symbol: currency?.symbol ?? '',
  currency_code: currency && isCode(currency.symbol) ? currency.symbol : '',
  currency_position: currency?.position ?? '',
  values,
})

const codes = new Set(Intl.supportedValuesOf('currency'))
const isCode = (word: string) => codes.has(word)

const letterSigns = new Set([
  'kr',
  'kr.',
  'Kč',
  'zł',
  'Ft',
  'Fr.',
  'SFr.',
  'lei',
  'лв',
  'лв.',
  'руб.',
  'Rs',
  'Rs.',
  'RM',
])

// A reader may send back the word that was shown in another language.
const freeWords = ['free', 'gratis', 'gratuit', 'gratuite', 'kostenlos', 'frei']

// Digits in groups of three, or with decimals; '20.-' and '20,–' say that there are no cents.
const grouped = /(?!0)\d{1,3}(?<group>[.,'’ ])\d{3}(?:\k<group>\d{3})*(?:(?!\k<group>)[.,]\d+)?(?!\d)/
const ungrouped = /\d+(?:[.,]\d+)?|\.\d+/
const noCents = /(?:[.,][-–—]+(?!\s*\d))?/
const dash = /[-‐‒–—−]/u
const sign = /(?<!\p{L})[A-Z]{0,3}\p{Sc}/u
const word = /\p{L}+\.?/u

const lexeme = new RegExp(
  `(?<amount>${grouped.source}|${ungrouped.source})${noCents.source}` +
    `|(?<dash>${dash.source})|(?<sign>${sign.source})|(?<word>${word.source})|[^\\s]`,
  'gu',
)

function tokensOf(stored: string, site: SiteCurrency, free: string): Token[] {
  const meansFree = new Set([...freeWords, free.toLowerCase()])
  const isCurrency = (text: string) => text === site.symbol || isCode(text) || letterSigns.has(text)
  return [...stored.matchAll(lexeme)].map(({ 0: text, groups }): Token => {
    if (groups!.amount) return { kind: 'amount', amount: readAmount(groups!.amount) }
    if (groups!.dash) return { kind: 'dash' }
    if (groups!.sign || isCurrency(text)) return { kind: 'currency', symbol: text }
    return { kind: meansFree.has(text.toLowerCase()) ? 'free' : 'other' }
  })
}

const isGrouped = new RegExp(`^(?:${grouped.source})$`)

function readAmount(digits: string): Amount {
  const grouping = isGrouped.exec(digits)?.groups?.group ?? ''
  const decimal = /[.,]/.exec(digits.replaceAll(grouping, ''))?.[0] ?? ''
  const value = digits.replaceAll(grouping, '').replace(',', '.').replace(/^\./, '0.')
  return { digits, grouping, decimal, value }
}

/** The first symbol or code beside an amount; one before it goes before one behind it. */
function firstCurrency(tokens: readonly Token[]): Currency | undefined {
  const found = tokens.flatMap((token, index): Currency[] =>
    token.kind === 'amount'
      ? [...currencyAt(tokens[index - 1], 'prefix'), ...currencyAt(tokens[index + 1], 'postfix')]
      : [],
  )
  return found[0]
}

const currencyAt = (token: Token | undefined, position: CurrencyPosition): Currency[] =>
  token?.kind === 'currency' ? [{ symbol: token.symbol, position }] : []

/** The amounts of a text that says nothing else, in one currency at most; a word alone is text, not an amount. */
function pricesOf(tokens: readonly Token[]): Amount[] | undefined {
  const symbols = tokens.flatMap((token) => (token.kind === 'currency' ? [token.symbol] : []))
  const prices = sidesOf(tokens).map(priceOf)
  const isRange = new Set(symbols).size <= 1 && amountsOf(tokens).length > 0
  return isRange && prices.every((price) => price !== undefined) ? prices : undefined
}

const sidesOf = (tokens: readonly Token[]): Token[][] =>
  tokens.reduce<Token[][]>(
    (sides, token) =>
      token.kind === 'dash' ? [...sides, []] : [...sides.slice(0, -1), [...sides.at(-1)!, token]],
    [[]],
  )

function priceOf(side: readonly Token[]): Amount | undefined {
  const [first, ...others] = side.filter(({ kind }) => kind !== 'currency')
  if (!first || others.length > 0) return undefined
  if (first.kind === 'amount') return first.amount
  return first.kind === 'free' && side.length === 1 ? nothing : undefined
}

function rangeText(
  prices: readonly Amount[],
  currency: Currency | undefined,
  site: SiteCurrency,
  free: string,
): string {
  const sorted = prices.toSorted((one, other) => worth(one) - worth(other))
  const shown = (price: Amount) => (worth(price) === 0 ? free : amountText(price, currency, site))
  const [lowest, highest] = [sorted[0]!, sorted.at(-1)!]
  return worth(lowest) === worth(highest) ? shown(lowest) : `${shown(lowest)} – ${shown(highest)}`
}

const worth = ({ value }: Amount) => Number(value)

/** Digits stay as given; where the currency is the site's, so is the writing of numbers: 10,50 is 10.50. */
const amountText = (amount: Amount, currency: Currency | undefined, site: SiteCurrency): string =>
  currency ? withCurrency(amount.digits, currency) : withCurrency(inSiteStyle(amount), site)

function inSiteStyle({ digits, grouping, decimal }: Amount): string {
  if (grouping !== '.' && decimal !== ',') return digits
  return digits.replace(/[.,]/g, (mark) => (mark === decimal ? '.' : ','))
}

function withCurrency(digits: string, { symbol, position }: Currency): string {
  const gap = /\p{Sc}/u.test(symbol) ? '' : ' '
  return position === 'prefix' ? `${symbol}${gap}${digits}` : `${digits}${gap}${symbol}`
}
