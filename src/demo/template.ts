import type { Language, TranslatedText } from './languages.ts'
import type { Regular, When } from './when.ts'

/** The texts that vary between the events of a template. */
export interface Theme {
  readonly title: TranslatedText
  readonly about: TranslatedText
}

export interface Ticket {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly availability: 'in_stock' | 'sold_out' | 'pre_order'
}

/** A date of a series that is moved or cancelled. */
interface Exception {
  /** The position among the dates, counted from 1. */
  readonly nth: number
  /** The date is cancelled if absent. */
  readonly daysLater?: number
}

/** A template for one event, several similar ones, or a series; `makeTown` creates the events. */
export interface Template {
  readonly key: string
  readonly original: Language
  /** Defaults to all languages. */
  readonly languages?: readonly Language[]
  readonly when: When
  readonly timezone?: string
  /** Several venues alternate; absent for events online or all over the town. */
  readonly venue?: string | readonly string[]
  readonly organizer: readonly string[]
  readonly categories: readonly string[]
  readonly tags?: readonly string[]
  /** May contain `{theme}` and `{number}`. */
  readonly title: TranslatedText
  /** Paragraphs separated by blank lines; may contain `{about}` and `{number}`. */
  readonly description: TranslatedText
  readonly excerpt?: TranslatedText
  /** Three texts if the cost is described in words. */
  readonly cost?: string | TranslatedText
  readonly hasWebsite?: boolean
  readonly tickets?: readonly Ticket[]
  readonly themes?: readonly Theme[]
  /** `month` if there is one theme per month; otherwise the themes alternate. */
  readonly themeBy?: 'month'
  /** The first value of `{number}`. */
  readonly number?: number
  readonly featured?: boolean
  readonly sticky?: boolean
  /** For series only. */
  readonly exceptions?: readonly Exception[]
}

/** Whether the events of a template are identical and so become a series. */
export const isSeries = (template: Template): template is Template & { readonly when: Regular } =>
  template.when.every !== 'year' &&
  template.themes === undefined &&
  template.number === undefined &&
  typeof template.venue !== 'object'

export const theme = (title: TranslatedText, about: TranslatedText): Theme => ({ title, about })

/** What is paid with in the town. */
export const townCurrency = 'CHF'

export const ticket = (
  name: string,
  price: string,
  availability: Ticket['availability'] = 'in_stock',
): Ticket => ({ name, price, currency: townCurrency, url: 'https://example.org/tickets', availability })
