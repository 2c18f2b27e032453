import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/**
 * Finds the IP addresses of hosts. `lookup` of Node.js runs only two queries at a time, for the whole process: names
 * whose name servers do not answer would delay everything else that connects, such as webhooks of other hosts. So
 * names are looked up without it wherever possible.
 */

/** Returns all IP addresses of a host. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

interface ResolveOptions {
  /** Those of the system by default. */
  readonly nameServers?: readonly string[]
  readonly hostsFile?: string
}

/** The first wait for a name server, in milliseconds; the second one is twice as long. */
const limits = { timeout: 3_000, tries: 2 }

/** The addresses of a host in the hosts file, which takes precedence over DNS. */
async function findInFile(file: string, host: string): Promise<string[]> {
  const content = await readFile(file, 'utf8').catch(() => '')
  const lines = content.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  const addresses = lines.filter(([, ...names]) => names.includes(host)).map(([address]) => address!)
  return addresses.filter((address) => isIP(address) !== 0)
}

async function askDns(host: string, signal: AbortSignal, servers?: readonly string[]) {
  const resolver = new Resolver(limits)
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** The name servers did not answer, so asking them again in another way would not help. */
const isSilence = ({ code }: NodeJS.ErrnoException) => code === 'ETIMEOUT' || code === 'ECANCELLED'

export function createResolve({ nameServers, hostsFile = '/etc/hosts' }: ResolveOptions = {}): Resolve {
  let previous: Promise<unknown> = Promise.resolve()

  /** Knows names that are not in DNS, such as short and local ones. One at a time, because others need `lookup` too. */
  function askSystem(host: string, signal: AbortSignal): Promise<string[]> {
    const found = previous.then(async () => {
      signal.throwIfAborted()
      return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
    })
    previous = found.catch(() => undefined)
    return found
  }

  return async (host, signal) => {
    const inFile = await findInFile(hostsFile, host)
    if (inFile.length > 0) return inFile
    const answers = await askDns(host, signal, nameServers)
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const errors = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
    )
    const silence = errors.find(isSilence)
    if (silence !== undefined) throw silence
    return askSystem(host, signal)
  }
}
