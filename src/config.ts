import { readFileSync } from 'node:fs'
import { getSystemErrorMap } from 'node:util'
import { type Line, readLines } from './config/file.ts'
import type { Administrator } from './config/kinds.ts'
import { pathConflicts } from './config/paths.ts'
import { type Setting, settings } from './config/settings.ts'
import type { SiteCurrency } from './resources/events/shown-cost.ts'

export { settings }

/** All settings, read and validated once at startup. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly workers: number
  readonly dataDir: string
  readonly databaseUrl: string
  readonly databasePool: number
  /** Seconds. */
  readonly databaseWait: number
  readonly readReplicas: readonly string[]
  readonly readYourWrites: boolean
  readonly admin?: Administrator
  readonly timezone: string
  /** The first is the default language. */
  readonly languages: readonly string[]
  readonly perPage: number
  readonly maxPerPage: number
  readonly horizon: number
  readonly changesDays: number
  /** Without a trailing slash. */
  readonly publicUrl?: string
  /** Empty, or with a leading and without a trailing slash. */
  readonly prefix: string
  readonly aliases: readonly string[]
  readonly currency: Readonly<SiteCurrency>
  readonly geolocation: boolean
  /** Whether anybody may suggest events. */
  readonly suggestions: boolean
  readonly pages: boolean
  readonly siteName: string
  readonly siteColor: string
  /** Path of an image, or a data URL. */
  readonly siteLogo?: string
  /** An e-mail address or a URL. */
  readonly contact?: string
  /** URL template with `{z}`, `{x}` and `{y}`. */
  readonly mapTiles?: string
  readonly mapAttribution: string
  readonly rateLimit: boolean
  readonly trustProxy: boolean
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
  readonly maxAge: number
  readonly maxBody: number
  readonly maxTitle: number
  readonly maxDescription: number
  readonly maxList: number
  readonly maxUpload: number
  /** Without a trailing slash. */
  readonly mediaPublicUrl?: string
  /** Without a trailing slash; images are stored in the data directory without it. */
  readonly s3Bucket?: string
  readonly s3Region: string
  readonly s3AccessKey?: string
  readonly s3SecretKey?: string
  /** E-mail is off without it. */
  readonly smtpUrl?: string
  readonly mailFrom?: string
  readonly outgoing: boolean
  readonly outgoingAllow: readonly string[]
}

export type Key = keyof Config

/**
 * Sources of the settings; flags take precedence over the environment, which takes precedence over the configuration
 * file.
 */
export interface Sources {
  readonly flags?: Readonly<Partial<Record<Key | 'config', string>>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Returns the text of a file; undefined if the file does not exist. */
  readonly readFile: (path: string) => string | undefined
}

/** All configuration errors, one message each. */
export class ConfigProblem extends Error {
  constructor(
    readonly problems: string[],
    /** Whether nothing is wrong but what the command line says. */
    readonly isUsage = false,
  ) {
    super(problems.join('\n'))
  }
}

export const keys = Object.keys(settings) as Key[]
const defaultFile = 'calends.conf'
/** The setting that names the configuration file; it cannot be set in that file. */
export const fileSetting = 'CALENDS_CONFIG'

/** Reads the effective settings; throws a `ConfigProblem` that lists all errors. */
export function readConfig(sources: Sources): Config {
  const file = readConfigFile(sources)
  const values: Partial<Record<Key, unknown>> = {}
  const malformed: { readonly sentence: string; readonly isOfFlag: boolean }[] = []
  for (const key of keys) {
    const { text = initialText(key, values), origin } = find(key, sources, file)
    if (text === undefined) continue
    values[key] = settings[key].read(text)
    if (values[key] === undefined)
      malformed.push({
        sentence: malformedSentence(settings[key], text, origin),
        isOfFlag: origin === flagOf(key),
      })
  }
  const config = Object.freeze(values) as Config
  const sentences = malformed.map(({ sentence }) => sentence)
  const [before, after] = [[...file.problems, ...unknownVariables(sources)], contradictions(config)]
  const problems = [...before, ...sentences, ...after]
  const isUsage = problems.length === malformed.length && malformed.every(({ isOfFlag }) => isOfFlag)
  if (problems.length > 0) throw new ConfigProblem(problems, isUsage)
  return config
}

const initialText = (key: Key, { dataDir }: Partial<Record<Key, unknown>>) =>
  settings[key].initial?.replace('{dataDir}', () => String(dataDir))

/** The sources of this process: its flags, its environment and the file system. */
export const processSources = (flags: NonNullable<Sources['flags']>): Sources => ({
  flags,
  environment: process.env,
  readFile: (path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch (error) {
      const { code, errno = 0 } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return undefined
      const [, reason = code] = getSystemErrorMap().get(errno) ?? []
      throw new ConfigProblem([`Cannot read the configuration file ${path}: ${reason}.`])
    }
  },
})

/** An effective setting for display, with secrets masked. */
interface DescribedSetting {
  readonly name: string
  readonly value: string
  /** `default`, `environment`, a flag, or the path of the configuration file. */
  readonly origin: string
}

export function describeConfig(config: Config, sources: Sources): DescribedSetting[] {
  const file = readConfigFile(sources)
  return keys.map((key) => ({
    name: settings[key].name,
    value: shownValue(config, key),
    origin: find(key, sources, file).origin,
  }))
}

interface Found {
  readonly text?: string
  readonly origin: string
}

interface ConfigFile {
  readonly path: string
  readonly values: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const flagOf = (key: Key) => `--${settings[key].flag}`

/** Returns the value from the source with the highest precedence; an empty value counts as not set. */
function find(key: Key, { flags, environment }: Sources, file: ConfigFile): Found {
  const { name } = settings[key]
  const found = [
    { text: flags?.[key], origin: flagOf(key) },
    { text: environment[name], origin: 'environment' },
    { text: file.values.get(name), origin: file.path },
  ].find(({ text }) => text?.trim())
  return found ? { ...found, text: found.text?.trim() } : { origin: 'default' }
}

function readConfigFile({ flags, environment, readFile }: Sources): ConfigFile {
  const named = flags?.config || environment[fileSetting]
  const path = named || defaultFile
  const text = readFile(path)
  if (text === undefined) {
    const problems = named ? [`The configuration file ${path} does not exist.`] : []
    return { path, values: new Map(), problems }
  }
  const lines = readLines(text)
  const assigned = lines.flatMap(({ name, value }) =>
    name && isSetting(name) ? [[name, value ?? ''] as const] : [],
  )
  const repeated = assigned
    .map(([name]) => name)
    .filter((name, index, names) => names.indexOf(name) !== index)
  return {
    path,
    values: new Map(assigned),
    problems: [
      ...lines.flatMap((line) => lineProblem(line, `${path} line ${line.number}`)),
      ...repeated.map((name) => `${path}: ${name} is set more than once.`),
    ],
  }
}

function lineProblem({ name, isUnclosed }: Line, place: string): string[] {
  if (isUnclosed) return [`${place} has a quote that is not closed.`]
  if (!name || !/^\w+$/.test(name)) return [`${place}: must have the form NAME=value.`]
  return isSetting(name)
    ? []
    : [`${place}: unknown setting ${name}; calends config --help lists all settings.`]
}

const isSetting = (name: string) => keys.some((key) => settings[key].name === name)

const unknownVariables = ({ environment }: Sources) =>
  Object.keys(environment)
    .filter((name) => name.startsWith('CALENDS_') && name !== fileSetting && !isSetting(name))
    .map((name) => `Unknown setting ${name} in the environment; calends config --help lists all settings.`)

/** The message ends up in the log of the system, and a URL that is refused because of its password still contains it. */
const withMaskedPasswords = (text: string): string => text.replace(/(:\/\/[^\s:@/]*:)\S*@/g, '$1***@')

export function malformedSentence(
  { name, expects, faultOf, secret }: Setting,
  text: string,
  origin: string,
): string {
  const subject = origin.startsWith('--') ? origin : name
  const fault = faultOf?.(text)
  if (fault !== undefined) return `${subject} ${fault}.`
  return `${subject} must be ${expects}${secret ? '' : `, not "${withMaskedPasswords(text)}"`}.`
}

/** Checks combinations of settings that are individually valid. */
function contradictions(config: Config) {
  const {
    perPage,
    maxPerPage,
    databaseUrl,
    readReplicas,
    workers,
    s3Bucket,
    s3AccessKey,
    s3SecretKey,
    smtpUrl,
    mailFrom,
    publicUrl,
  } = config
  return [
    ...(perPage > maxPerPage
      ? [`CALENDS_PER_PAGE (${perPage}) must not be greater than CALENDS_MAX_PER_PAGE (${maxPerPage}).`]
      : []),
    ...(databaseUrl?.startsWith('sqlite:') && (readReplicas ?? []).length > 0
      ? ['CALENDS_READ_REPLICAS requires a PostgreSQL DATABASE_URL; SQLite does not support replicas.']
      : []),
    ...(workers > 1 && databaseUrl === 'sqlite::memory:'
      ? [`CALENDS_WORKERS (${workers}) requires a database that processes can share, not sqlite::memory:.`]
      : []),
    ...(s3Bucket !== undefined && (s3AccessKey === undefined || s3SecretKey === undefined)
      ? ['CALENDS_S3_BUCKET requires CALENDS_S3_ACCESS_KEY and CALENDS_S3_SECRET_KEY.']
      : []),
    // Links in e-mail need CALENDS_PUBLIC_URL, because the sender of a request controls its Host header.
    ...(smtpUrl !== undefined && (mailFrom === undefined || publicUrl === undefined)
      ? ['CALENDS_SMTP_URL requires CALENDS_MAIL_FROM and CALENDS_PUBLIC_URL.']
      : []),
    ...pathConflicts(config),
  ]
}

/** Formats a value for display, with secrets masked. */
export function shownValue(config: Config, key: Key): string {
  const value = config[key]
  if (key === 'admin') return config.admin ? `${config.admin.name}:***` : ''
  if (key === 'databaseUrl') return withoutPassword(config.databaseUrl)
  if (key === 'smtpUrl') return config.smtpUrl === undefined ? '' : withoutPassword(config.smtpUrl)
  if (key === 'readReplicas') return config.readReplicas.map(withoutPassword).join(',')
  if (key === 'currency') {
    const { position, symbol, code } = config.currency
    return [position, symbol, code].filter(Boolean).join(':')
  }
  if (key === 's3AccessKey' || key === 's3SecretKey') return value === undefined ? '' : '***'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value ?? '')
}

export function withoutPassword(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite:')) return databaseUrl
  const url = new URL(databaseUrl)
  if (url.password) url.password = '***'
  if (url.searchParams.has('password')) url.searchParams.set('password', '***')
  return url.href
}
