import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { groupBy } from '../../src/group-by.ts'
import type { Json } from '../service.ts'

/** Clients that write and read at a steady rate, record the responses, and verify the data at the end. */

interface Wanted {
  readonly title: string
  id: number | undefined
  description: string
  isDeleted: boolean
  /** Whether the last write succeeded; otherwise either state may be current. */
  isCertain: boolean
  /** When the response arrived. */
  since: number
}

interface Figures {
  acknowledged: number
  givenUp: number
  reads: number
  /** Reads with outdated data, a second or more after the response to the write. */
  stale: string[]
  /** Responses other than success and 503. */
  wrong: string[]
  statuses: Record<string, number>
  retries: number
}

type Origins = () => readonly string[]

const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`
const [perSecond, patience] = [8, 30_000]
const writers = 4
const readers = 4

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

interface Outcome {
  readonly status: number
  readonly body: Json
}

export class Load {
  readonly wanted: Wanted[] = []
  readonly figures: Figures = {
    acknowledged: 0,
    givenUp: 0,
    reads: 0,
    stale: [],
    wrong: [],
    statuses: {},
    retries: 0,
  }
  /** Times of successful reads and writes. */
  readonly successes: { read: number[]; write: number[] } = { read: [], write: [] }
  private isOver = false

  constructor(private readonly origins: Origins) {}

  async run(seconds: number): Promise<void> {
    const timer = setTimeout(() => (this.isOver = true), seconds * 1_000)
    const loops = [
      ...Array.from({ length: writers }, (_, index) => this.repeat(seconds, () => this.write(index))),
      ...Array.from({ length: readers }, () => this.repeat(seconds, () => this.read())),
    ]
    await Promise.all(loops)
    clearTimeout(timer)
  }

  private async repeat(seconds: number, step: () => Promise<void>) {
    for (let count = 0; !this.isOver && count < seconds * perSecond; count++) {
      const begun = Date.now()
      await step()
      await pause(Math.max(0, 1_000 / perSecond - (Date.now() - begun)))
    }
  }

  /** One request; a broken connection has the status 0. */
  private async send(origin: string, method: string, path: string, init: RequestInit = {}): Promise<Outcome> {
    const kind = method === 'GET' ? 'read' : 'write'
    try {
      const response = await fetch(`${origin}/cal/events/v1${path}`, {
        method,
        signal: AbortSignal.timeout(10_000),
        ...init,
      })
      const body = (await response.json()) as Json
      this.count(`${kind} ${response.status}`)
      if (response.status < 400) this.successes[kind].push(Date.now())
      if (response.status === 503 && response.headers.get('retry-after') === null)
        this.figures.wrong.push(`${method} ${path}: 503 without Retry-After`)
      return { status: response.status, body }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        this.figures.wrong.push(`${method} ${path}: no answer in time`)
      this.count(`${kind} without answer`)
      return { status: 0, body: undefined }
    }
  }

  private count(what: string) {
    this.figures.statuses[what] = (this.figures.statuses[what] ?? 0) + 1
  }

  /** Retries a write on any node until there is a response; the Idempotency-Key makes that safe. */
  private async persist(method: string, path: string, body: object, isDone: (status: number) => boolean) {
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
    }
    const end = Date.now() + patience
    for (let tries = 0; Date.now() < end; tries++) {
      if (tries > 0) this.figures.retries += 1
      const outcome = await this.send(pick(this.origins()), method, path, {
        headers,
        body: JSON.stringify(body),
      })
      if (isDone(outcome.status)) {
        this.figures.acknowledged += 1
        return outcome
      }
      if (outcome.status !== 0 && outcome.status !== 503) {
        this.figures.wrong.push(`${method} ${path}: ${outcome.status} ${JSON.stringify(outcome.body)}`)
        return undefined
      }
      await pause(100 + Math.random() * 200)
    }
    this.figures.givenUp += 1
    return undefined
  }

  private write(writer: number): Promise<void> {
    const own = this.wanted.filter(
      ({ id, isDeleted, isCertain }, index) =>
        id !== undefined && !isDeleted && isCertain && index % writers === writer,
    )
    const chance = Math.random()
    if (own.length === 0 || chance < 0.6) return this.create(writer)
    return chance < 0.9 ? this.change(pick(own)) : this.remove(pick(own))
  }

  private async create(writer: number) {
    // Each writer changes only its own events: every fourth in the list.
    const index = this.nextIndex(writer)
    const wanted: Wanted = {
      title: `Event ${index}`,
      id: undefined,
      description: '<p>0</p>',
      isDeleted: false,
      isCertain: false,
      since: Infinity,
    }
    this.wanted[index] = wanted
    const outcome = await this.persist(
      'POST',
      '/events',
      {
        title: wanted.title,
        description: wanted.description,
        start_date: `${tomorrow} 20:00`,
        end_date: `${tomorrow} 22:00`,
        venue: { venue: `Hall ${index}` },
        tags: ['fault'],
      },
      (status) => status === 201,
    )
    if (outcome === undefined) return
    wanted.id = outcome.body.id
    this.acknowledge(wanted)
  }

  private readonly counts = Array.from({ length: writers }, () => 0)
  private nextIndex = (writer: number) => this.counts[writer]!++ * writers + writer

  private acknowledge(wanted: Wanted) {
    wanted.isCertain = true
    wanted.since = Date.now()
  }

  private async change(wanted: Wanted) {
    const description = `<p>${Number(/\d+/.exec(wanted.description)![0]) + 1}</p>`
    wanted.isCertain = false
    const outcome = await this.persist(
      'PATCH',
      `/events/${wanted.id}`,
      { description },
      (status) => status === 200,
    )
    if (outcome === undefined) return
    wanted.description = description
    this.acknowledge(wanted)
  }

  private async remove(wanted: Wanted) {
    wanted.isCertain = false
    const isGone = (status: number) => status === 200 || status === 410
    const outcome = await this.persist('DELETE', `/events/${wanted.id}`, {}, isGone)
    if (outcome === undefined) return
    wanted.isDeleted = true
    this.acknowledge(wanted)
  }

  /** One second after the response, every node must return what was written. */
  private async read() {
    const wanted = pick(this.wanted.filter((one) => one?.isCertain))
    if (wanted === undefined || Date.now() - wanted.since < 1_000) return
    const { description, isDeleted, since } = wanted
    const { status, body } = await this.send(pick(this.origins()), 'GET', `/events/${wanted.id}`)
    this.figures.reads += 1
    if (status === 0 || status === 503) return
    // Skips events written meanwhile; another read will check them.
    if (wanted.since !== since || !wanted.isCertain) return
    const expected = isDeleted ? 410 : 200
    if (status !== expected) this.figures.wrong.push(`GET ${wanted.title}: ${status} in place of ${expected}`)
    else if (status === 200 && body.description.trim() !== description)
      this.figures.stale.push(`${wanted.title}: ${body.description} in place of ${description}`)
  }

  /** Compares the final data with the acknowledged writes. */
  async verify(
    origin: string,
  ): Promise<{ lost: string[]; duplicates: string[]; halfMade: string[]; found: number }> {
    const found: Json[] = []
    for (let page = 1; page < 1_000; page++) {
      const { status, body } = await this.send(origin, 'GET', `/events?per_page=100&page=${page}`)
      if (status !== 200) throw new Error(`the list answers ${status}`)
      found.push(...body.events)
      if (page >= body.total_pages) break
    }
    const byTitle = groupBy(found, ({ title }) => title as string)
    const kept = this.wanted.filter((one) => one?.isCertain)
    return {
      found: found.length,
      lost: kept
        .filter(({ title, description, isDeleted }) => {
          const [event] = byTitle.get(title) ?? []
          return isDeleted ? event !== undefined : event?.description.trim() !== description
        })
        .map(({ title }) => title),
      duplicates: [...byTitle].filter(([, events]) => events.length > 1).map(([title]) => title),
      halfMade: found
        .filter(({ venue, tags }) => venue?.venue === undefined || tags.length !== 1)
        .map(({ title }) => title),
    }
  }
}
