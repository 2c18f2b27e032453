import { migrate, openDatabase } from '../src/store/open.ts'

/** Migrates the database of the URL given, as one of many processes that start together, and tells what it did. */

const database = openDatabase(process.argv[2]!)
for (const name of await migrate(database)) console.log(name)
await database.close()
