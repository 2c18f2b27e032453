import { createReadStream, existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { reportOf } from '../api/imports/report.ts'
import { siteOf } from '../api/site.ts'
import type { Config } from '../config.ts'
import { HttpProblem } from '../errors.ts'
import { csvFields } from '../importing/csv/columns.ts'
import { fetchSource, piecesOf } from '../importing/fetch.ts'
import { createImports } from '../importing/index.ts'
import type { Reason } from '../importing/reasons.ts'
import { formatNamed, isSite, sourceFormats, type SourceFormat } from '../importing/sources.ts'
import { areCredentials } from '../importing/tec/credentials.ts'
import { SourceUnreachable } from '../importing/unreachable.ts'
import { isWebcal, withoutWebcal } from '../importing/webcal.ts'
import { formatMessage } from '../locales/index.ts'
import { createOutgoing, type Outgoing } from '../outgoing/index.ts'
import { resources } from '../resources/index.ts'
import { findImport, type Import } from '../store/imports/imports.ts'
import { readingSeconds } from '../store/imports/sources.ts'
import { countRows, listNotes, listRows } from '../store/imports/rows.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { anyAdministrator } from './administrator.ts'
import { now } from './clock-and-random.ts'
import { rewriteLine, tellOperator } from './console.ts'
import { withFilledDatabase } from './database.ts'
import { CommandError } from './error-messages.ts'
import { withImages, type ImageOptions } from './images.ts'
import { runImport } from './import-run.ts'
import { importWhole, isExportFile, refuseOptionsForEvents, rehearseWhole } from './import-export.ts'
import { requireFile, requireFolderOf } from './paths.ts'
import { configOf, databaseSettings, imageSettings, renderingSettings, withSettings } from './settings.ts'

/** The format of `calends export`: a complete service, which can only be imported into an empty database. */
const ownFormat = 'calends'

interface Options extends ImageOptions {
  readonly format?: SourceFormat | typeof ownFormat
  readonly source?: string
  readonly policy: Import['policy']
  readonly status?: string
  readonly dryRun?: boolean
  readonly report?: string
  readonly map?: Readonly<Record<string, string>>
  readonly user?: string
  readonly languages?: string
}

function addMapping(text: string, known: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.lastIndexOf('=')
  const field = text.slice(at + 1)
  if (at < 1 || (field !== '' && !csvFields.some((one) => one === field)))
    throw new InvalidArgumentError(`Must be COLUMN=FIELD with one of these fields: ${csvFields.join(', ')}.`)
  return { ...known, [text.slice(0, at)]: field }
}

function filledText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Must not be empty.')
  return text
}

const importSettings = [
  ...databaseSettings,
  ...imageSettings,
  ...renderingSettings,
  'horizon',
  'outgoing',
  'outgoingAllow',
] as const

export function declare(command: Command): void {
  withImages(withSettings(command, importSettings), 'for an export: directory of its images')
    .description(
      'Imports events from iCalendar, CSV or JSON, or clones a whole site with The Events Calendar (--format tec). Records of a source are recognized, so importing it again changes only what has changed there. An export created by calends export is imported as a whole, into an empty database. URLs are read only if CALENDS_OUTGOING=on is set.',
    )
    .argument('<file-or-url>', 'a file, or the URL of a file or site')
    .addOption(
      new Option('--format <format>', 'format of the source (default: by the extension of its name)').choices(
        [...sourceFormats, ownFormat],
      ),
    )
    .option(
      '--source <name>',
      'what the records belong to (default: the name of the file, or the URL)',
      filledText,
    )
    .addOption(
      new Option('--policy <policy>', 'what happens to events that were imported before')
        .choices(['keep_local', 'overwrite', 'create_only'])
        .default('keep_local'),
    )
    .addOption(
      new Option('--status <status>', 'status of events that are created').choices([
        'publish',
        'draft',
        'pending',
      ]),
    )
    .option('--report <file>', 'write what could not be imported to this file, as CSV')
    .option('--dry-run', 'only report what would be done')
    .option(
      '--user <name:password>',
      'for a site: a user with an application password there, to read drafts too',
    )
    .option('--map <column=field>', 'for CSV: the field that a column contains; may be repeated', addMapping)
    .action(async (named: string, options: Options, command: Command) => {
      const from = withoutWebcal(named)
      const config = configOf({ ...options })
      requireReportPath(options)
      if (await isExport(from, options)) {
        refuseOptionsForEvents(command)
        return options.dryRun
          ? rehearseWhole(config, resolve(from))
          : importWhole(config, resolve(from), options)
      }
      const format = formatOf(from, options.format ?? (isWebcal(named) ? 'ics' : undefined))
      refuseUnfitOptions(command, options, format)
      return withFilledDatabase(config, (database) => importFrom(config, database, { from, format }, options))
    })
}

/** Options that have an effect on some sources only. */
const limitedOptions = [
  { name: 'map', use: 'CSV', appliesTo: (format: SourceFormat) => format === 'csv' },
  { name: 'user', use: 'a site (--format tec)', appliesTo: isSite },
  { name: 'images', use: 'an export', appliesTo: () => false },
]

/** Refuses what would have no effect or be refused by the site. The password is not repeated, unlike other values. */
function refuseUnfitOptions(command: Command, { user }: Options, format: SourceFormat): void {
  for (const { name, use, appliesTo } of limitedOptions) {
    const isGiven = command.getOptionValueSource(name) === 'cli' && command.getOptionValue(name) !== false
    if (isGiven && !appliesTo(format)) command.error(`error: --${name} can only be used with ${use}.`)
  }
  if (user !== undefined && !areCredentials(user))
    command.error('error: --user must be a username and an application password, separated by a colon.')
}

/** Called before the import, because an invalid path should not fail only after it. */
function requireReportPath({ report }: Options) {
  if (report === undefined) return
  if (existsSync(report)) requireFile(report)
  requireFolderOf(report)
}

async function isExport(from: string, { format }: Options): Promise<boolean> {
  if (format !== undefined) return format === ownFormat
  return !isUrl(from) && isExportFile(from)
}

const isUrl = (from: string) => /^https?:\/\//i.test(from)

function formatOf(from: string, format: Options['format']): SourceFormat {
  const named = formatNamed(isUrl(from) ? new URL(from).pathname : from)
  const known = format === undefined ? named : sourceFormats.find((one) => one === format)
  if (known === undefined) throw new CommandError('The name does not tell the format; use --format.')
  return known
}

async function contentOf(
  from: string,
  format: SourceFormat,
  outgoing: Outgoing | undefined,
  { maxUpload }: Config,
): Promise<AsyncIterable<Uint8Array>> {
  if (!isUrl(from)) {
    if (isSite(format)) throw new CommandError('A site is imported from its URL.')
    requireFile(from)
    return createReadStream(from)
  }
  if (outgoing === undefined) throw new CommandError('URLs are read only if CALENDS_OUTGOING=on is set.')
  const content = await fetchSource(outgoing, from, format, maxUpload).catch((error: unknown) => {
    throw new CommandError(`${from} could not be read: ${(error as Error).message}.`)
  })
  return piecesOf(content)
}

interface Origin {
  readonly from: string
  readonly format: SourceFormat
}

async function importFrom(
  config: Config,
  database: OpenDatabase,
  { from, format }: Origin,
  options: Options,
) {
  const { db } = database
  const outgoing = config.outgoing ? createOutgoing({ allow: config.outgoingAllow }) : undefined
  const interruptions = new Map<number, unknown>()
  const imports = createImports({
    db,
    resources,
    site: () => siteOf(config, now()),
    outgoing,
    maxBytes: config.maxUpload,
    onError: (error, id) => void interruptions.set(id, error),
    onWritten: showProgress('written'),
    onRecordError: (error) => tellOperator(inspect(error)),
  })
  const caller = await anyAdministrator(database)
  const request = {
    format,
    caller,
    credentials: options.user,
    languages: options.languages === undefined ? undefined : config.languages,
    content: await contentOf(from, format, outgoing, config),
    url: isUrl(from) ? from : null,
    source: options.source ?? (isUrl(from) ? from : basename(from)),
    policy: options.policy,
    status: options.status ?? '',
    language: config.languages[0]!,
    mapping: options.map,
    schedule: null,
    due: null,
    scheduled_by: null,
  }
  const imported = await retryWhileBusy(() => imports.preview(request, showProgress('read'))).catch(
    (error: unknown) => {
      throw error instanceof SourceUnreachable
        ? new CommandError(
            `${from} could not be read: ${error.message}. The same command continues where it stopped.`,
          )
        : error
    },
  )
  if (!options.dryRun) await runImport({ db, imports, interruptions }, imported.id)
  const done = (await findImport(db, imported.id))!
  if (options.report !== undefined)
    await writeFile(
      options.report,
      reportOf(db, done, { language: 'en', timezone: config.timezone, action: 'fail' }),
    )
  await report(database, done)
}

/** Retries while the source is busy, because a killed process holds its lock on the source for some seconds. */
async function retryWhileBusy<T>(read: () => Promise<T>): Promise<T> {
  for (let left = readingSeconds + 5; ; left -= 1)
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof HttpProblem && error.code === 'import-source-busy') || left === 0) throw error
      await pause(1_000)
    }
}

const showProgress = (word: string) => (rows: number) => rewriteLine(`${rows} ${word}`)

const maxFaults = 100

async function report({ db }: OpenDatabase, imported: Import) {
  const counts = await countRows(db, [imported.id])
  const sum = (action: string) =>
    counts.filter((one) => one.action === action).reduce((total, { n }) => total + n, 0)
  rewriteLine('')
  const { rows } = await listRows(db, imported.id, { page: 1, perPage: maxFaults, action: 'fail' })
  for (const { line, reasons } of [...rows, ...(await listNotes(db, imported.id))])
    tellOperator(`Line ${line}: ${(JSON.parse(reasons) as Reason[]).map(sentenceOf).join(' ')}`)
  const [created, changed] = imported.state === 'done' ? ['created', 'changed'] : ['to create', 'to change']
  console.log(
    `Import ${imported.id}: ${sum('create')} ${created}, ${sum('change')} ${changed}, ${sum('skip')} as they are, ${sum('fail')} failed.`,
  )
  // Scripts learn from the exit code that something of the source is missing.
  if (sum('fail') > 0) process.exitCode = 1
}

const sentenceOf = (reason: Reason): string =>
  `${reason.field === undefined ? '' : `${reason.field}: `}${formatMessage(reason, 'en')}`
