import { createReadStream, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { writeAtomically } from '../store/backup/files.ts'
import { exportLines } from '../store/export/index.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError, explainErrors, reasonOrMessage } from './error-messages.ts'
import { imageFolderOf, saveImages, withImages, type ImageOptions } from './images.ts'
import { requireFolderOf } from './paths.ts'
import { configOf, databaseSettings, imageSettings, withSettings } from './settings.ts'

type Options = Readonly<Record<string, unknown>> & ImageOptions

export function declare(command: Command): void {
  withImages(
    withSettings(command, [...databaseSettings, ...imageSettings]),
    'directory to which images are copied',
  )
    .description(
      'Writes all data as JSON lines with a checksum, which calends import reads into any database, and copies images to a directory. The service may keep running.',
    )
    .argument('[file]', 'the file to create; must not exist yet (default: standard output)')
    .action((file: string | undefined, options: Options) => exportAll(file, configOf(options), options))
}

/** An export to standard output has no folder beside it, so images are only copied if `--images` is given. */
async function exportAll(file: string | undefined, config: Config, options: Options) {
  const folder =
    file === undefined && options.images === undefined
      ? undefined
      : imageFolderOf(options, resolve(file ?? ''))
  await withFilledDatabase(config, async (database) => {
    if (file === undefined) await exportToOutput(database)
    else await exportToFile(resolve(file), database)
    if (folder !== undefined) await saveImages(database.db, config, folder)
  })
}

const exportTo = (output: Writable, database: OpenDatabase) =>
  exportLines(database, new Date(now() * 1000).toISOString(), (lines) =>
    pipeline(Readable.from(lines), output, { end: output !== process.stdout }),
  )

/** Tells errors of standard output, which resets its state after one, from those of the database. */
async function exportToOutput(database: OpenDatabase): Promise<void> {
  let failure: unknown
  const keep = (error: unknown) => void (failure = error)
  process.stdout.prependListener('error', keep)
  try {
    await exportTo(process.stdout, database)
  } catch (error) {
    throw error === failure ? outputProblem(error) : error
  } finally {
    process.stdout.off('error', keep)
  }
}

/** A closed pipe means that the reader of standard output has exited early. */
const outputProblem = (error: unknown) =>
  new CommandError(
    (error as NodeJS.ErrnoException).code === 'EPIPE'
      ? 'Standard output was closed before the export was complete.'
      : `Standard output cannot be written: ${reasonOrMessage(error)}.`,
  )

async function exportToFile(file: string, database: OpenDatabase) {
  if (existsSync(file)) throw new CommandError(`The file ${file} already exists; choose another name.`)
  requireFolderOf(file)
  await explainErrors(`Cannot create the export ${file}`, () =>
    writeAtomically(file, async (temporaryFile) => {
      // Opened first, because a stream that opens it itself fails before anything listens for that.
      // Not created, because a signal may just have removed it.
      const handle = await open(temporaryFile, 'r+')
      await exportTo(handle.createWriteStream(), database)
    }),
  )
  tellOperator(`Export created: ${file}.`)
}

/**
 * Yields the lines of a file. Unlike `readline`, splits at line feeds only, because JSON strings may contain line and
 * paragraph separators (U+2028, U+2029).
 */
export async function* linesOfFile(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
