import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { exportLines } from '../store/export/index.ts'
import { now } from './clock-and-random.ts'
import { tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'

export function addExport(program: Command): void {
  withSettings(program.command('export'), databaseSettings)
    .summary('write all data as lines of JSON')
    .description(
      'Writes everything but images as lines of JSON with a checksum, for calends import on any database. The service may keep running.',
    )
    .argument('[file]', 'the file to create; must not exist yet (default: standard output)')
    .action((file: string | undefined, options: Readonly<Record<string, unknown>>) =>
      file === undefined ? exportTo(process.stdout, options) : exportToFile(resolve(file), options),
    )
}

const exportTo = (output: Writable, options: Readonly<Record<string, unknown>>) =>
  withFilledDatabase(configOf(options), (database) =>
    exportLines(database, new Date(now() * 1000).toISOString(), (lines) =>
      pipeline(Readable.from(lines), output, { end: output !== process.stdout }),
    ),
  )

/** The file has its name only once it is whole. */
async function exportToFile(file: string, options: Readonly<Record<string, unknown>>) {
  if (existsSync(file)) throw new CommandError(`The file ${file} already exists; choose another name.`)
  const unfinished = `${file}.unfinished`
  try {
    await exportTo(createWriteStream(unfinished, { mode: 0o600 }), options)
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  tellOperator(`Export created: ${file}.`)
}

/** Not those of `readline`, for which a separator of paragraphs inside a text is an end as well. */
export async function* linesOfFile(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
