import { envelope, linkHeader, pageLinks, totalHeaders } from '../pagination.ts'
import type { FoundList } from './index.ts'

/** One page in an envelope with totals, and links that keep every parameter (interface: Lists). */
export async function jsonList({ resource, found, paging, inEffect, request }: FoundList) {
  const { name } = resource
  const links = pageLinks(`${request.links.rest}/${name}`, paging, inEffect)
  const items = await found.representations(request.links)
  return {
    bodyParts: insertItems(name, items, JSON.stringify(envelope(name, [], paging, links))),
    headers: { ...totalHeaders(paging, request), link: linkHeader(links) },
  }
}

/** Inserts the items into the empty list at the start of the envelope. */
function insertItems(name: string, texts: readonly string[], envelope: string): string[] {
  const empty = `{"${name}":[]`
  const items = texts.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return [empty.slice(0, -1), ...items, ']', envelope.slice(empty.length)]
}
