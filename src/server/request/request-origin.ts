import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { withoutTrailing } from '../../text/trailing.ts'

interface OriginSettings {
  readonly trustProxy: boolean
  readonly publicUrl?: string | undefined
}

interface OriginRequest {
  readonly headers: IncomingHttpHeaders
  /** The local end of the connection, used as host if the request names none. */
  readonly socket?: { readonly localAddress?: string | undefined; readonly localPort?: number | undefined }
}

interface RequestOrigin {
  readonly origin: string
  readonly host: string
  /** Path prefix between the origin and our own paths: empty, or with a leading and without a trailing slash. */
  readonly path: string
}

/** The origin under which the client reached the service, so that links lead back to it. */
export function requestOrigin(
  { headers, socket }: OriginRequest,
  { publicUrl, trustProxy }: OriginSettings,
): RequestOrigin {
  if (publicUrl) return fromPublicUrl(publicUrl)
  const forwarded = trustProxy ? readForwarding(headers) : {}
  const { scheme = 'http' } = forwarded
  const { origin, host } =
    toUrl(scheme, withPort(forwarded.host ?? headers.host, forwarded.port, scheme)) ??
    toUrl(scheme, localHost(socket)) ??
    new URL(`${scheme}://localhost`)
  return { origin, host, path: forwarded.path ?? '' }
}

function fromPublicUrl(publicUrl: string): RequestOrigin {
  const { origin, host, pathname } = new URL(publicUrl)
  return { origin, host, path: withoutTrailing(pathname, '/') }
}

interface ForwardedOrigin {
  readonly scheme?: string | undefined
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly path?: string | undefined
}

function readForwarding(headers: IncomingHttpHeaders): ForwardedOrigin {
  const [standard] = readForwarded(headers.forwarded)
  return {
    scheme: readScheme(standard?.proto ?? first(headers['x-forwarded-proto'])),
    host: standard?.host ?? first(headers['x-forwarded-host']),
    port: standard?.host === undefined ? readPort(first(headers['x-forwarded-port'])) : undefined,
    path: readPath(first(headers['x-forwarded-prefix'])),
  }
}

/** Empty members do not count (RFC 9110 5.6.1.2); some proxies send an empty header if they have no value. */
const members = (header: string | string[] | undefined) =>
  [header ?? []]
    .flat()
    .flatMap((line) => line.split(',').map((member) => member.trim()))
    .filter((member) => member !== '')

const first = (header: string | string[] | undefined) => members(header)[0]

const readScheme = (scheme: string | undefined) => /^https?$/i.exec(scheme ?? '')?.[0].toLowerCase()

const readPort = (port: string | undefined) => /^\d{1,5}$/.exec(port ?? '')?.[0]

const readPath = (path: string | undefined) => /^((?:\/[\w.~%-]+)*)\/?$/.exec(path ?? '')?.[1]

type Hop = Readonly<Partial<Record<string, string>>>

/** Parses the hops of `Forwarded` (RFC 7239), the client's first; stops where the header is malformed. */
function readForwarded(header: string | undefined): Hop[] {
  const pair = /\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))\s*(;|,|$)/gy
  const hops: Record<string, string>[] = [{}]
  for (const [, name, quoted, plain, end] of (header ?? '').matchAll(pair)) {
    hops.at(-1)![name!.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain!
    if (end === ',') hops.push({})
  }
  return hops
}

const otherDefaultPort: Record<string, string> = { http: '443', https: '80' }

/** Ignores the default port of the other scheme, because chained proxies often forward a wrong port. */
function withPort(host: string | undefined, port: string | undefined, scheme: string) {
  const isNamed = /:\d+$/.test(host ?? '')
  return host === undefined || port === undefined || isNamed || port === otherDefaultPort[scheme]
    ? host
    : `${host}:${port}`
}

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

function toUrl(scheme: string, host: string | undefined): URL | undefined {
  const url = `${scheme}://${host}`
  return host !== undefined && hostPattern.test(host) && URL.canParse(url) ? new URL(url) : undefined
}

function localHost({ localAddress, localPort }: NonNullable<OriginRequest['socket']> = {}) {
  if (localAddress === undefined) return undefined
  const address = withoutIpv4Mapping(localAddress)
  return `${isIP(address) === 6 ? `[${address.replace(/%.*/, '')}]` : address}:${localPort ?? ''}`.replace(
    /:$/,
    '',
  )
}

export interface ConnectionInfo {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Returns the client's address. Behind a trusted proxy, it is the last public address in the forwarding headers,
 * because the client may have forged everything before it.
 */
export function clientAddress({ headers, socket }: ConnectionInfo, trustProxy: boolean): string {
  const forwardedFor = trustProxy ? forwardedAddresses(headers) : []
  return (
    forwardedFor.findLast((address) => !isPrivate(address)) ??
    forwardedFor.at(-1) ??
    withoutIpv4Mapping(socket.remoteAddress ?? '')
  )
}

/** A client that is not in the same network may have made up the headers. */
export const hasPassedProxy = ({ headers, socket }: ConnectionInfo): boolean =>
  (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) &&
  isPrivate(withoutIpv4Mapping(socket.remoteAddress ?? ''))

function forwardedAddresses(headers: IncomingHttpHeaders): string[] {
  const forwardedFor = headers.forwarded
    ? readForwarded(headers.forwarded).map((hop) => hop.for ?? '')
    : members(headers['x-forwarded-for'])
  return forwardedFor.map(withoutPort).filter((address) => isIP(address) !== 0)
}

const withoutPort = (node: string) =>
  withoutIpv4Mapping(node.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1'))

const withoutIpv4Mapping = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

const privateRanges = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(network, prefix, 'ipv4')
privateRanges.addAddress('::1', 'ipv6')
privateRanges.addSubnet('fc00::', 7, 'ipv6')
privateRanges.addSubnet('fe80::', 10, 'ipv6')

const isPrivate = (address: string) => privateRanges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
