import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEvent, onEachDatabase, type Json, type Service } from './service.ts'

/** Readers that follow the feed while many write end with exactly what the lists show. */

const [writers, readers, writesEach] = [50, 20, 8]

/** What a reader of the feed believes there is: representations by kind and id. */
class Follower {
  readonly known = new Map<string, Json>()
  private token = ''

  constructor(
    private readonly service: Service,
    private readonly perPage: number,
  ) {}

  async begin(): Promise<void> {
    this.token = (await this.service.get('/changes')).body.next
  }

  /** Reads on until there is nothing more; nothing may be told that cannot be read. */
  async follow(wait: number): Promise<boolean> {
    const path = `/changes?since=${this.token}&per_page=${this.perPage}&wait=${wait}`
    const { status, body, text } = await this.service.get(path)
    assert.equal(status, 200, text)
    for (const { kind, id, action, resource } of body.changes as Json[]) {
      if (resource === undefined) this.known.delete(`${kind} ${id}`)
      else this.known.set(`${kind} ${id}`, resource)
      if (action === 'created' && resource !== undefined) assert.equal(resource.id, id)
    }
    this.token = body.next
    return body.complete && body.changes.length === 0
  }
}

async function everything(service: Service): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  for (const kind of ['events', 'venues'])
    for (let page: string | undefined = `/${kind}?per_page=100&start_date=2020-01-01`; page !== undefined;) {
      const { body } = await service.get(page)
      for (const item of body[kind]) found.set(`${kind} ${item.id}`, item)
      page = body.next_rest_url
    }
  return found
}

/** Creates, changes, hides, shows, trashes, restores and deletes, one after the other. */
async function write(service: Service, writer: number): Promise<void> {
  const mine: number[] = []
  for (let turn = 0; turn < writesEach; turn += 1) {
    const title = `Event ${turn} of ${writer}`
    const { body } = await service.post(
      '/events',
      anEvent({ title, venue: { venue: `Hall ${writer} ${turn}` } }),
    )
    mine.push(body.id)
    const some = mine[turn >> 1]!
    const last = mine[turn]!
    await service.patch(`/events/${some}`, { title: `${title}, changed` })
    if (turn % 4 === 1) await service.patch(`/events/${last}`, { status: 'draft' })
    if (turn % 4 === 2) await service.delete(`/events/${last}`)
    if (turn % 4 === 3) await service.delete(`/events/${last}?force=true`)
    if (turn % 8 === 6) await service.patch(`/events/${last}`, { status: 'publish' })
  }
}

onEachDatabase((service) => {
  test('many readers follow many writers', async () => {
    const followers = Array.from({ length: readers }, (_, index) => new Follower(service, 3 + 20 * index))
    await Promise.all(followers.map((follower) => follower.begin()))
    let isWriting = true
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(service, writer)))
    const following = followers.map(async (follower) => {
      while (isWriting) await follower.follow(1)
      while (!(await follower.follow(0)));
    })
    await writing
    isWriting = false
    await Promise.all(following)

    const shown = await everything(service)
    assert.ok(shown.size > writers)
    for (const { known } of followers) {
      const events = new Map([...known].filter(([key]) => /^(?:events|venues) /.test(key)))
      assert.deepEqual([...events.keys()].toSorted(), [...shown.keys()].toSorted())
      for (const [key, item] of events) assert.equal(item.title, shown.get(key).title)
    }
  })
})
