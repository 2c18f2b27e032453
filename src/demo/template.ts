import type { Language, Said } from './languages.ts'
import type { Regular, When } from './when.ts'

/** What differs between events of one kind. */
export interface Theme {
  readonly title: Said
  readonly about: Said
}

export interface Ticket {
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly url: string
  readonly availability: 'in_stock' | 'sold_out' | 'pre_order'
}

/** A date of a series that is not like the others. */
interface Exception {
  /** Its place among the dates; the first is 1. */
  readonly nth: number
  /** Absent: it is cancelled. */
  readonly daysLater?: number
}

/** An event, several of one kind, or a series; `makeTown` creates the events from it. */
export interface Template {
  readonly key: string
  readonly original: Language
  /** Absent: all of them. */
  readonly languages?: readonly Language[]
  readonly when: When
  readonly timezone?: string
  /** Several alternate; absent: online, or all over the town. */
  readonly venue?: string | readonly string[]
  readonly organizer: readonly string[]
  readonly categories: readonly string[]
  readonly tags?: readonly string[]
  /** May hold `{theme}` and `{number}`. */
  readonly title: Said
  /** Paragraphs, a blank line between; may hold `{about}` and `{number}`. */
  readonly description: Said
  readonly excerpt?: Said
  /** Three texts if it is described in words. */
  readonly cost?: string | Said
  readonly hasWebsite?: boolean
  readonly tickets?: readonly Ticket[]
  readonly themes?: readonly Theme[]
  /** Absent: the themes alternate; 'month': twelve themes, one for each month. */
  readonly themeBy?: 'month'
  /** What `{number}` starts with. */
  readonly number?: number
  readonly featured?: boolean
  readonly sticky?: boolean
  /** Of a series. */
  readonly exceptions?: readonly Exception[]
}

/** What repeats and is the same each time is a series. */
export const isSeries = (template: Template): template is Template & { readonly when: Regular } =>
  template.when.every !== 'year' &&
  template.themes === undefined &&
  template.number === undefined &&
  typeof template.venue !== 'object'

export const theme = (title: Said, about: Said): Theme => ({ title, about })

export const ticket = (
  name: string,
  price: string,
  availability: Ticket['availability'] = 'in_stock',
): Ticket => ({ name, price, currency: 'CHF', url: 'https://example.org/tickets', availability })
