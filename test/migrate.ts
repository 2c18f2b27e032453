import { migrate, openDatabase } from '../src/store/open.ts'

/**
 * Migrates the database at the given URL, as one of many processes that start together, and prints the migrations
 * applied.
 */

const database = openDatabase(process.argv[2]!)
for (const name of await migrate(database)) console.log(name)
await database.close()
