import { BlockList, isIP } from 'node:net'

/**
 * Decides which IP addresses the service may connect to: those of the public internet and those allowed by the
 * settings.
 */

/** Networks of IPv4 that are not the public internet (IANA special-purpose registry, RFC 6890). */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The registry has it as public, but within Azure it gives each machine its settings and secrets.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only IPv6 range assigned to the public internet; mapped, translated and local addresses are outside it. */
const publicIpv6 = ['2000::/3']

/** Ranges within it that are not public: protocol assignments, documentation, and tunnels to IPv4 addresses. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

const special = blockListOf([...specialIpv4, ...specialIpv6])
const publicNetworks = blockListOf(publicIpv6)

const isPublic = (address: string) =>
  !special.check(address, familyOf(address)) && (isIP(address) === 4 || publicNetworks.check(address, 'ipv6'))

export interface AllowList {
  /** Whether all addresses of the host are allowed. */
  allowsHost(host: string): boolean
  allowsAddress(address: string): boolean
}

/** Parses host names, IP addresses and networks. */
export function readAllowList(entries: readonly string[]): AllowList {
  const networks = entries.filter((entry) => isIP(entry.split('/')[0]!) !== 0)
  const hosts = new Set(entries.filter((entry) => !networks.includes(entry)))
  const list = blockListOf(networks)
  return {
    allowsHost: (host) => hosts.has(host),
    allowsAddress: (address) => list.check(address, familyOf(address)),
  }
}

/** Whether connections to the address are allowed, because it is public or listed. */
export const isReachable = (address: string, allowed: AllowList): boolean =>
  isPublic(address) || allowed.allowsAddress(address)
