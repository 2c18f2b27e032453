import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { changeEverything } from '../store/changes/change-log.ts'
import type { Db } from '../store/sql/db.ts'
import type { EventCountTable } from '../store/sql/schema.ts'
import { rebuildCounts, findIncorrectCounts } from '../store/sql/event-counts.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { updateDocuments, wrongDocuments } from '../store/documents/making.ts'
import { print, tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandProblem } from './problem.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addCheck(program: Command): void {
  withSettings(program.command('check'), [...databaseSettings, 'timezone', 'languages', 'currency'])
    .summary('compare what is derived with what it is derived from')
    .description(
      'Counts events afresh and compares that with the counters that lists are totalled by, then renders events afresh and compares that with what is kept of them. What differs goes to standard output; the exit code is 1 then.',
    )
    .option('--repair', 'put right what differs')
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
  const documents = await wrongDocuments(db, config)
  documents?.forEach((id) => print(`event ${id}: what is kept of it is not what it says`))
  if (documents === undefined)
    tellOperator('What is kept of events was made with other settings or is being made: it is not compared.')
  const wrong = documents ?? []
  if (counters.length + wrong.length === 0)
    return tellOperator(
      documents === undefined
        ? 'All counters are right.'
        : 'All counters are right, and so is what is kept of all events.',
    )
  const found = `${counters.length} counters and ${wrong.length} events`
  if (!isRepairing) throw new CommandProblem(`${found} are wrong; calends check --repair puts them right.`)
  await inTransaction(db, async (trx) => {
    if (counters.length > 0) await rebuildCounts(trx)
    await updateDocuments(trx, wrong, config)
    await changeEverything(trx)
  })
  tellOperator(`${found} were wrong and have been put right.`)
}
