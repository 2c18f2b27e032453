import { Option, type Command } from 'commander'
import { sql } from 'kysely'
import { ConfigProblem, malformedSentence, settings, withoutPassword } from '../config.ts'
import { copyDatabase, requireSource } from '../store/copy/index.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { closingAfterwards, DatabaseError, openDatabase } from '../store/open.ts'
import { tellOperator } from './console.ts'
import { CommandError, reasonFor, reasonOrMessage } from './error-messages.ts'
import { showProgress } from './copy-progress.ts'
import { isThere } from './paths.ts'

export function declare(command: Command): void {
  command
    .description(
      'Copies all data, including IDs, slugs and users, from one database to an empty one, verifies the copy, and resumes an interrupted run. Responses stored for Idempotency-Key (valid for one day) are not copied. Nothing should write to either database during the copy.',
    )
    .addOption(database('--from <url>', 'the database to copy'))
    .addOption(database('--to <url>', 'the empty database to fill'))
    .action(({ from, to }: { from: string; to: string }) => copy(from, to))
}

/** Not an error of the command line's parser, which would repeat the password. */
function readUrl(flag: string, text: string): string {
  const url = settings.databaseUrl.read(text)
  if (url === undefined) throw new ConfigProblem([malformedSentence(settings.databaseUrl, text, flag)], true)
  return url
}

const database = (flags: string, description: string) =>
  new Option(flags, description)
    .argParser((text) => readUrl(flags.split(' ')[0]!, text))
    .makeOptionMandatory()

async function copy(from: string, to: string): Promise<void> {
  const file = sqliteFile(from)
  if (file !== undefined && !isThere(file)) throw new CommandError(`The file ${file} does not exist.`)
  await closingAfterwards(await open('source', from), async (source) => {
    // Opening the target creates its file and directory.
    await requireSource(source)
    await closingAfterwards(await open('target', to), async (target) => {
      const { progress, finish } = showProgress()
      const { rows, isResumed } = await resumable([source, target], () =>
        copyDatabase({ source, target, progress }).finally(finish),
      )
      tellOperator(
        isResumed
          ? `Copy complete: ${rows} rows are identical in both databases, including those copied by an earlier run.`
          : `Copy complete: ${rows} rows are identical in both databases.`,
      )
    })
  })
}

type Side = 'source' | 'target'

/** Opens one database and checks the connection before anything is done to the other. */
async function open(side: Side, url: string): Promise<OpenDatabase> {
  let opened: OpenDatabase | undefined
  try {
    opened = openDatabase(url, { pool: 2 })
    await sql`select 1`.execute(opened.db)
    return opened
  } catch (error) {
    await opened?.close()
    const reason = reasonFor(error instanceof DatabaseError ? error.cause : error)
    if (reason === undefined) throw error
    throw new CommandError(`Cannot use the ${side} database ${withoutPassword(url)}: ${reason}.`, {
      cause: error,
    })
  }
}

/** A lost connection is temporary, so the message suggests resuming. */
async function resumable<T>(databases: readonly OpenDatabase[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!databases.some(({ dialect }) => dialect.isUnavailable(error))) throw error
    const reason = reasonOrMessage(error)
    throw new CommandError(`Copy interrupted: ${reason}. Run the same command again to resume.`, {
      cause: error,
    })
  }
}
