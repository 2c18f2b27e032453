import type { Query, Service } from './service.ts'

/** Reads all pages of a list, which is under the name at the end of its address. */
export async function readAll<T>(
  service: Service,
  address: string,
  query: Query,
  signal?: AbortSignal,
): Promise<T[]> {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const items: T[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const asking = { query: { ...query, page, per_page: 100 }, ...(signal && { signal }) }
    const answer = await service.read<Record<string, T[]>>(address, asking)
    items.push(...answer.body[name]!)
    pages = answer.pages ?? 1
  }
  return items
}
