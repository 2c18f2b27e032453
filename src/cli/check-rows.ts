import {
  correctCategories,
  findMisplaced,
  findWrongAncestors,
  type MisplacedCategory,
} from '../store/check/categories.ts'
import { correctLinks, findStaleLinks } from '../store/check/links.ts'
import {
  findLostHalves,
  findOrphanedLinks,
  removeLinks,
  type LostHalf,
  type OrphanedLink,
} from '../store/check/orphans.ts'
import { findStaleIndexes, rebuildIndexes } from '../store/check/search-indexes.ts'
import { correctTexts, findStaleTexts } from '../store/check/texts.ts'
import { createTriggers, findMissingTriggers } from '../store/check/triggers.ts'
import type { Db } from '../store/sql/db.ts'
import type { OpenDatabase, StaleIndex } from '../store/sql/dialects/dialect.ts'
import { print, showProgressOf, tellOperator } from './console.ts'
import { reasonFor } from './error-messages.ts'

/** The part of `calends check` that compares rows with the rows that they are derived from or refer to. */

export interface Repair {
  readonly isWanted: boolean
  /** What repairs the same database. */
  readonly command: string
}

/** Prints a line for each that is found, and repairs each batch if that is wanted; returns their number. */
export async function tellEach<One>(
  batches: AsyncIterable<readonly One[]>,
  lineOf: (one: One) => string,
  repair: ((batch: readonly One[]) => Promise<void>) | false,
): Promise<number> {
  let found = 0
  for await (const batch of batches) {
    batch.forEach((one) => print(lineOf(one)))
    if (repair !== false) await repair(batch)
    found += batch.length
  }
  return found
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkLinks(db: Db, repair: Repair): Promise<string | undefined> {
  const wrong = await tellEach(
    findStaleLinks(db),
    (id) => `event ${id}: its links have other times than the event, or another visibility`,
    repair.isWanted && ((ids) => correctLinks(db, ids)),
  )
  if (wrong === 0) tellOperator('All links have the times and the visibility of their events.')
  else if (repair.isWanted)
    tellOperator(`The links of ${wrong} events were incorrect and have been repaired.`)
  else return `The links of ${wrong} events are incorrect; repair them with:\n  ${repair.command}`
  return undefined
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkTexts(db: Db, repair: Repair): Promise<string | undefined> {
  const stale = await tellEach(
    findStaleTexts(db, showProgressOf('resources')),
    ({ kind, id, faults }) => faults.map((fault) => `${kind} ${id}: ${fault} is out of date`).join('\n'),
    repair.isWanted && ((batch) => correctTexts(db, batch)),
  )
  if (stale === 0) tellOperator('All search texts, sort keys and lists of languages are correct.')
  else if (repair.isWanted)
    tellOperator(
      `${stale} resources had incorrect search texts, sort keys or languages and have been repaired.`,
    )
  else
    return `${stale} resources have incorrect search texts, sort keys or languages; repair them with:\n  ${repair.command}`
  return undefined
}

const namedAtMost = 10

/** The first of them, because an index that was emptied lacks all. */
const someOf = (ids: readonly number[]) =>
  `${ids.slice(0, namedAtMost).join(', ')}${ids.length > namedAtMost ? ' …' : ''}`

function differsFromTexts({ table, isLost, isAbandoned, missing }: StaleIndex): string {
  if (isLost) return `${table}: the full-text index is missing, so searches read all texts`
  if (isAbandoned)
    return `${table}: triggers that keep the full-text index up to date are missing, so searches find what was there before`
  return missing.length === 0
    ? `${table}: the full-text index has other words than the texts`
    : `${table}: the full-text index lacks texts of ${missing.length} resources: ${someOf(missing)}`
}

/** SQLite has other codes for a file that is too large, and for a folder that cannot be written to. */
const isLackOfRoom = /^SQLITE_(?:FULL|IOERR|CANTOPEN)/

/** Undefined if there is no room for the copy that is compared. */
async function staleIndexes(db: Db): Promise<readonly StaleIndex[] | undefined> {
  try {
    return await findStaleIndexes(db, showProgressOf('full-text indexes'))
  } catch (error) {
    if (!isLackOfRoom.test(String((error as { code?: unknown }).code))) throw error
    tellOperator(
      `Full-text indexes were not checked: ${reasonFor(error)}. They are copied to the folder for temporary files; SQLITE_TMPDIR may name another one.`,
    )
    return undefined
  }
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkIndexes(
  database: Pick<OpenDatabase, 'db' | 'unlimited'>,
  repair: Repair,
): Promise<string | undefined> {
  const stale = await staleIndexes(database.db)
  if (stale === undefined) return undefined
  stale.forEach((index) => print(differsFromTexts(index)))
  if (stale.length === 0) {
    tellOperator('All full-text indexes have the words of the texts.')
    return undefined
  }
  if (!repair.isWanted)
    return `${stale.length} full-text indexes are incorrect; repair them with:\n  ${repair.command}`
  await rebuildIndexes(database, stale)
  tellOperator(`${stale.length} full-text indexes were incorrect and have been built anew.`)
  return undefined
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkTriggers(db: Db, repair: Repair): Promise<string | undefined> {
  const missing = await findMissingTriggers(db)
  missing.forEach((name) => print(`${name}: this trigger, which records changes, is missing or disabled`))
  if (missing.length === 0) {
    tellOperator('All triggers that record changes are there.')
    return undefined
  }
  if (!repair.isWanted)
    return `${missing.length} triggers that record changes are missing, so that visitors are shown what was there before; create them with:\n  ${repair.command}`
  await createTriggers(db)
  tellOperator(`${missing.length} triggers that record changes were missing and have been created.`)
  return undefined
}

const misplaced = ({ id, parent, exists }: MisplacedCategory) =>
  exists
    ? `category ${id}: its parent ${parent} is below it`
    : `category ${id}: its parent ${parent} does not exist`

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkCategories(db: Db, repair: Repair): Promise<string | undefined> {
  const wrong = await findMisplaced(db)
  const ancestors = await findWrongAncestors(db)
  wrong.forEach((category) => print(misplaced(category)))
  ancestors.forEach(({ ancestor, descendant, isMissing }) =>
    print(
      `category ${descendant}: the tree ${isMissing ? 'lacks its ancestor' : 'has as its ancestor, wrongly,'} ${ancestor}`,
    ),
  )
  if (wrong.length + ancestors.length === 0) {
    tellOperator('All categories have the ancestors that follow from their parents.')
    return undefined
  }
  const found = `${wrong.length} parents and ${ancestors.length} ancestors of categories`
  if (!repair.isWanted)
    return `${found} are incorrect; repair them, with categories without a parent at the top, with:\n  ${repair.command}`
  await correctCategories(db)
  tellOperator(
    `${found} were incorrect and have been repaired${wrong.length === 0 ? '' : '; categories without a parent are at the top now, and can be moved'}.`,
  )
  return undefined
}

const orphanedLink = ({ event_id, kind, target, lacksEvent }: OrphanedLink) =>
  `event ${event_id}: the link to ${kind} ${target} ${lacksEvent ? 'has no event' : 'leads to nothing'}`

/** Returns the error message for what remains incorrect; undefined if nothing does. */
export async function checkOrphans(db: Db, repair: Repair): Promise<string | undefined> {
  const orphans = await tellEach(
    findOrphanedLinks(db),
    orphanedLink,
    repair.isWanted && ((links) => removeLinks(db, links)),
  )
  if (orphans === 0) tellOperator('All links have an event and lead to something.')
  else if (repair.isWanted) tellOperator(`${orphans} links without an event or a target have been removed.`)
  else return `${orphans} links have no event or no target; remove them with:\n  ${repair.command}`
  return undefined
}

const lostHalf = ({ kind, id, language, title }: LostHalf) =>
  title === undefined
    ? `${kind} ${id}: the text in ${language}, its original, is missing`
    : `${kind} ${id}: the ${kind} of the text in ${language} is missing: ${title}`

/** Returns the error message for what is missing, which cannot be derived; undefined if nothing is. */
export async function checkLostHalves(db: Db): Promise<string | undefined> {
  const lost = await tellEach(findLostHalves(db), lostHalf, false)
  if (lost > 0)
    return `${lost} resources or texts are missing, which cannot be repaired: restore a backup, or delete the rows that are left with SQL.`
  tellOperator('All resources have their texts, and all texts their resources.')
  return undefined
}
