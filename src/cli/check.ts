import type { Command } from 'commander'
import type { Config } from '../config.ts'
import {
  findMediaFaults,
  findUnreadableImages,
  forgetSizes,
  remakeSizes,
  removeOrphans,
} from '../media/check.ts'
import { createMediaStorage } from '../media/storage/index.ts'
import { changeEverything } from '../store/changes/change-log.ts'
import { findSeriesFaults, repairSeries } from '../store/series/check.ts'
import type { Db } from '../store/sql/db.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import type { EventCountTable } from '../store/sql/schema/derived.ts'
import { correctInstants, findWrongInstants } from '../store/sql/derived-instants.ts'
import { rebuildCounts, findIncorrectCounts } from '../store/sql/event-counts.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { updateDocuments, findIncorrectDocuments } from '../store/documents/document-rendering.ts'
import {
  checkCategories,
  checkIndexes,
  checkLinks,
  checkLostHalves,
  checkOrphans,
  checkTexts,
  checkTriggers,
  tellEach,
  type Repair,
} from './check-rows.ts'
import { checkAdministrators } from './administrator.ts'
import { now } from './clock-and-random.ts'
import { print, showEventProgress, tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { imageProblem } from './images.ts'
import {
  configOf,
  databaseSettings,
  flagsAgain,
  imageSettings,
  renderingSettings,
  sourcesOf,
  withSettings,
} from './settings.ts'

const checkSettings = [...databaseSettings, ...renderingSettings, 'horizon', ...imageSettings] as const

export function declare(command: Command): void {
  withSettings(command, checkSettings)
    .description(
      'Recounts and rerenders all events and compares the results with the stored counters and rendered events, compares UTC times with local times, occurrences with the rules of their series, links with their events, search texts and full-text indexes with texts, the triggers that record changes with those that there should be, the tree of categories with their parents, and image files with the database. Differences are printed to standard output; the exit code is then 1.',
    )
    .option('--repair', 'repair the differences, and remove files older than an hour that belong to no image')
    .action((options: { repair?: boolean }) => {
      const config = configOf(options)
      const flags = flagsAgain(sourcesOf(options), checkSettings)
      const repair = { isWanted: options.repair === true, command: `calends check --repair${flags}` }
      return withFilledDatabase(config, (database) => check(database, config, repair))
    })
}

async function check(database: OpenDatabase, config: Config, repair: Repair): Promise<void> {
  const { db } = database
  await requireReadableImages(db, repair)
  const found = [
    // First, because what is repaired is recorded by them.
    await checkTriggers(db, repair),
    // Then, because series and renderings are compared with the instants.
    await checkInstants(db, config, repair),
    await checkSeries(db, config, repair),
    await checkOrphans(db, repair),
    await checkLostHalves(db),
    await checkLinks(db, repair),
    await checkTexts(db, repair),
    await checkIndexes(database, repair),
    await checkCategories(db, repair),
    await checkDerived(db, config, repair),
    await checkAdministrators(db),
    await checkImages(db, config, repair).catch((error: unknown) => imageProblem('checked', error)),
  ]
  const problems = found.filter((problem) => problem !== undefined)
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
}

/** Throws if images cannot be read, because renderings and files cannot be compared then. */
async function requireReadableImages(db: Db, repair: Repair): Promise<void> {
  const ids = await findUnreadableImages(db)
  if (ids.length === 0) return
  ids.forEach((id) => print(`image ${id}: the list of its sizes cannot be read`))
  if (!repair.isWanted)
    throw new CommandError(
      `${ids.length} images cannot be read, so nothing else was checked; repair them with:\n  ${repair.command}`,
    )
  for (const id of ids) await forgetSizes(db, id, now())
  tellOperator(`${ids.length} images could not be read; the service makes their sizes again.`)
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
async function checkInstants(db: Db, { timezone }: Config, repair: Repair): Promise<string | undefined> {
  const wrong = await tellEach(
    findWrongInstants(db, timezone),
    (id) => `event ${id}: the UTC times do not follow from the local times`,
    repair.isWanted && ((ids) => correctInstants(db, ids, timezone)),
  )
  if (wrong === 0) tellOperator('All UTC times follow from the local times.')
  else if (repair.isWanted) tellOperator(`${wrong} events had wrong UTC times and have been repaired.`)
  else return `${wrong} events have wrong UTC times; repair them with:\n  ${repair.command}`
  return undefined
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
async function checkSeries(
  db: Db,
  { timezone, horizon }: Config,
  repair: Repair,
): Promise<string | undefined> {
  const clock = { now: now(), timezone, horizon }
  const faults = await findSeriesFaults(db, clock)
  faults.forEach(({ series, sentence }) => print(`series ${series}: ${sentence}`))
  if (faults.length === 0) {
    tellOperator('All series have the occurrences of their rules.')
    return undefined
  }
  const ids = [...new Set(faults.map(({ series }) => series))]
  if (!repair.isWanted) return `${ids.length} series are incorrect; repair them with:\n  ${repair.command}`
  await repairSeries(db, ids, clock)
  const left = new Set((await findSeriesFaults(db, clock)).map(({ series }) => series)).size
  tellOperator(`${ids.length} series were incorrect; ${ids.length - left} have been repaired.`)
  return left === 0 ? undefined : `${left} series could not be repaired: update what is named above.`
}

/** Returns the error message for what remains incorrect; undefined if nothing does. */
async function checkImages(db: Db, config: Config, repair: Repair): Promise<string | undefined> {
  const storage = createMediaStorage(config)
  const faults = await findMediaFaults(db, storage)
  const { missing, unmade, orphans } = faults
  const found = missing.length + unmade.length + orphans.length
  missing.forEach(({ id, file, isTruncated }) =>
    print(`image ${id}: the file ${file} is ${isTruncated ? 'not whole' : 'missing'}`),
  )
  unmade.forEach(({ id, size }) => print(`image ${id}: the size ${size} could not be made`))
  orphans.forEach(({ name }) => print(`the file ${name} belongs to no image`))
  if (found === 0) {
    tellOperator('All files of images are there and whole.')
    return undefined
  }
  const removed = repair.isWanted ? await removeOrphans(storage, faults, now() * 1000) : 0
  const remade = repair.isWanted ? await remakeSizes(db, faults, now()) : 0
  if (repair.isWanted)
    tellOperator(`${removed} files were removed; the service makes ${remade} missing files again.`)
  const left = found - removed - remade
  if (left === 0) return undefined
  return repair.isWanted
    ? `${left} files could not be repaired: restore missing pictures from a backup, or delete their images; younger files than an hour may belong to an upload.`
    : `${left} files of images are missing, not whole, or belong to nothing; repair them with:\n  ${repair.command}`
}

const differs = ({ kind, target, language, n }: EventCountTable) =>
  `${kind} ${target} ${language || 'all languages'}: ${n > 0 ? `${n} too many` : `${-n} too few`}`

/** Returns the error message for what remains incorrect; undefined if nothing does. */
async function checkDerived(db: Db, config: Config, repair: Repair): Promise<string | undefined> {
  const counters = await findIncorrectCounts(db)
  counters.forEach((counter) => print(differs(counter)))
  const documents = await findIncorrectDocuments(db, config, showEventProgress)
  documents?.forEach((id) => print(`event ${id}: the stored rendering is out of date`))
  if (documents === undefined)
    tellOperator(
      'Rendered events were not checked: they were rendered with other settings, or rendering is still in progress.',
    )
  const wrong = documents ?? []
  if (counters.length + wrong.length === 0) {
    tellOperator(
      documents === undefined ? 'All counters are correct.' : 'All counters and rendered events are correct.',
    )
    return undefined
  }
  const found = `${counters.length} counters and ${wrong.length} events`
  if (!repair.isWanted) return `${found} are incorrect; repair them with:\n  ${repair.command}`
  await inTransaction(db, async (trx) => {
    if (counters.length > 0) await rebuildCounts(trx)
    await updateDocuments(trx, wrong, config)
    await changeEverything(trx)
  })
  tellOperator(`${found} were incorrect and have been repaired.`)
  return undefined
}
