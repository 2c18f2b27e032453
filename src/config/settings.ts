import type { Config } from '../config.ts'
import type { Message } from '../locales/fr.ts'
import {
  administrator,
  color,
  contactAddress,
  currency,
  databaseUrl,
  hostOrNetwork,
  type Kind,
  language,
  listOf,
  matching,
  numberOfWorkers,
  oneOf,
  onOrOff,
  path,
  pictureData,
  publicUrl,
  serverUrl,
  smtpUrl,
  timezone,
  wholeNumber,
} from './kinds.ts'

/** A setting that administrators may change, with texts that are translated. */
export interface Changeable<T = unknown> extends Kind<T> {
  readonly description: Message
  /** Error message for an invalid value. */
  readonly fault: Message
}

export interface Setting<T = unknown> extends Kind<T> {
  /** Its name in the environment and in the configuration file. */
  readonly name: string
  readonly flag: string
  /** Default value as text; `{dataDir}` is replaced by the value of that setting. */
  readonly initial?: string
  readonly sentence: string
  readonly secret: boolean
  /**
   * How administrators change the setting at runtime, unless the operator has set it; absent if a change requires a
   * restart.
   */
  readonly changeable?: Changeable<T>
}

type Settings = { readonly [Key in keyof Config]-?: Setting<NonNullable<Config[Key]>> }

const setting = <T, const Sentence extends string>(
  name: string,
  initial: string | undefined,
  kind: Kind<T>,
  sentence: Sentence,
): Setting<T> & { readonly sentence: Sentence } => ({
  ...kind,
  name,
  flag: name.replace('CALENDS_', '').toLowerCase().replaceAll('_', '-'),
  initial,
  sentence,
  secret: false,
})

const secret = <T>(plain: Setting<T>): Setting<T> => ({ ...plain, secret: true })

const changeable = <T>(
  plain: Setting<T> & { readonly sentence: Message },
  fault: Message = 'Must not be empty.',
  kind: Kind<T> = plain,
): Setting<T> => ({ ...plain, changeable: { ...kind, description: plain.sentence, fault } })

/** All settings, in the order in which they are read and documented. */
export const settings: Settings = {
  host: setting(
    'HOST',
    '127.0.0.1',
    matching(/^[\w.:%-]+$/, 'a host name or an IP address'),
    'Address to listen on; 0.0.0.0 or :: for all interfaces.',
  ),
  port: setting('PORT', '8080', wholeNumber(0, 65535), 'Port to listen on; 0 for any free port.'),
  workers: setting(
    'CALENDS_WORKERS',
    '1',
    numberOfWorkers,
    'Number of worker processes; auto for one per CPU core.',
  ),
  dataDir: setting(
    'CALENDS_DATA_DIR',
    './data',
    matching(/\S/, 'a directory'),
    'Directory for data files: images, and the database if it is SQLite.',
  ),
  databaseUrl: secret(
    setting(
      'DATABASE_URL',
      'sqlite:{dataDir}/calends.db',
      databaseUrl,
      'Database URL: an SQLite file or a PostgreSQL server.',
    ),
  ),
  databasePool: setting(
    'CALENDS_DATABASE_POOL',
    '10',
    wholeNumber(1, 1_000),
    'Maximum number of connections to each PostgreSQL server, plus one that listens for writes by other nodes.',
  ),
  databaseWait: setting(
    'CALENDS_DATABASE_WAIT',
    '60',
    wholeNumber(0, 86_400),
    'Seconds to wait at startup for a PostgreSQL server that is not available yet.',
  ),
  readReplicas: secret(
    setting(
      'CALENDS_READ_REPLICAS',
      '',
      listOf(serverUrl),
      'URLs of PostgreSQL read replicas of DATABASE_URL.',
    ),
  ),
  readYourWrites: setting(
    'CALENDS_READ_YOUR_WRITES',
    'on',
    onOrOff,
    'Whether writes are visible immediately on the node that performed them; if off, within one second, as on other nodes.',
  ),
  admin: secret(
    setting(
      'CALENDS_ADMIN',
      undefined,
      administrator,
      'Administrator and application password, created at startup if missing.',
    ),
  ),
  timezone: setting(
    'CALENDS_TIMEZONE',
    'UTC',
    timezone,
    'Time zone of the site, for dates without a time zone.',
  ),
  languages: setting(
    'CALENDS_LANGUAGES',
    'en,fr,de',
    listOf(language),
    'Languages of the content; the first is the default.',
  ),
  perPage: changeable(
    setting('CALENDS_PER_PAGE', '12', wholeNumber(1), 'Items per page if per_page is not sent.'),
  ),
  maxPerPage: changeable(
    setting('CALENDS_MAX_PER_PAGE', '100', wholeNumber(1), 'Maximum number of items per page.'),
  ),
  horizon: setting(
    'CALENDS_HORIZON',
    '24',
    wholeNumber(1, 120),
    'How many months ahead there are occurrences of events that repeat.',
  ),
  changesDays: changeable(
    setting(
      'CALENDS_CHANGES_DAYS',
      '90',
      wholeNumber(1, 3_650),
      'How many days the feed of changes reaches back.',
    ),
  ),
  publicUrl: setting(
    'CALENDS_PUBLIC_URL',
    undefined,
    publicUrl,
    'Public base URL of the service, used in links; defaults to the URL of the request.',
  ),
  prefix: setting(
    'CALENDS_PREFIX',
    '',
    path(0, 'a path such as /api'),
    'Path prefix in front of /cal/events/v1.',
  ),
  aliases: setting(
    'CALENDS_ALIASES',
    '',
    listOf(path(3, 'a path of at least three segments such as /wp-json/tribe/events/v1')),
    'Additional paths under which the same API is available.',
  ),
  currency: setting(
    'CALENDS_CURRENCY',
    '$',
    currency,
    'Currency of costs that do not specify one, before the amount or, as postfix:€, after it; prefix:$:CAD adds the ISO 4217 code for search engines.',
  ),
  geolocation: changeable(
    setting('CALENDS_GEOLOCATION', 'on', onOrOff, 'Whether events can be filtered by geolocation.'),
  ),
  suggestions: changeable(
    setting(
      'CALENDS_SUGGESTIONS',
      'off',
      onOrOff,
      'Whether anybody may suggest events, which wait for a review.',
    ),
  ),
  pages: setting('CALENDS_PAGES', 'on', onOrOff, 'Whether visitors get pages; if off, the API stands alone.'),
  siteName: changeable(
    setting('CALENDS_NAME', 'Calends', matching(/\S/, 'a name'), 'Name of the calendar, on every page.'),
  ),
  siteColor: changeable(
    setting(
      'CALENDS_COLOR',
      '#1c3fc4',
      color,
      'Colour of the pages; its lightness is adjusted, so that text stays readable on it.',
    ),
    'Must be a colour such as #1c3fc4.',
  ),
  siteLogo: changeable(
    setting(
      'CALENDS_LOGO',
      undefined,
      matching(/\.(?:svg|png|webp|jpe?g)$/i, 'the path of an SVG, PNG, WebP or JPEG file'),
      'Logo of the calendar: before its name, and as the icon of its pages.',
    ),
    'Must be a PNG, JPEG or WebP image of at most 200 kB that is not cut off, as a data URL.',
    pictureData,
  ),
  contact: changeable(
    setting(
      'CALENDS_CONTACT',
      undefined,
      contactAddress,
      'Contact for visitors who cannot use a page; shown in the accessibility statement.',
    ),
    'Must be an e-mail address, or the URL of a web page.',
  ),
  mapTiles: changeable(
    setting(
      'CALENDS_MAP_TILES',
      undefined,
      matching(/^https?:\/\/[^\s{}]+\/.*\{z\}.*\{x\}.*\{y\}/, 'a URL with {z}, {x} and {y}'),
      'URL of the map tiles, such as https://tile.example.org/{z}/{x}/{y}.png; without it, places are drawn on a plan. The browsers of visitors request the tiles.',
    ),
    'Must be a URL with {z}, {x} and {y}.',
  ),
  mapAttribution: changeable(
    setting(
      'CALENDS_MAP_ATTRIBUTION',
      '© OpenStreetMap contributors',
      matching(/\S/, 'a text'),
      'Attribution of the map tiles.',
    ),
  ),
  rateLimit: setting('CALENDS_RATE_LIMIT', 'on', onOrOff, 'Whether requests are rate-limited.'),
  trustProxy: setting(
    'CALENDS_TRUST_PROXY',
    'off',
    onOrOff,
    'Whether to trust Forwarded and X-Forwarded-* headers; enable only behind a proxy that sets them.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'Minimum severity to log.',
  ),
  maxAge: setting(
    'CALENDS_MAX_AGE',
    '0',
    wholeNumber(0, 31_536_000),
    'Seconds for which clients may cache anonymous responses without revalidation.',
  ),
  maxBody: setting(
    'CALENDS_MAX_BODY',
    '2097152',
    wholeNumber(1),
    'Maximum size of a request body, in bytes.',
  ),
  maxTitle: setting(
    'CALENDS_MAX_TITLE',
    '500',
    wholeNumber(1),
    'Maximum length of a title or name, in characters.',
  ),
  maxDescription: setting(
    'CALENDS_MAX_DESCRIPTION',
    '1048576',
    wholeNumber(1),
    'Maximum length of a description, in characters.',
  ),
  maxList: setting(
    'CALENDS_MAX_LIST',
    '1000',
    wholeNumber(1),
    'Maximum number of items in a list parameter.',
  ),
  maxUpload: setting(
    'CALENDS_MAX_UPLOAD',
    '20971520',
    wholeNumber(1),
    'Maximum size of an uploaded or imported image, in bytes.',
  ),
  mediaPublicUrl: setting(
    'CALENDS_MEDIA_PUBLIC_URL',
    undefined,
    publicUrl,
    'URL below which visitors read images, if that is not the service itself: a public bucket or a CDN.',
  ),
  s3Bucket: setting(
    'CALENDS_S3_BUCKET',
    undefined,
    publicUrl,
    'URL of an S3-compatible bucket that stores images, such as https://s3.example.org/calends; without it they are in CALENDS_DATA_DIR.',
  ),
  s3Region: setting(
    'CALENDS_S3_REGION',
    'us-east-1',
    matching(/^[\w-]+$/, 'the name of a region'),
    'Region of the bucket, as its provider names it.',
  ),
  s3AccessKey: secret(
    setting('CALENDS_S3_ACCESS_KEY', undefined, matching(/\S/, 'an access key'), 'Access key of the bucket.'),
  ),
  s3SecretKey: secret(
    setting('CALENDS_S3_SECRET_KEY', undefined, matching(/\S/, 'a secret key'), 'Secret key of the bucket.'),
  ),
  smtpUrl: secret(
    setting(
      'CALENDS_SMTP_URL',
      undefined,
      smtpUrl,
      'Server that sends e-mail; without it the service sends none.',
    ),
  ),
  mailFrom: setting(
    'CALENDS_MAIL_FROM',
    undefined,
    matching(
      /^(?:[^<>@"\p{C}]+<[^\s<>@:]+@[^\s<>@:/]+>|[^\s<>@:]+@[^\s<>@:/]+)$/u,
      'an e-mail address such as calendar@example.org',
    ),
    'Address that e-mail comes from.',
  ),
  outgoing: setting(
    'CALENDS_OUTGOING',
    'off',
    onOrOff,
    'Whether the service makes requests of its own, such as fetching images from the URLs that events name.',
  ),
  outgoingAllow: setting(
    'CALENDS_OUTGOING_ALLOW',
    '',
    listOf(hostOrNetwork),
    'Hosts and networks that may be requested although they are private, such as intranet.example.org or 10.1.0.0/16.',
  ),
}
