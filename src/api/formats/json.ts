import { envelope, linkHeader, pageLinks, totalHeaders } from '../paging.ts'
import type { FoundList } from './index.ts'

/** One page in an envelope with totals, and links that keep every parameter (contract §10). */
export async function jsonList({ resource, found, paging, inEffect, asked }: FoundList) {
  const { name } = resource
  const links = pageLinks(`${asked.links.rest}/${name}`, paging, inEffect)
  const items = await found.representations(asked.links)
  return {
    parts: insertItems(name, items, JSON.stringify(envelope(name, [], paging, links))),
    headers: { ...totalHeaders(paging, asked), link: linkHeader(links) },
  }
}

/** Puts the items into the empty list that the envelope begins with. */
function insertItems(name: string, texts: readonly string[], envelope: string): string[] {
  const empty = `{"${name}":[]`
  const items = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return [empty.slice(0, -1), ...items, ']', envelope.slice(empty.length)]
}
