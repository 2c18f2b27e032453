import type { Command } from 'commander'
import type { Config } from '../config.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { languages } from '../demo/languages.ts'
import { isEmpty, loadTown } from '../demo/load.ts'
import { seededRandom } from '../demo/random.ts'
import { townCurrency } from '../demo/template.ts'
import { makeTown, townTimezone } from '../demo/town.ts'
import { siteOf } from '../api/site.ts'
import { resources } from '../resources/index.ts'
import { dayOf, toWall } from '../time/index.ts'
import { anyAdministrator, ensureAdministratorExists } from './administrator.ts'
import { now } from './clock-and-random.ts'
import { showEventProgress, tellOperator } from './console.ts'
import { withCurrentDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { configOf, databaseSettings, renderingSettings, withSettings } from './settings.ts'

const demoSettings = [...databaseSettings, 'admin', ...renderingSettings, 'horizon'] as const

export function declare(command: Command): void {
  withSettings(command, demoSettings)
    .description('Fills an empty database with a sample town and one year of events.')
    .action((options: Readonly<Record<string, unknown>>) => {
      const config = configOf(options)
      return withCurrentDatabase(config, async (database) => {
        if (!(await isEmpty(database.db)))
          throw new CommandError('The database is not empty; calends demo requires an empty database.')
        await ensureAdministratorExists(config, database)
        await fill(config, database)
      })
    })
}

/** Does nothing if the database contains data. */
export async function fillIfEmpty(config: Config, database: OpenDatabase): Promise<void> {
  if (await isEmpty(database.db)) await fill(config, database)
  else tellOperator('The database is not empty; no sample events were added.')
}

const seed = 1

async function fill(config: Config, database: OpenDatabase) {
  if (!languages.some((language) => config.languages.includes(language)))
    throw new CommandError(
      `The sample events exist only in ${languages.join(', ')}; CALENDS_LANGUAGES must contain at least one of these.`,
    )
  const instant = now()
  const town = makeTown({ today: dayOf(toWall(instant, config.timezone)), random: seededRandom(seed) })
  const site = siteOf(config, instant)
  const author = await anyAdministrator(database)
  const count = await loadTown(
    { db: database.db, resources, site, author, progress: showEventProgress },
    town,
  )
  tellOperator(`Added a sample town with ${count} events.`)
  tellDifferences(config)
}

/** Names the settings without which the times and prices of the town look strange. */
function tellDifferences({ timezone, currency }: Config) {
  const settings = [
    { name: 'CALENDS_TIMEZONE', value: timezone, ofTown: townTimezone },
    { name: 'CALENDS_CURRENCY', value: currency.symbol, ofTown: townCurrency },
  ]
  const different = settings.filter(({ value, ofTown }) => value !== ofTown)
  if (different.length === 0) return
  const list = different.map(({ name, ofTown }) => `${name}=${ofTown}`).join(' and ')
  tellOperator(`The town is in Switzerland; to show its times and prices as there, set ${list}.`)
}
