import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { languages } from '../demo/languages.ts'
import { isEmpty, loadTown } from '../demo/load.ts'
import { seededRandom } from '../demo/random.ts'
import { makeTown } from '../demo/town.ts'
import { siteOf } from '../api/site.ts'
import { resources } from '../resources/index.ts'
import { dayOf, toWall } from '../time/index.ts'
import { anyAdministrator, letAdministratorIn } from './administrator.ts'
import { now } from './chance.ts'
import { tellOperator } from './console.ts'
import { withCurrentDatabase } from './database.ts'
import { CommandProblem } from './problem.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addDemo(program: Command): void {
  withSettings(program.command('demo'), [...databaseSettings, 'admin', 'timezone', 'languages'])
    .summary('fill an empty database with a town and its events')
    .description('Fills an empty database with a bilingual town and a year of events, to try things with.')
    .action((options: Readonly<Record<string, unknown>>) => {
      const config = configOf(options)
      return withCurrentDatabase(config, async (database) => {
        if (!(await isEmpty(database.db)))
          throw new CommandProblem('The database is not empty; the demonstration fills only an empty one.')
        await letAdministratorIn(config, database)
        await fill(config, database)
      })
    })
}

/** Leaves a database alone that has anything in it. */
export async function fillIfEmpty(config: Config, database: OpenDatabase): Promise<void> {
  if (await isEmpty(database.db)) await fill(config, database)
  else tellOperator('The database is not empty, so the demonstration leaves it as it is.')
}

const seed = 1

async function fill(config: Config, database: OpenDatabase) {
  if (!languages.some((language) => config.languages.includes(language)))
    throw new CommandProblem(
      `The demonstration speaks ${languages.join(', ')}; CALENDS_LANGUAGES has none of them.`,
    )
  const instant = now()
  const town = makeTown({ today: dayOf(toWall(instant, config.timezone)), random: seededRandom(seed) })
  const site = siteOf(config, instant)
  const author = await anyAdministrator(database)
  const count = await loadTown({ db: database.db, resources, site, author, progress: showProgress() }, town)
  tellOperator(`The database now has a town with ${count} events.`)
}

/** A line that renews itself, for people who watch. */
function showProgress() {
  if (!process.stderr.isTTY) return () => undefined
  return (done: number, total: number) =>
    void process.stderr.write(`\r${done} of ${total} events${done === total ? '\n' : ''}`)
}
