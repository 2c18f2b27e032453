import type { Kind, ResourceName } from '../resources/kinds.ts'
import { termsNamed } from '../resources/reference-checks.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { create, type WritingView } from '../store/sql/create.ts'
import { asUntyped, load } from '../store/sql/read.ts'
import type { LinkKind } from '../store/sql/schema.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import { sortKey } from '../text/search.ts'
import { draftOf } from './drafts.ts'
import type { Sent } from './record.ts'

/**
 * What records link to by name, for many records at once: what has the name is linked, and the rest is made. One query
 * finds all names of a kind.
 */

type Wanted = Sent | string

/** What was made for a record. */
export interface MadeLink {
  readonly kind: ResourceName
  readonly id: number
}

const kinds: readonly LinkKind[] = ['venue', 'organizer', 'categories', 'tags']

const listOf = (value: unknown): readonly Wanted[] =>
  value === undefined || value === '' || value === null
    ? []
    : ((Array.isArray(value) ? value : [value]) as Wanted[])

const nameOf = (resource: Resource, wanted: Wanted): string =>
  (typeof wanted === 'string' ? wanted : String(wanted[resource.titleField] ?? '')).trim()

/** What tells apart two of the same name. */
const keyOf = (resource: Resource, wanted: Wanted): string =>
  JSON.stringify([
    nameOf(resource, wanted).toLowerCase(),
    ...(typeof wanted === 'string' ? [] : [wanted.address, wanted.city, wanted.email]),
  ])

const fieldOf = ({ row, text }: Item, name: string) => String(text[name] ?? row[name] ?? '').toLowerCase()

/** Two places of one name are the same unless their addresses differ. */
function isSame(item: Item, wanted: Wanted): boolean {
  if (typeof wanted === 'string') return true
  const place = [wanted.address, wanted.city].filter(Boolean).join(', ').toLowerCase()
  const known = ['address', 'city'].map((name) => fieldOf(item, name)).filter(Boolean)
  const email = String(wanted.email ?? '').toLowerCase()
  const knownEmail = fieldOf(item, 'email')
  return (
    (place === '' || known.length === 0 || known.some((part) => place.includes(part))) &&
    (email === '' || knownEmail === '' || email === knownEmail)
  )
}

async function entriesNamed(
  trx: Trx,
  resource: Resource,
  wanted: readonly Wanted[],
  view: WritingView,
): Promise<(one: Wanted) => number | undefined> {
  const keys = [...new Set(wanted.map((one) => sortKey(nameOf(resource, one))))]
  const rows = await asUntyped(trx)
    .selectFrom(resource.texts)
    .select('id')
    .distinct()
    .where('sort', 'in', keys)
    .where('live', '=', 1)
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id as number)
  const items = await load(trx, resource, ids, { ...view, now: undefined })
  return (one) => {
    const name = nameOf(resource, one).toLowerCase()
    const hasName = ({ translations }: Item) =>
      Object.values(translations).some(({ title }) => title.toLowerCase() === name)
    return items.find((item) => hasName(item) && isSame(item, one))?.id
  }
}

async function termsOf(trx: Trx, { singular }: Resource, wanted: readonly Wanted[]) {
  const names = [...new Set(wanted.map(String))]
  const found = await termsNamed(singular as Kind & ('category' | 'tag'), names, { db: trx })
  return (one: Wanted) => found.get(String(one))
}

/** Links of one kind, by the keys of what is wanted. */
class Links {
  private readonly ids = new Map<string, number>()

  constructor(
    private readonly trx: Trx,
    private readonly resource: Resource,
  ) {}

  async find(wanted: readonly Wanted[], view: WritingView): Promise<void> {
    if (wanted.length === 0) return
    const { trx, resource } = this
    const find =
      resource.family === 'entries'
        ? await entriesNamed(trx, resource, wanted, view)
        : await termsOf(trx, resource, wanted)
    for (const one of wanted) {
      const id = find(one)
      if (id !== undefined) this.ids.set(keyOf(resource, one), id)
    }
  }

  /** Also makes what is not there. */
  async idsOf(wanted: readonly Wanted[], view: WritingView, made: MadeLink[]): Promise<number[]> {
    const ids: number[] = []
    for (const one of wanted) {
      const key = keyOf(this.resource, one)
      const id = this.ids.get(key) ?? (await this.make(one, view, made))
      this.ids.set(key, id)
      ids.push(id)
    }
    return [...new Set(ids)]
  }

  private async make(wanted: Wanted, view: WritingView, made: MadeLink[]): Promise<number> {
    const sent = typeof wanted === 'string' ? { [this.resource.titleField]: wanted } : wanted
    const id = await create(this.trx, this.resource, await draftOf(this.resource, sent, view), view)
    made.push({ kind: this.resource.name, id })
    return id
  }
}

export class LinkResolver {
  private readonly links: ReadonlyMap<LinkKind, Links>

  private constructor(trx: Trx, { resources }: WritingView) {
    const resourceOf = (kind: LinkKind) => resources[resources.events.links![kind]]
    this.links = new Map(kinds.map((kind) => [kind, new Links(trx, resourceOf(kind))]))
  }

  static async for(trx: Trx, sent: readonly Sent[], view: WritingView): Promise<LinkResolver> {
    const resolver = new LinkResolver(trx, view)
    for (const [kind, links] of resolver.links)
      await links.find(
        sent.flatMap((fields) => listOf(fields[kind])),
        view,
      )
    return resolver
  }

  /** The fields with ids in the place of names. */
  async resolve(sent: Sent, view: WritingView, made: MadeLink[]): Promise<Sent> {
    const resolved: Record<string, unknown> = { ...sent }
    for (const [kind, links] of this.links)
      if (sent[kind] !== undefined) resolved[kind] = await links.idsOf(listOf(sent[kind]), view, made)
    return resolved
  }
}
