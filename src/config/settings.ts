import type { Config } from '../config.ts'
import {
  administrator,
  currency,
  databaseUrl,
  type Kind,
  language,
  listOf,
  matching,
  numberOfWorkers,
  oneOf,
  onOrOff,
  path,
  publicUrl,
  serverUrl,
  timezone,
  wholeNumber,
} from './kinds.ts'

export interface Setting<T = unknown> extends Kind<T> {
  /** Its name in the environment and in the configuration file. */
  readonly name: string
  readonly flag: string
  /** The text it has when nobody sets it; `{dataDir}` stands for the value of that setting. */
  readonly initial?: string
  readonly sentence: string
  readonly secret: boolean
}

type Settings = { readonly [Key in keyof Config]-?: Setting<NonNullable<Config[Key]>> }

const setting = <T>(
  name: string,
  initial: string | undefined,
  kind: Kind<T>,
  sentence: string,
): Setting<T> => ({
  ...kind,
  name,
  flag: name.replace('CALENDS_', '').toLowerCase().replaceAll('_', '-'),
  initial,
  sentence,
  secret: false,
})

const secret = <T>(plain: Setting<T>): Setting<T> => ({ ...plain, secret: true })

/** Every setting there is, in the order in which they are read and described. */
export const settings: Settings = {
  host: setting(
    'HOST',
    '127.0.0.1',
    matching(/^[\w.:%-]+$/, 'a host name or an IP address'),
    'The address to listen on; 0.0.0.0 or :: is every address of the machine.',
  ),
  port: setting('PORT', '8080', wholeNumber(0, 65535), 'The port to listen on; 0 takes any free one.'),
  workers: setting(
    'CALENDS_WORKERS',
    '1',
    numberOfWorkers,
    'Processes that answer on the port; auto takes as many as the machine has cores.',
  ),
  dataDir: setting(
    'CALENDS_DATA_DIR',
    './data',
    matching(/\S/, 'a folder'),
    'The folder for what is kept in files: images, and the database if it is SQLite.',
  ),
  databaseUrl: secret(
    setting(
      'DATABASE_URL',
      'sqlite:{dataDir}/calends.db',
      databaseUrl,
      'The database: a file of SQLite, or a PostgreSQL server.',
    ),
  ),
  databasePool: setting(
    'CALENDS_DATABASE_POOL',
    '10',
    wholeNumber(1, 1_000),
    'The most connections to each PostgreSQL server, beside one that follows what other nodes write.',
  ),
  databaseWait: setting(
    'CALENDS_DATABASE_WAIT',
    '60',
    wholeNumber(0, 86_400),
    'Seconds for which the start waits for a PostgreSQL server that is not there yet.',
  ),
  readReplicas: secret(
    setting(
      'CALENDS_READ_REPLICAS',
      '',
      listOf(serverUrl),
      'PostgreSQL servers that follow the one of DATABASE_URL and answer readers in its place.',
    ),
  ),
  readYourWrites: setting(
    'CALENDS_READ_YOUR_WRITES',
    'on',
    onOrOff,
    'Whether a node reads at once what was written through it; if off, within a second, as on other nodes.',
  ),
  admin: secret(
    setting(
      'CALENDS_ADMIN',
      undefined,
      administrator,
      'An administrator, with an application password, who is made sure to exist at the start.',
    ),
  ),
  timezone: setting(
    'CALENDS_TIMEZONE',
    'UTC',
    timezone,
    'The time zone of the site, for dates that come without one.',
  ),
  languages: setting(
    'CALENDS_LANGUAGES',
    'en,fr,de',
    listOf(language),
    'The languages of the content; the first is the default.',
  ),
  perPage: setting('CALENDS_PER_PAGE', '12', wholeNumber(1), 'Items on a page when per_page is not sent.'),
  maxPerPage: setting('CALENDS_MAX_PER_PAGE', '100', wholeNumber(1), 'The most items on a page.'),
  publicUrl: setting(
    'CALENDS_PUBLIC_URL',
    undefined,
    publicUrl,
    'The address at which visitors reach the service, for links; otherwise that of the request.',
  ),
  prefix: setting(
    'CALENDS_PREFIX',
    '',
    path(0, 'a path such as /api'),
    'What stands before /cal/events/v1 in every address.',
  ),
  aliases: setting(
    'CALENDS_ALIASES',
    '',
    listOf(path(3, 'a path of at least three segments such as /wp-json/tribe/events/v1')),
    'Further paths at which the same interface answers.',
  ),
  currency: setting(
    'CALENDS_CURRENCY',
    '$',
    currency,
    'The currency of costs that name none, before the amount unless it begins with postfix:.',
  ),
  geolocation: setting('CALENDS_GEOLOCATION', 'on', onOrOff, 'Whether events can be filtered by place.'),
  rateLimit: setting('CALENDS_RATE_LIMIT', 'on', onOrOff, 'Whether too many requests are refused.'),
  trustProxy: setting(
    'CALENDS_TRUST_PROXY',
    'off',
    onOrOff,
    'Whether Forwarded and X-Forwarded-* headers are believed; only behind a proxy that sets them.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'The least severity that is logged.',
  ),
  maxAge: setting(
    'CALENDS_MAX_AGE',
    '0',
    wholeNumber(0, 31_536_000),
    'Seconds for which anonymous answers may be kept without asking again.',
  ),
  maxBody: setting('CALENDS_MAX_BODY', '2097152', wholeNumber(1), 'The most bytes in a request body.'),
  maxTitle: setting('CALENDS_MAX_TITLE', '500', wholeNumber(1), 'The most characters in a title or name.'),
  maxDescription: setting(
    'CALENDS_MAX_DESCRIPTION',
    '1048576',
    wholeNumber(1),
    'The most characters in a description.',
  ),
  maxList: setting('CALENDS_MAX_LIST', '1000', wholeNumber(1), 'The most items in a list parameter.'),
}
