import { ValidationError } from '../../errors.ts'
import { dayOf } from '../../time/index.ts'
import { checkEntry } from '../entries.ts'
import { checkEvent, refuseIds, termsNamed, withoutExisting } from '../reference-checks.ts'
import type { GivenIds, Lookup } from '../resource.ts'
import { checkInline } from './inline.ts'
import type { EventValues } from './schema.ts'

/** Checks of the values of an event that need the database or compare them with each other. */

/**
 * Replaces names of existing terms by their IDs; the other names create terms (interface: Creating events). Digits that
 * are not an ID are looked up as names too, because a year is a common name. Returns the IDs that match no name either.
 */
async function resolveNames(
  name: 'categories' | 'tags',
  values: EventValues,
  unknownIds: readonly number[],
  lookup: Lookup,
): Promise<number[]> {
  const isName = (item: number | string) => typeof item === 'string' || unknownIds.includes(item)
  const names = (values[name] ?? []).filter(isName).map(String)
  if (names.length === 0) return []
  const known = await termsNamed(linkedKinds[name], names, lookup)
  values[name] = values[name]!.map((item) => (isName(item) ? (known.get(String(item)) ?? item) : item))
  return unknownIds.filter((id) => !known.has(String(id)))
}

const linkedKinds = { categories: 'category', tags: 'tag', venue: 'venue', organizer: 'organizer' } as const

/** The IDs of linked resources sent with an event. */
const linkedIds = (values: EventValues): GivenIds[] =>
  (Object.keys(linkedKinds) as (keyof typeof linkedKinds)[]).map((name) => ({
    name,
    kind: linkedKinds[name],
    ids: (values[name] ?? []).filter((item) => typeof item === 'number'),
  }))

/** What the event to update has, by which its new dates and its parent are judged. */
async function storedRow({ db, targetId }: Lookup) {
  if (targetId === undefined) return undefined
  return db
    .selectFrom('events')
    .select(['all_day', 'start_date', 'end_date', 'post_parent'])
    .where('id', '=', targetId)
    .executeTakeFirst()
}

/** The parent that an event has is shown and can be sent back, even if the caller may not read it. */
async function checkParent({ post_parent }: EventValues, lookup: Lookup): Promise<void> {
  if (!post_parent || (await storedRow(lookup))?.post_parent === post_parent) return
  await checkEvent('post_parent', post_parent, lookup)
}

/**
 * Compares two local times or two instants, which does not require the time zone of the event. The draft compares the rest:
 * the days of instants, and local times sent back as they are stored, because in the hour that occurs twice the later of
 * two may look like the earlier.
 */
async function checkRange({ start_date, end_date, all_day }: EventValues, lookup: Lookup) {
  if (!start_date || !end_date) return
  const areWalls = 'wall' in start_date && 'wall' in end_date
  const areInstants = 'instant' in start_date && 'instant' in end_date
  const isReversed =
    (areWalls && end_date.wall < start_date.wall) || (areInstants && end_date.instant < start_date.instant)
  if (!isReversed) return
  const stored = await storedRow(lookup)
  const isAllDay = all_day === undefined ? stored?.all_day === 1 : all_day === true
  const isEarly = isAllDay
    ? areWalls && dayOf(end_date.wall) < dayOf(start_date.wall)
    : !(areWalls && start_date.wall === stored?.start_date && end_date.wall === stored.end_date)
  if (isEarly) lookup.errors.set('end_date', endsEarly())
}

export const endsEarly = () =>
  ValidationError.of('rest_invalid_range', 'An event must not end before it starts.')

export async function check(values: EventValues, lookup: Lookup): Promise<void> {
  await checkEntry(values, lookup)
  for (const missing of await withoutExisting(linkedIds(values), lookup)) {
    const { name, ids } = missing
    const unknown =
      name === 'categories' || name === 'tags' ? await resolveNames(name, values, ids, lookup) : ids
    if (unknown.length > 0) refuseIds({ ...missing, ids: unknown }, lookup)
  }
  await checkInline(values, lookup)
  await checkParent(values, lookup)
  await checkRange(values, lookup)
}
