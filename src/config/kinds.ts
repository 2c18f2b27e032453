import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { siteCurrency } from '../resources/events/cost.ts'
import { withoutTrailing } from '../text/trailing.ts'
import { readZone } from '../time/index.ts'
import { isWholePicture } from './whole-picture.ts'

/** Parses the text of a setting; `undefined` means that it is invalid. */
export interface Kind<T> {
  /** Completes the sentence "NAME must be …". */
  readonly expects: string
  /** Says in a sentence of its own what is wrong with an invalid text, where that is known. */
  readonly faultOf?: (text: string) => string | undefined
  readonly read: (text: string) => T | undefined
  /** The type of input in forms; plain text if absent. */
  readonly type?: 'integer' | 'boolean' | 'color' | 'image'
  /** For integers. */
  readonly minimum?: number
  readonly maximum?: number
}

export const matching = (pattern: RegExp, expects: string): Kind<string> => ({
  expects,
  read: (text) => (pattern.test(text) ? text : undefined),
})

export const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> => ({
  expects: `an integer from ${least} to ${most}`,
  type: 'integer',
  minimum: least,
  ...(most === Number.MAX_SAFE_INTEGER ? {} : { maximum: most }),
  read: (text) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : -1
    return number >= least && number <= most ? number : undefined
  },
})

const maxWorkers = 64

const workers = wholeNumber(1, maxWorkers)

export const color: Kind<string> = {
  ...matching(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'a colour such as #1c3fc4'),
  type: 'color',
}

/** Limited, because the picture is stored in the database and sent to every visitor. */
const maxPictureLength = 300_000

const picture = /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/|webp;base64,UklGR)[\w+/]+={0,2}$/

const bytesOf = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')

/** An embedded image, as a data URL (RFC 2397). */
export const pictureData: Kind<string> = {
  expects: 'a PNG, JPEG or WebP image of at most 200 kB that is not cut off, as a data URL',
  read: (text) =>
    text.length <= maxPictureLength && picture.test(text) && isWholePicture(bytesOf(text)) ? text : undefined,
  type: 'image',
}

export const numberOfWorkers: Kind<number> = {
  expects: `${workers.expects}, or auto`,
  read: (text) =>
    text.toLowerCase() === 'auto' ? Math.min(availableParallelism(), maxWorkers) : workers.read(text),
}

export const oneOf = <T extends string>(...choices: T[]): Kind<T> => ({
  expects: `one of ${choices.join(', ')}`,
  read: (text) => choices.find((choice) => choice === text.toLowerCase()),
})

export const onOrOff: Kind<boolean> = {
  expects: 'on or off',
  type: 'boolean',
  read: (text) => {
    if (/^(on|true|yes|1)$/i.test(text)) return true
    return /^(off|false|no|0)$/i.test(text) ? false : undefined
  },
}

export const listOf = <T>(item: Kind<T>): Kind<readonly T[]> => ({
  expects: `a comma-separated list without duplicates, each item ${item.expects}`,
  faultOf: (text) =>
    text
      .split(',')
      .map((part) => item.faultOf?.(part.trim()))
      .find((fault) => fault !== undefined),
  read: (text) => {
    const items = text === '' ? [] : text.split(',').map((part) => item.read(part.trim()))
    const known = items.filter((value) => value !== undefined)
    return known.length === items.length && new Set(known).size === known.length
      ? Object.freeze(known)
      : undefined
  },
})

/** A path, normalized to a leading and no trailing slash; no segments is "". */
export const path = (leastSegments: number, expects: string): Kind<string> => ({
  expects,
  read: (text) => {
    const segments = text.split('/').filter((segment) => segment !== '')
    const isPath =
      segments.length >= leastSegments && segments.every((segment) => /^[\w~-][\w.~-]*$/.test(segment))
    return isPath ? segments.map((segment) => `/${segment}`).join('') : undefined
  },
})

export const contactAddress: Kind<string> = {
  expects: 'an e-mail address, or the URL of a web page',
  read: (text) =>
    /^[^\s@/:]+@[^\s@/:]+$/.test(text) || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text))
      ? text
      : undefined,
}

export const publicUrl: Kind<string> = {
  expects: 'an absolute http or https URL without username, password, query string or fragment',
  read: (text) => {
    if (!/^https?:\/\/[^\s?#@]+$/i.test(text) || !URL.canParse(text)) return undefined
    return withoutTrailing(new URL(text).href, '/')
  },
}

/** A host whose last label is a number is an IPv4 address to URLs, and would have been normalized there. */
const hostName = /^(?:[\w-]+\.)*(?!(?:\d+|0x[\da-f]*)$)[\w-]+$/

/** In the form in which hosts of URLs are compared: in lower case and without a trailing dot. */
function readHost(text: string): string | undefined {
  const host = text.toLowerCase().replace(/\.$/, '')
  return isIP(text) !== 0 || hostName.test(host) ? host : undefined
}

export const hostOrNetwork: Kind<string> = {
  expects: 'a host name, an IP address or a network such as 10.0.0.0/8',
  read: (text) => {
    const [address = '', prefix, ...rest] = text.split('/')
    if (prefix === undefined) return readHost(text)
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
    return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? text : undefined
  },
}

/** A URL with a user but no host, as libpq reads it: the server is at the socket that `host` names. */
const atSocket = /^(postgres(?:ql)?:\/\/)([^:@/?#]*)(?::([^@/?#]*))?@(\/[^?#]*)\?([^#]*)$/

/** The same without the user before the path, because URLs have none without a host (WHATWG URL 4.4). */
const withUserInQuery = (text: string): string =>
  text.replace(
    atSocket,
    (_, scheme: string, user: string, password: string | undefined, ...rest: string[]) => {
      const [path, query] = rest
      const sent = [`user=${user}`, ...(password === undefined ? [] : [`password=${password}`])]
      return `${scheme}${path}?${query}&${sent.join('&').replaceAll('+', '%2B')}`
    },
  )

/** The driver would take several hosts for the name of one. */
const namesOneHost = (text: string): boolean => {
  const { host, searchParams } = new URL(text)
  return ![host, ...searchParams.getAll('host')].some((name) => name.includes(','))
}

const tlsModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The driver would take an unknown mode for one that encrypts but may not verify. */
const hasKnownTlsMode = (url: string): boolean =>
  new URL(url).searchParams.getAll('sslmode').every((mode) => tlsModes.includes(mode))

/**
 * What to write instead of parameters that the driver ignores, so that it would connect to another server or database than
 * was meant. Others that it ignores do no harm, and providers add them to their URLs, such as `channel_binding`.
 */
const insteadOf: Readonly<Record<string, string>> = {
  dbname: 'the name after the host',
  hostaddr: 'the address as the host',
  passfile: 'the variable PGPASSFILE',
  schema: 'options=-csearch_path%3DNAME',
  service: 'the host, the user and the name',
  target_session_attrs: 'the host of the primary server',
}

function misleadingParameters(text: string): string | undefined {
  const url = withUserInQuery(text)
  if (!URL.canParse(url)) return undefined
  const { searchParams } = new URL(url)
  const named = Object.entries(insteadOf)
    .filter(([name]) => searchParams.has(name))
    .map(([name, instead]) => `${name} (instead, write ${instead})`)
  return named.length === 0 ? undefined : `has parameters that are not supported: ${named.join(', ')}`
}

const isServerUrl = (text: string) => /^postgres(ql)?:\/\//.test(text)

export const serverUrl: Kind<string> = {
  expects: 'postgres://USER:PASSWORD@HOST/NAME, optionally with ?sslmode=verify-full, no-verify or disable',
  faultOf: (text) => (isServerUrl(text) ? misleadingParameters(text) : undefined),
  read: (text) => {
    const url = withUserInQuery(text)
    if (!isServerUrl(url) || !URL.canParse(url) || misleadingParameters(url) !== undefined) return undefined
    return namesOneHost(url) && hasKnownTlsMode(url) ? url : undefined
  },
}

export const smtpUrl: Kind<string> = {
  expects:
    'smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST, with %23, %25, %2F and %3F for #, %, / and ? in the username or password',
  // A password such as 12#x would make a host of the username.
  read: (text) => (/^smtps?:\/\/[^\s/#]+\/?$/.test(text) && URL.canParse(text) ? text : undefined),
}

export const databaseUrl: Kind<string> = {
  ...serverUrl,
  expects: `sqlite:FILE, sqlite::memory: or ${serverUrl.expects}`,
  read: (text) => (/^sqlite:\S/.test(text) ? text : serverUrl.read(text)),
}

export interface Administrator {
  readonly name: string
  readonly password: string
}

export const administrator: Kind<Administrator> = {
  expects: 'name:password, with a name of 1 to 60 characters (A-Z a-z 0-9 . _ @ -) and a non-empty password',
  read: (text) => {
    const [, name, password] = /^([\w.@-]{1,60}):(?=\s*\S)(.*)$/.exec(text) ?? []
    return name && password ? Object.freeze({ name, password }) : undefined
  },
}

export const timezone = readBy(readZone, 'a time zone such as Europe/Zurich or UTC')

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

export const language: Kind<string> = {
  expects: 'a lower-case language code such as en or pt-br',
  read: (text) => (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(text) && isLanguageTag(text) ? text : undefined),
}

export const currency = readBy(
  siteCurrency,
  'a currency symbol or code such as $, prefix:CHF, postfix:€ or prefix:$:CAD, without spaces, digits or dashes',
)

/** Uses the parser of another part of the service, which throws if the value is invalid. */
function readBy<T>(read: (text: string) => T, expects: string): Kind<T> {
  return {
    expects,
    read: (text) => {
      try {
        return Object.freeze(read(text))
      } catch {
        return undefined
      }
    },
  }
}
