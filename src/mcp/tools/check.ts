import Type, { type TProperties } from '../../resources/json-schema.ts'
import { fold } from '../../text/search.ts'
import { isoWithOffset, secondsOf } from '../../time/index.ts'
import { eventId, inputOf } from '../inputs.ts'
import type { Sent, ToolApi } from '../operations.ts'
import { rowOf, rows, venuesOf, type EventBody } from '../rows.ts'
import type { Tool } from '../tool.ts'

/** The checks that an editor would make before publishing an event. */

export const checkOutput: TProperties = {
  duplicates: rows('Events at the same time whose titles say the same'),
  overlaps: rows('Other events at the same venue at the same time'),
  missing_translations: Type.Array(Type.String(), {
    description: 'Languages of the site that it has no text in',
  }),
  outdated_translations: Type.Array(Type.String(), {
    description: 'Languages whose text is older than the original',
  }),
}

/** Events to read at once, and pages of them: more do not take place at the same time in one calendar. */
const [perPage, maxPages] = [100, 10]

/** In UTC, because the time zone of the event may differ from that of the site; nothing is within an empty period. */
function periodOf({ utc_start_date, utc_end_date }: EventBody): string {
  const [start, end] = [secondsOf(utc_start_date), secondsOf(utc_end_date)]
  return [start, Math.max(end, start + 1)].map((instant) => isoWithOffset(instant, 'UTC')).join('/')
}

/** The ID of the series that an event is or that it is a date of; events with another parent are no series. */
const seriesOf = ({ id, post_parent, recurrence, recurrence_id }: EventBody): number | undefined =>
  recurrence_id === undefined ? recurrence && id : post_parent

const isOfSameSeries = (one: EventBody, other: EventBody): boolean =>
  seriesOf(one) !== undefined && seriesOf(one) === seriesOf(other)

const wordsOf = (title: string): string =>
  fold(title)
    .match(/[\p{L}\p{N}]+/gu)
    ?.sort()
    .join(' ') ?? ''

/** Other events at the same time, in the language of this one, so that titles can be compared. */
async function meanwhileOf(event: EventBody, filters: Sent, { ask }: ToolApi): Promise<EventBody[]> {
  const language = { ml_language: event.language, ml_fallback: 'original' }
  const sent = {
    ...filters,
    ...language,
    during: periodOf(event),
    exclude: String(event.id),
    per_page: perPage,
  }
  const found: EventBody[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const { events, next_rest_url } = await ask('listEvents', { sent: { ...sent, page } })
    found.push(...(events as EventBody[]).filter((other) => !isOfSameSeries(event, other)))
    if (next_rest_url === undefined) break
  }
  return found
}

/** Compares an event, which may not be stored yet, with others at the same time. */
export async function checksOf(event: EventBody, asking: ToolApi) {
  const meanwhile = await meanwhileOf(event, {}, asking)
  const venues = venuesOf(event).map(({ id }) => id)
  const { site } = asking.request
  const row = (other: EventBody) => rowOf(other, site)
  const languages = site.languages.filter((language) => language !== event.original_language)
  return {
    duplicates: meanwhile.filter(({ title }) => wordsOf(title) === wordsOf(event.title)).map(row),
    overlaps: meanwhile.filter((other) => venuesOf(other).some(({ id }) => venues.includes(id))).map(row),
    missing_translations: languages.filter((language) => event.translations[language] === undefined),
    outdated_translations: languages.filter((language) => event.translations[language]?.is_outdated),
  }
}

export const checkEvent: Tool = {
  name: 'check_event',
  title: 'Check an event',
  description:
    'Looks for duplicates of an event, for other events at its venue at the same time, and for languages that it is not translated into. save_event answers with the same before anything is stored.',
  does: 'reads',
  input: (site) => inputOf({}, site, { id: eventId }),
  output: checkOutput,
  run: async ({ id }, asking) =>
    checksOf((await asking.ask('readEvent', { id, sent: {} })) as EventBody, asking),
}
