import { tagsFor } from '../../locales/language-tags.ts'

/**
 * Formats costs for display (interface: Cost). Imports nothing that browsers lack, because the admin form uses the same
 * rules while the user types.
 */

export type CurrencyPosition = 'prefix' | 'postfix'

/** The word for a cost of zero per language (interface: Cost); a single word, so that it can be recognized. */
const freeIn: Readonly<Record<string, string>> = {
  ar: 'مجاني',
  bg: 'Безплатно',
  ca: 'Gratuït',
  cs: 'Zdarma',
  da: 'Gratis',
  de: 'Kostenlos',
  el: 'Δωρεάν',
  en: 'Free',
  es: 'Gratis',
  et: 'Tasuta',
  eu: 'Doan',
  fi: 'Ilmainen',
  fr: 'Gratuit',
  gl: 'Gratis',
  he: 'חינם',
  hr: 'Besplatno',
  hu: 'Ingyenes',
  id: 'Gratis',
  is: 'Ókeypis',
  it: 'Gratuito',
  ja: '無料',
  ko: '무료',
  lb: 'Gratis',
  lt: 'Nemokamai',
  lv: 'Bezmaksas',
  nb: 'Gratis',
  nl: 'Gratis',
  nn: 'Gratis',
  no: 'Gratis',
  pl: 'Bezpłatnie',
  pt: 'Grátis',
  rm: 'Gratuit',
  ro: 'Gratuit',
  ru: 'Бесплатно',
  sk: 'Zadarmo',
  sl: 'Brezplačno',
  sr: 'Бесплатно',
  'sr-latn': 'Besplatno',
  sv: 'Gratis',
  tr: 'Ücretsiz',
  uk: 'Безкоштовно',
  zh: '免费',
  'zh-hant': '免費',
  'zh-hk': '免費',
  'zh-tw': '免費',
}

/** All distinct words for a cost of zero. */
export const allFreeWords: readonly string[] = [...new Set(Object.values(freeIn))]

/** A language variant such as de-CH uses the word of its base language if it has none of its own. */
export const freeWord = (language: string): string =>
  tagsFor(language)
    .map((tag) => freeIn[tag])
    .find((word) => word !== undefined) ?? freeIn.en!

/** The currency of amounts that do not specify one. */
export interface SiteCurrency {
  symbol: string
  position: CurrencyPosition
  /** ISO 4217, for search engines; undefined if neither the setting nor the symbol determines it. */
  code?: string | undefined
}

export interface CostDetails {
  currency_symbol: string
  currency_code: string
  currency_position: CurrencyPosition | ''
  values: string[]
}

interface PresentedCost {
  cost: string
  cost_details: CostDetails
}

const codes = new Set(Intl.supportedValuesOf('currency'))
export const isCode = (word: string) => codes.has(word)

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

/** The amount that a word for 'free' stands for in a range. */
const nothing: Amount = { digits: '0', grouping: '', decimal: '', value: '0' }

/**
 * The displayed cost and the values found in it. Amounts alone or separated by '-' are shown from lowest to highest;
 * any other text ('Adults $10, children $5', '10/8 €', two currencies) is shown as sent.
 */
export function presentCost(stored: string, site: SiteCurrency, free: string): PresentedCost {
  const tokens = tokensOf(stored, site)
  const currency = firstCurrency(tokens)
  const prices = pricesOf(tokens)
  const values = (prices ?? amountsOf(tokens)).map(({ value }) => value)
  return {
    cost: prices ? rangeText(prices, currency, site, free) : stored,
    cost_details: details(currency, values.length > 0 ? values : textValues(stored)),
  }
}

/** Whether all amounts of a cost are zero, or it is just a word for free; undefined if it has no amounts otherwise. */
export function isFree(stored: string): boolean | undefined {
  const amounts = [...stored.matchAll(lexeme)].flatMap(({ groups }) =>
    groups!.amount ? [readAmount(groups!.amount)] : [],
  )
  if (amounts.length > 0) return amounts.every((amount) => worth(amount) === 0)
  return freeWords.has(stored.toLowerCase()) || undefined
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

// Includes the other languages, because the word may be sent back in any of them.
const freeWords = new Set([
  ...Object.values(freeIn).map((word) => word.toLowerCase()),
  'gratuite',
  'gratuita',
  'frei',
])

// Digits in groups of three, or with decimals; '20.-' and '20,–' mean no cents.
const grouped =
  /(?!0)\d{1,3}(?<group>[.,'’ \u00A0\u2009\u202F])\d{3}(?:\k<group>\d{3})*(?:(?!\k<group>)[.,]\d+)?(?!\d)/
// As in India: two digits each after the last three.
const groupedInTwos = /(?!0)\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?(?!\d)/
const ungrouped = /\d+(?:[.,]\d+)?|\.\d+/
const noCents = /(?:[.,][-–—]+(?!\s*\d))?/
const dash = /[-‐‒–—−]/u
const sign = /(?<!\p{L})[A-Z]{0,3}\p{Sc}/u
const word = /\p{L}+\.?/u

const lexeme = new RegExp(
  `(?<amount>${groupedInTwos.source}|${grouped.source}|${ungrouped.source})${noCents.source}` +
    `|(?<dash>${dash.source})|(?<sign>${sign.source})|(?<word>${word.source})|[^\\s]`,
  'gu',
)

function tokensOf(stored: string, site: SiteCurrency): Token[] {
  const isCurrency = (text: string) => text === site.symbol || isCode(text) || letterSigns.has(text)
  return [...stored.matchAll(lexeme)].map(({ 0: text, groups }): Token => {
    if (groups!.amount) return { kind: 'amount', amount: readAmount(groups!.amount) }
    if (groups!.dash) return { kind: 'dash' }
    if (groups!.sign || isCurrency(text)) return { kind: 'currency', symbol: text }
    return { kind: freeWords.has(text.toLowerCase()) ? 'free' : 'other' }
  })
}

const isGrouped = new RegExp(`^(?:${grouped.source})$`)
const isGroupedInTwos = new RegExp(`^(?:${groupedInTwos.source})$`)

const groupingOf = (digits: string): string =>
  isGroupedInTwos.test(digits) ? ',' : (isGrouped.exec(digits)?.groups?.group ?? '')

function readAmount(digits: string): Amount {
  const grouping = groupingOf(digits)
  const decimal = /[.,]/.exec(digits.replaceAll(grouping, ''))?.[0] ?? ''
  const value = digits.replaceAll(grouping, '').replace(',', '.').replace(/^\./, '0.')
  return { digits, grouping, decimal, value }
}

/** The first symbol or code next to an amount; one before the amount takes precedence. */
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

/** The amounts of a text that consists only of amounts, in at most one currency; undefined for other text. */
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

/** Keeps the digits as entered. An amount in the site's currency also gets its number format: 10,50 becomes 10.50. */
const amountText = (amount: Amount, currency: Currency | undefined, site: SiteCurrency): string =>
  currency ? withCurrency(amount.digits, currency) : withCurrency(inSiteStyle(amount), site)

function inSiteStyle({ digits, grouping, decimal }: Amount): string {
  if (grouping !== '.' && decimal !== ',') return digits
  return digits.replace(/[.,]/g, (mark) => (mark === decimal ? '.' : ','))
}

/** `$12.50`, `12.50 kr` */
export function withCurrency(digits: string, { symbol, position }: Currency): string {
  const gap = /\p{Sc}/u.test(symbol) ? '' : ' '
  return position === 'prefix' ? `${symbol}${gap}${digits}` : `${digits}${gap}${symbol}`
}
