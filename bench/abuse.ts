import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { residentOf } from './processes.ts'
import { report } from './report.ts'
import { administrator, startWatch, type Service } from './servers.ts'

/** The effect of one abusive client on all others: how long the service does not respond, and the memory used. */

type Attack = (service: Service) => Promise<void>

const mebibyte = 2 ** 20

const headers = { 'content-type': 'application/json' }
const signedIn = { ...headers, authorization: `Basic ${Buffer.from(administrator).toString('base64')}` }

/** Ignores the status, because attacks are expected to be rejected. */
const send = async (url: string, init?: RequestInit): Promise<void> => {
  await fetch(url, init).then((response) => response.arrayBuffer())
}

const post = ({ base }: Service, fields: object, as = headers) =>
  send(`${base}/events`, { method: 'POST', headers: as, body: JSON.stringify(fields) })

const event = { title: 'Concert', start_date: '2027-01-10 20:00', end_date: '2027-01-10 22:00' }

async function times(count: number, together: number, run: (nth: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (next < count) await run((next += 1))
    }),
  )
}

const marks: Attack = async (service) => {
  for (const field of ['title', 'description', 'slug', 'cost', 'website'])
    await post(service, { ...event, [field]: 'a' + '\u0315\u0300'.repeat(300_000) })
}

const cleaning: Attack = async (service) => {
  for (const [part, count] of [
    ['a\n\n', 340_000],
    ['‹', 600_000],
    ['<a', 500_000],
    ['&', mebibyte],
  ] as const)
    for (const as of [headers, signedIn])
      await post(service, { ...event, description: part.repeat(count) }, as)
}

async function holdBody({ base, origin }: Service): Promise<Socket> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  const length = 2 * mebibyte - 1
  socket.write(
    `POST ${new URL(base).pathname}/events HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(length - 1, ' '))
  return socket
}

const heldBodies: Attack = async (service) => {
  const sockets = await Promise.all(Array.from({ length: 200 }, () => holdBody(service)))
  await pause(3_000)
  for (const socket of sockets) socket.destroy()
}

const longNames: Attack = ({ base }) =>
  times(18_000, 32, (nth) => send(`${base}/events/by-slug/none?search=${'x'.repeat(8_000)}${nth}`))

const longPages: Attack = async (service) => {
  const description = `<p>${'Long text. '.repeat(85_000)}</p>`
  await times(100, 2, (nth) => post(service, { ...event, title: `Long ${nth}`, description }, signedIn))
  await times(24, 8, (nth) =>
    send(`${service.base}/events?per_page=100&search=long&order=${nth % 2 ? 'asc' : 'desc'}`),
  )
}

const searches: Attack = ({ base }) =>
  times(2_000, 32, (nth) => send(`${base}/events?search=${(nth * 7_919).toString(36)}a`))

const attacks: Readonly<Record<string, Attack>> = {
  'combining marks in each field': marks,
  'descriptions that are dear to clean': cleaning,
  '200 bodies held': heldBodies,
  '18,000 long names': longNames,
  'never the same search twice': searches,
  'pages of very long descriptions': longPages,
}

export async function measureAbuse(service: Service): Promise<void> {
  const watch = startWatch(`${service.origin}/health/live`)
  await pause(1_000)
  await watch.longestWait()
  const before = residentOf(service.pids[0]!)
  for (const [work, attack] of Object.entries(attacks)) {
    await attack(service)
    report({ work, result: await watch.longestWait(), unit: 'ms', target: { must: 100 } })
    const resident = residentOf(service.pids[0]!)
    report({ work: '… resident', result: resident, unit: 'MB', target: { must: 2 * before } })
  }
  await watch.stop()
}
