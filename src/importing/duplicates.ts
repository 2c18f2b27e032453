import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { identifiersIn } from '../store/imports/imported.ts'
import { eventsBeginningIn, type DatedTitle } from '../store/sql/events-on-days.ts'
import type { Database } from '../store/sql/schema.ts'
import { fold } from '../text/search.ts'
import { areSimilar, wordsIn } from '../text/similar-titles.ts'
import { dayOf, type Wall } from '../time/index.ts'
import type { ImportContext } from './context.ts'
import type { Reason } from './reasons.ts'
import type { SourceRecord } from './record.ts'

/**
 * Finds events that may already exist, on the same day and with a similar title: from another source or, if records have no
 * identifiers, from an earlier state of the same one, because another title or start there makes another event.
 */

export interface Suspicion {
  readonly reason: Reason
  /** What the existing event is called in the same source; it counts only if the source has none of these any more. */
  readonly former: readonly string[]
}

const wordsOf = (title: string) => wordsIn(fold(title))

const titlesOf = ({ fields, translations = {} }: SourceRecord) =>
  [fields, ...Object.values(translations)].flatMap(({ title }) => (typeof title === 'string' ? [title] : []))

/** The period that covers the day in every time zone. */
function periodOf(day: string) {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  return [start - 14 * 3_600, start + 36 * 3_600] as const
}

/** Returns possible warnings for new events, the likeliest first. `starts` contains the start of each event. */
export async function suspicionsOf(
  db: Kysely<Database>,
  { imported }: ImportContext,
  starts: ReadonlyMap<SourceRecord, Wall>,
): Promise<ReadonlyMap<SourceRecord, readonly Suspicion[]>> {
  if (starts.size === 0) return new Map()
  const days = [...new Set([...starts.values()].map(dayOf))]
  const existing = groupBy(await eventsBeginningIn(db, days.map(periodOf)), (one) => dayOf(one.start_date))
  const duplicates = new Map<SourceRecord, readonly DatedTitle[]>()
  for (const [record, start] of starts) {
    const titles = titlesOf(record).map(wordsOf)
    const alike = (existing.get(dayOf(start)) ?? []).filter((one) =>
      titles.some((words) => areSimilar(words, wordsOf(one.title))),
    )
    if (alike.length > 0) duplicates.set(record, alike)
  }
  const ours = await identifiersIn(
    db,
    imported.source,
    [...duplicates.values()].flat().map(({ id }) => id),
  )
  const suspicionsAmong = (record: SourceRecord, alike: readonly DatedTitle[]): readonly Suspicion[] => {
    const other = alike.find(({ id }) => !ours.has(id))
    if (other !== undefined) return [{ reason: fromElsewhere(other), former: [] }]
    if (record.hasDerivedId !== true) return []
    return alike.map((one) => ({
      reason: fromEarlier(one),
      former: ours.get(one.id)!.map(({ external_id }) => external_id),
    }))
  }
  return new Map([...duplicates].map(([record, alike]) => [record, suspicionsAmong(record, alike)]))
}

const fromElsewhere = ({ id, title }: DatedTitle): Reason => ({
  ...message('This may be “{title}”, which came from another source.', { title }),
  suspected: id,
})

const fromEarlier = ({ id, title }: DatedTitle): Reason => ({
  ...message('This may be “{title}” from an earlier import of this source.', { title }),
  suspected: id,
})
