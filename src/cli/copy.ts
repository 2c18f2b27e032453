import { existsSync } from 'node:fs'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { sql } from 'kysely'
import { settings, withoutPassword } from '../config.ts'
import { copyDatabase } from '../store/copy/index.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { sqliteFile } from '../store/sql/dialects/location.ts'
import { DatabaseProblem, openDatabase } from '../store/open.ts'
import { tellOperator } from './console.ts'
import { CommandProblem, refusal } from './problem.ts'
import { showProgress } from './progress.ts'

export function addCopy(program: Command): void {
  program
    .command('copy')
    .summary('carry all data to another database')
    .description(
      'Carries everything, ids and slugs and users and all, from one database to an empty one, compares both, and goes on where an earlier run stopped. The answers kept for repeated requests (Idempotency-Key), of use for a day, stay behind. Nothing should write to either database meanwhile.',
    )
    .addOption(database('--from <url>', 'the database to copy'))
    .addOption(database('--to <url>', 'the empty database to fill'))
    .action(({ from, to }: { from: string; to: string }) => copy(from, to))
}

function readUrl(text: string): string {
  const { read, expects } = settings.databaseUrl
  const url = read(text)
  if (url === undefined) throw new InvalidArgumentError(`It must be ${expects}.`)
  return url
}

const database = (flags: string, description: string) =>
  new Option(flags, description).argParser(readUrl).makeOptionMandatory()

async function copy(from: string, to: string): Promise<void> {
  const file = sqliteFile(from)
  if (file !== undefined && !existsSync(file)) throw new CommandProblem(`There is no file ${file} to copy.`)
  await withOpened('source', from, (source) =>
    withOpened('target', to, async (target) => {
      const { progress, over } = showProgress()
      const { rows, isContinued } = await resumable([source, target], () =>
        copyDatabase({ source, target, progress }).finally(over),
      )
      tellOperator(
        isContinued
          ? `The copy is complete: ${rows} rows, those of an earlier run among them, are the same on both sides.`
          : `The copy is complete: ${rows} rows are the same on both sides.`,
      )
    }),
  )
}

type Side = 'source' | 'target'

/** Opens one side and makes sure that it answers, before anything is done to the other. */
async function withOpened<T>(
  side: Side,
  url: string,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await open(side, url)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function open(side: Side, url: string): Promise<OpenDatabase> {
  let opened: OpenDatabase | undefined
  try {
    opened = openDatabase(url, { pool: 2 })
    await sql`select 1`.execute(opened.db)
    return opened
  } catch (error) {
    await opened?.close()
    const reason = refusal(error instanceof DatabaseProblem ? error.cause : error)
    if (reason === undefined) throw error
    throw new CommandProblem(`The ${side} ${withoutPassword(url)} cannot be used: ${reason}.`, {
      cause: error,
    })
  }
}

/** What comes and goes is no reason to begin again. */
async function resumable<T>(databases: readonly OpenDatabase[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!databases.some(({ dialect }) => dialect.isUnavailable(error))) throw error
    const reason = refusal(error) ?? (error as Error).message
    throw new CommandProblem(
      `The copy was interrupted: ${reason}. Run the same command again; it goes on where it stopped.`,
      { cause: error },
    )
  }
}
