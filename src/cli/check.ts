import type { Command } from 'commander'
import { recount, wrongTallies } from '../database/tallies.ts'
import { inTransaction } from '../database/transaction.ts'
import { print, tellOperator } from './console.ts'
import { withCurrentDatabase } from './database.ts'
import { CommandProblem } from './problem.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addCheck(program: Command): void {
  withSettings(program.command('check'), databaseSettings)
    .summary('compare what is derived with what it is derived from')
    .description(
      'Counts events afresh and compares that with the counters that lists are totalled by. What differs goes to standard output; the exit code is 1 then.',
    )
    .option('--repair', 'put right what differs')
    .action((options: { repair?: boolean }) =>
      withCurrentDatabase(configOf(options), async ({ db }) => {
        const wrong = await wrongTallies(db)
        for (const { kind, target, language, bucket, n } of wrong)
          print(
            `${kind} ${target} ${language || 'all languages'} ${bucket}: ${n > 0 ? `${n} too many` : `${-n} too few`}`,
          )
        if (wrong.length === 0) return tellOperator('All counters are right.')
        if (options.repair !== true)
          throw new CommandProblem(
            `${wrong.length} counters are wrong; calends check --repair puts them right.`,
          )
        await inTransaction(db, recount)
        tellOperator(`${wrong.length} counters were wrong and have been put right.`)
      }),
    )
}
