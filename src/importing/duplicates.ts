import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { targetsFrom } from '../store/imports/imported.ts'
import { eventsBeginningIn, type DatedTitle } from '../store/sql/events-on-days.ts'
import type { Database } from '../store/sql/schema.ts'
import { fold } from '../text/search.ts'
import { dayOf, type Wall } from '../time/index.ts'
import type { ImportContext } from './context.ts'
import type { Reason } from './reasons.ts'
import type { SourceRecord } from './record.ts'

/** Finds events that may already exist from another source: on the same day, with a similar title. */

const wordsOf = (title: string) => new Set(fold(title).match(/[\p{L}\p{N}]+/gu))

/** Whether at least two thirds of the words are the same. */
function isSimilar(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length
  return shared > 0 && shared / Math.max(words.size, others.size) >= 2 / 3
}

const titlesOf = ({ fields, translations = {} }: SourceRecord) =>
  [fields, ...Object.values(translations)].flatMap(({ title }) => (typeof title === 'string' ? [title] : []))

/** The period that covers the day in every time zone. */
function periodOf(day: string) {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  return [start - 14 * 3_600, start + 36 * 3_600] as const
}

/** Returns a warning for each new event that may be a duplicate. `starts` contains the start of each event. */
export async function suspicionsOf(
  db: Kysely<Database>,
  { imported }: ImportContext,
  starts: ReadonlyMap<SourceRecord, Wall>,
): Promise<ReadonlyMap<SourceRecord, Reason>> {
  if (starts.size === 0) return new Map()
  const days = [...new Set([...starts.values()].map(dayOf))]
  const existing = groupBy(await eventsBeginningIn(db, days.map(periodOf)), (one) => dayOf(one.start_date))
  const duplicates = new Map<SourceRecord, readonly DatedTitle[]>()
  for (const [record, start] of starts) {
    const titles = titlesOf(record).map(wordsOf)
    const alike = (existing.get(dayOf(start)) ?? []).filter((one) =>
      titles.some((words) => isSimilar(words, wordsOf(one.title))),
    )
    if (alike.length > 0) duplicates.set(record, alike)
  }
  const ours = await targetsFrom(
    db,
    imported.source,
    [...duplicates.values()].flat().map(({ id }) => id),
  )
  return new Map(
    [...duplicates].flatMap(([record, alike]) => {
      const duplicate = alike.find(({ id }) => !ours.has(id))
      return duplicate === undefined ? [] : [[record, reasonFor(duplicate)] as const]
    }),
  )
}

const reasonFor = ({ id, title }: DatedTitle): Reason => ({
  ...message('This may be “{title}”, which came from another source.', { title }),
  suspected: id,
})
