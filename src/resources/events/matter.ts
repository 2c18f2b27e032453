import type { Message } from '../../locales/fr.ts'

/** What became of an event, in the words of pages, feeds and the element for other sites. */

export type EventStatus = 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled' | 'moved-online'

export type Matter = Exclude<EventStatus, 'scheduled'> | 'sold-out'

export const matterWords = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  rescheduled: 'Rescheduled',
  'moved-online': 'Moved online',
  'sold-out': 'Sold out',
} as const satisfies Readonly<Record<Matter, Message>>

/** The states of events that take place, at whatever time or place. */
export const takingPlace: readonly EventStatus[] = ['scheduled', 'rescheduled', 'moved-online']

interface Told {
  readonly event_status: EventStatus
  readonly tickets: readonly { readonly availability: string }[]
}

export const isCalledOff = (matter: Matter | undefined): boolean =>
  matter === 'cancelled' || matter === 'postponed'

/** The most important thing that a visitor has to know, if any. */
export function matterOf({ event_status, tickets }: Told): Matter | undefined {
  if (event_status !== 'scheduled') return event_status
  const isSoldOut = tickets.length > 0 && tickets.every(({ availability }) => availability === 'sold_out')
  return isSoldOut ? 'sold-out' : undefined
}
