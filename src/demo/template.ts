import type { Language, Said } from './languages.ts'
import type { When } from './when.ts'

/** What differs between the events of a series. */
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

/** An event or a series of events; `makeTown` creates the events from it. */
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
}

export const theme = (title: Said, about: Said): Theme => ({ title, about })

export const ticket = (
  name: string,
  price: string,
  availability: Ticket['availability'] = 'in_stock',
): Ticket => ({ name, price, currency: 'CHF', url: 'https://example.org/tickets', availability })
