import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { changeEverything } from '../store/changes/change-log.ts'
import type { Db } from '../store/sql/db.ts'
import type { EventCountTable } from '../store/sql/schema.ts'
import { rebuildCounts, findIncorrectCounts } from '../store/sql/event-counts.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { updateDocuments, findIncorrectDocuments } from '../store/documents/background-rendering.ts'
import { print, tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addCheck(program: Command): void {
  withSettings(program.command('check'), [...databaseSettings, 'timezone', 'languages', 'currency'])
    .summary('check derived data against its source')
    .description(
      'Recounts and rerenders all events and compares the results with the stored counters and rendered events. Differences are printed to standard output; the exit code is then 1.',
    )
    .option('--repair', 'repair the differences')
    .action((options: { repair?: boolean }) => {
      const config = configOf(options)
      return withFilledDatabase(config, ({ db }) => check(db, config, options.repair === true))
    })
}

const differs = ({ kind, target, language, n }: EventCountTable) =>
  `${kind} ${target} ${language || 'all languages'}: ${n > 0 ? `${n} too many` : `${-n} too few`}`

async function check(db: Db, config: Config, isRepairing: boolean): Promise<void> {
  const counters = await findIncorrectCounts(db)
  counters.forEach((counter) => print(differs(counter)))
  const documents = await findIncorrectDocuments(db, config)
  documents?.forEach((id) => print(`event ${id}: the stored rendering is out of date`))
  if (documents === undefined)
    tellOperator(
      'Rendered events were not checked: they were rendered with other settings, or rendering is still in progress.',
    )
  const wrong = documents ?? []
  if (counters.length + wrong.length === 0)
    return tellOperator(
      documents === undefined ? 'All counters are correct.' : 'All counters and rendered events are correct.',
    )
  const found = `${counters.length} counters and ${wrong.length} events`
  if (!isRepairing)
    throw new CommandError(`${found} are incorrect; repair them with: calends check --repair.`)
  await inTransaction(db, async (trx) => {
    if (counters.length > 0) await rebuildCounts(trx)
    await updateDocuments(trx, wrong, config)
    await changeEverything(trx)
  })
  tellOperator(`${found} were incorrect and have been repaired.`)
}
