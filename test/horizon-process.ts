import { once } from 'node:events'
import { openDatabase } from '../src/store/open.ts'
import { extendDueSeries } from '../src/store/series/horizon.ts'

/** Moves the horizon of a database in a separate process when its standard input ends: `horizon-process.ts URL NOW`. */

const [url, now] = process.argv.slice(2)
const database = openDatabase(url!)
await database.db.selectFrom('series').select('id').execute()
process.stdout.write('ready\n')
await once(process.stdin.resume(), 'end')
const clock = { now: Number(now), timezone: 'UTC', horizon: 24 }
await extendDueSeries(database.db, clock, {
  onError: (error) => {
    throw error
  },
})
await database.close()
