import type { Reads, Store } from '../../store/index.ts'
import type { FoundList } from '../formats/json.ts'

/** Parameters of lists, and the collections whose names their IDs stand for. */
const naming = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const

/** More names would hide that of the site. */
const mostNamed = 3

type Named = Readonly<Record<string, unknown>> & { readonly status?: string }

/** The names of those that visitors may read: an unpublished venue must not be named. */
async function namesOf(
  reads: Reads,
  { resources }: Pick<Store, 'resources'>,
  { values, request: { links }, reader: { language } }: FoundList,
): Promise<string[]> {
  const narrowed = Object.entries(naming).flatMap(([parameter, name]) => {
    const ids = (values as Readonly<Record<string, unknown>>)[parameter]
    return Array.isArray(ids) ? [{ resource: resources[name], ids: [...new Set(ids as number[])] }] : []
  })
  if (narrowed.reduce((sum, { ids }) => sum + ids.length, 0) > mostNamed) return []
  const found = await Promise.all(
    narrowed.map(async ({ resource, ids }) => {
      const items = await reads.values<Named>(resource, ids, { links, language })
      return items
        .filter(({ status = 'publish' }) => status === 'publish')
        .map((item) => String(item[resource.titleField]))
    }),
  )
  return found.flat()
}

/** Named after what it is narrowed to, because calendar programs show nothing else of the feeds that one subscribes to. */
export async function titleOf(
  reads: Reads,
  store: Pick<Store, 'resources'>,
  list: FoundList,
  siteName: string,
): Promise<string> {
  const names = await namesOf(reads, store, list)
  return names.length === 0 ? siteName : `${names.join(', ')} · ${siteName}`
}
