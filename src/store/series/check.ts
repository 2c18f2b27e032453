import type { Kysely } from 'kysely'
import { idsOf } from '../../ids-of.ts'
import {
  columnsOf,
  inheritedFields,
  isInherited,
  linksAmong,
  overrideName,
  overridesColumn,
  overridesOf,
  textsAmong,
} from '../../resources/events/inheritance.ts'
import { isHidden, isSeries, listingOf, seriesListings } from '../../resources/events/hide-from-listings.ts'
import { findStored } from '../../recurrence/index.ts'
import { exists, findZone, type Instant } from '../../time/index.ts'
import { groupBy } from '../../group-by.ts'
import type { Db } from '../sql/db.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import type { Database, EventLinkTable } from '../sql/schema.ts'
import type { StoredText } from '../sql/slugs.ts'
import { inTransaction, type Trx } from '../sql/write-queue.ts'
import { reconcile, planReconciliation } from './reconcile.ts'
import { inheritedRow, insertCopies } from './occurrences.ts'
import { reachedHorizon } from './horizon.ts'
import { dueOf, isAwaited, type Clock } from './placement.ts'
import { setLanguages } from './propagate-texts.ts'
import { propagateAll } from './propagate.ts'
import {
  findEvent,
  findSeries,
  firstOf,
  liveRowsOf,
  seriesRules,
  setColumns,
  single,
  type EventRow,
  type Series,
} from './rows.ts'

/** Checks whether series match their rules and events, and repairs them. */

export interface SeriesFault {
  readonly series: number
  readonly sentence: string
}

type Link = Pick<EventLinkTable, 'event_id' | 'kind' | 'position' | 'target'>

const textsOfEvents = prepareByIds<StoredText>((db, ids) =>
  db.selectFrom('event_texts').selectAll().where('id', 'in', ids),
)

const linksOfEvents = prepareByIds<Link>((db, ids) =>
  db
    .selectFrom('event_links')
    .select(['event_id', 'kind', 'position', 'target'])
    .where('event_id', 'in', ids),
)

const linksAs = (links: readonly Link[], kind: string) =>
  links
    .filter((link) => link.kind === kind)
    .toSorted((one, other) => one.position - other.position)
    .map(({ target }) => target)
    .join(' ')

/** What occurrences are compared with. */
interface Compared {
  readonly event: EventRow
  readonly texts: ReadonlyMap<number, readonly StoredText[]>
  readonly links: ReadonlyMap<number, readonly Link[]>
}

/** An occurrence with a publication date of its own is published then, whether or not its series is by then. */
const isScheduled = (row: EventRow, event: EventRow) =>
  overridesOf(row).includes('date') &&
  [row, event].every(({ status }) => status === 'publish' || status === 'future')

/** Fields in which an occurrence differs from its series without overriding them. */
function differences(row: EventRow, { event, texts, links }: Compared): string[] {
  const own = overridesOf(row)
  const ofSeries = inheritedFields.filter(
    (field) => !own.includes(field) && !(field === 'status' && isScheduled(row, event)),
  )
  const columns = ofSeries.filter((field) => columnsOf([field]).some((name) => row[name] !== event[name]))
  const linked = linksAmong(ofSeries).filter(
    (kind) => linksAs(links.get(row.id) ?? [], kind) !== linksAs(links.get(event.id) ?? [], kind),
  )
  const [mine, others] = [row.id, event.id].map((id) => texts.get(id) ?? [])
  const differingTexts = [...mine!, ...others!].flatMap(({ language }) => {
    const [one, other] = [mine!, others!].map((some) => some.find((text) => text.language === language))
    return textsAmong(inheritedFields)
      .filter((field) => (one?.[field] ?? null) !== (other?.[field] ?? null))
      .map((field) => overrideName(field, language, row.original_language))
      .filter((name) => !own.includes(name))
  })
  return [...new Set([...columns, ...linked, ...differingTexts])]
}

async function compared(db: Kysely<Database>, series: Series, rows: readonly EventRow[]): Promise<Compared> {
  const ids = [series.event.id, ...rows.map(({ id }) => id)]
  const texts = await textsOfEvents(db, ids)
  const links = await linksOfEvents(db, ids)
  return {
    event: inheritedRow(series),
    texts: groupBy(texts, ({ id }) => id),
    links: groupBy(links, ({ event_id }) => event_id),
  }
}

const isUnknown = (name: string) => !isInherited(name)

/** Why a series can neither be checked nor repaired; undefined if it can. */
function unreadable(series: Series): string | undefined {
  const { starts, ends, recurrence } = series.rule
  if (findZone(series.event.timezone) === undefined || !exists(starts) || !exists(ends) || ends < starts)
    return 'the time cannot be read; send start_date, end_date and timezone to the series'
  if (findStored(recurrence, firstOf(series)) === undefined)
    return 'the rule cannot be read; send recurrence to the series'
  return undefined
}

/** Whether the rule continues, but no further occurrences are scheduled to be created. */
function hasStopped(series: Series, rows: readonly EventRow[], clock: Clock): boolean {
  const last = rows
    .map((row) => row.recurrence_id!)
    .toSorted()
    .at(-1)
  const state = { last, earliestEnd: undefined, count: 0 }
  return series.rule.due === null && dueOf(series, state, clock) !== undefined
}

/** The faults of one series, one sentence each. */
async function faultsOf(db: Kysely<Database>, series: Series, clock: Clock): Promise<string[]> {
  const sentence = unreadable(series)
  if (sentence !== undefined) return [sentence]
  const plan = await planReconciliation(db, series, clock)
  const restored = plan.restored.map((row) => row.recurrence_id!)
  const missing = [...plan.created, ...restored].filter((wall) => !isAwaited(series, wall, clock)).length
  const rows = [...plan.kept, ...plan.moved]
  const against = await compared(db, series, rows)
  return [
    ...(against.texts.has(series.event.id) ? [] : ['the texts are missing']),
    // A date ahead may have been moved into the past.
    ...(hasStopped(series, [...rows, ...plan.past], clock) ? ['the horizon does not move on'] : []),
    ...(missing > 0 ? [`${missing} occurrences are missing`] : []),
    ...plan.moved.map(({ id }) => `occurrence ${id} is not where the rule places it`),
    ...plan.trashed.map(({ id }) => `occurrence ${id} is none that the rule yields`),
    ...rows.flatMap((row) => {
      const fields = differences(row, against)
      return fields.length === 0 ? [] : [`occurrence ${row.id} differs in ${fields.join(', ')}`]
    }),
    ...rows.flatMap((row) =>
      overridesOf(row)
        .filter(isUnknown)
        .map((name) => `occurrence ${row.id} overrides ${name}, which is no field`),
    ),
  ]
}

const seriesIds = async (db: Kysely<Database>): Promise<number[]> =>
  (
    await db
      .selectFrom('events')
      .select('id')
      .where('hide_from_listings', 'in', [...seriesListings])
      .where('status', '<>', 'trash')
      .union((eb) =>
        eb
          .selectFrom('series')
          .leftJoin('events', 'events.id', 'series.id')
          .select('series.id')
          .where((or) => or.or([or('events.id', 'is', null), or('events.status', '<>', 'trash')])),
      )
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Which of the two rows of a series is missing or wrong. */
async function lossOf(db: Kysely<Database>, id: number): Promise<string> {
  const event = await findEvent(db, id)
  if (event === undefined) return 'the event is missing'
  return isSeries(event) ? 'the rule is missing' : 'the event is not marked as a series'
}

/** Occurrences whose series no longer exists. */
const orphans = (db: Kysely<Database>): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('recurrence_id', 'is not', null)
    .where('post_parent', 'not in', (eb) => eb.selectFrom('series').select('id'))
    .execute()

/**
 * All faults; series in the trash are not checked. That a horizon has been set further away is none, because the next
 * start extends all series.
 */
export async function findSeriesFaults(db: Kysely<Database>, setting: Clock): Promise<SeriesFault[]> {
  const faults: SeriesFault[] = []
  const reached = await reachedHorizon(db)
  const clock = { ...setting, horizon: Math.min(setting.horizon, reached ?? setting.horizon) }
  for (const id of await seriesIds(db)) {
    const series = await findSeries(db, id)
    const sentences = series === undefined ? [await lossOf(db, id)] : await faultsOf(db, series, clock)
    faults.push(...sentences.map((sentence) => ({ series: id, sentence })))
  }
  for (const { id, post_parent } of await orphans(db))
    faults.push({ series: post_parent, sentence: `occurrence ${id} is left without its series` })
  return faults
}

/** An event without a rule becomes a single one, an event with a rule a series; a rule without an event is deleted. */
async function makeWhole(trx: Trx, id: number): Promise<void> {
  const event = await findEvent(trx, id)
  if (event === undefined) return void (await trx.deleteFrom('series').where('id', '=', id).execute())
  const hasRule = (await seriesRules(trx, [id])).length > 0
  if (hasRule === isSeries(event)) return
  const listing = hasRule ? listingOf({ isHidden: isHidden(event), isSeries: true }) : 1
  await trx.updateTable('events').set({ hide_from_listings: listing }).where('id', '=', id).execute()
}

const day = /-\d{4}-\d\d-\d\d$/

/** Restores missing texts of a series from an occurrence, preferably one without texts of its own. */
async function restoreTexts(trx: Trx, { event }: Series, now: Instant): Promise<void> {
  const live = await liveRowsOf(trx, event.id)
  const ids = idsOf(live)
  const texts = groupBy(await textsOfEvents(trx, [event.id, ...ids]), ({ id }) => id)
  const withTexts = live.filter(({ id }) => texts.has(id))
  const model = withTexts.find((row) => textsAmong(overridesOf(row)).length === 0) ?? withTexts[0]
  if (texts.has(event.id) || model === undefined) return
  await insertCopies(trx, texts.get(model.id)!, event.id, now, (slug) => slug.replace(day, ''))
  await setLanguages(trx, [event.id])
}

const freeOrphans = (db: Db) =>
  inTransaction(db, async (trx) => {
    for (const { id } of await orphans(trx)) await setColumns(trx, id, single)
  })

/**
 * Recreates the occurrences that the rules yield, and what they inherit; occurrences without a series become single
 * events.
 */
export async function repairSeries(db: Db, ids: readonly number[], clock: Clock): Promise<void> {
  for (const id of ids) await inTransaction(db, (trx) => repairOne(trx, id, clock))
  await freeOrphans(db)
}

async function repairOne(trx: Trx, id: number, clock: Clock): Promise<void> {
  if ((await findSeries(trx, id)) === undefined) await makeWhole(trx, id)
  const series = await findSeries(trx, id)
  if (series === undefined || unreadable(series) !== undefined) return
  const { now } = clock
  await restoreTexts(trx, series, now)
  if ((await textsOfEvents(trx, [id])).length === 0) return
  const rows = (await liveRowsOf(trx, id)).filter(({ end_utc }) => end_utc > now)
  const known = rows.map((row) => ({
    ...row,
    overrides: overridesColumn(overridesOf(row).filter((name) => !isUnknown(name))),
  }))
  for (const { id: occurrence, overrides } of known.filter(
    (row, at) => row.overrides !== rows[at]!.overrides,
  ))
    await setColumns(trx, occurrence, { overrides, modified: now })
  await propagateAll(trx, series, known, { now })
  await reconcile(trx, series, clock)
}
