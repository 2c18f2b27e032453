import type { Kysely } from 'kysely'
import { groupBy } from '../group-by.ts'
import { message } from '../locales/sentence.ts'
import { targetsFrom } from '../store/imports/imported.ts'
import { eventsBeginningIn, type DatedTitle } from '../store/sql/events-on-days.ts'
import type { Database } from '../store/sql/schema.ts'
import { fold } from '../text/search.ts'
import type { Wall } from '../time/index.ts'
import type { ImportContext } from './context.ts'
import type { Reason } from './reasons.ts'
import type { SourceRecord } from './record.ts'

/** Events that may be here already from elsewhere: on the same day, under much the same title. */

const wordsOf = (title: string) => new Set(fold(title).match(/[\p{L}\p{N}]+/gu))

/** Two of three words are the same. */
function isSimilar(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length
  return shared > 0 && shared / Math.max(words.size, others.size) >= 2 / 3
}

const titlesOf = ({ fields, translations = {} }: SourceRecord) =>
  [fields, ...Object.values(translations)].flatMap(({ title }) => (typeof title === 'string' ? [title] : []))

const dayOf = (wall: Wall) => wall.slice(0, 10)

/** Wherever on earth the day is. */
function periodOf(day: string) {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000
  return [start - 14 * 3_600, start + 36 * 3_600] as const
}

/** For each of these new events the reason to look twice, if there is one. `starts` is when each begins. */
export async function suspicionsOf(
  db: Kysely<Database>,
  { imported }: ImportContext,
  starts: ReadonlyMap<SourceRecord, Wall>,
): Promise<ReadonlyMap<SourceRecord, Reason>> {
  if (starts.size === 0) return new Map()
  const days = [...new Set([...starts.values()].map(dayOf))]
  const here = groupBy(await eventsBeginningIn(db, days.map(periodOf)), (one) => dayOf(one.start_date))
  const twins = new Map<SourceRecord, readonly DatedTitle[]>()
  for (const [record, start] of starts) {
    const titles = titlesOf(record).map(wordsOf)
    const alike = (here.get(dayOf(start)) ?? []).filter((one) =>
      titles.some((words) => isSimilar(words, wordsOf(one.title))),
    )
    if (alike.length > 0) twins.set(record, alike)
  }
  const ours = await targetsFrom(
    db,
    imported.source,
    [...twins.values()].flat().map(({ id }) => id),
  )
  return new Map(
    [...twins].flatMap(([record, alike]) => {
      const twin = alike.find(({ id }) => !ours.has(id))
      return twin === undefined ? [] : [[record, reasonFor(twin)] as const]
    }),
  )
}

const reasonFor = ({ id, title }: DatedTitle): Reason => ({
  ...message('This may be “{title}”, which is here from elsewhere.', { title }),
  suspected: id,
})
