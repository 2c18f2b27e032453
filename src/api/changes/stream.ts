import { nextPage, type FeedServices } from './follow.ts'
import type { FeedReader } from './page.ts'

/** The feed as server-sent events (HTML Living Standard 9.2). */

export const eventStream = { extension: 'sse', mediaType: 'text/event-stream' } as const

/** How often a client hears of the stream at least, so that it and proxies do not give it up. */
const heartbeatMs = 15_000

/** A stream ends after a while and the client comes again, because its credentials may have been revoked. */
const longestMs = 600_000

const reconnectMs = 1_000

interface Followed {
  readonly after: number
  readonly reader: FeedReader
  readonly tokenAt: (seq: number) => string
  readonly isOver: () => boolean
}

/** An event for each change; its id is the token behind it, with which `EventSource` goes on by itself. */
export async function* streamChanges(
  services: FeedServices,
  { after, reader, tokenAt, isOver }: Followed,
): AsyncIterable<string> {
  const end = performance.now() + longestMs
  yield `retry: ${reconnectMs}\nid: ${tokenAt(after)}\n\n`
  for (let position = after; !isOver() && performance.now() < end;) {
    const page = await nextPage(services, position, reader, { milliseconds: heartbeatMs, isOver })
    for (const { seq, change } of page.changes)
      yield `id: ${tokenAt(seq)}\ndata: ${JSON.stringify(change)}\n\n`
    // An id alone is no event, but it is remembered: what the reader may not know of is not looked at again.
    if (page.changes.length === 0) yield `:\nid: ${tokenAt(page.position)}\n\n`
    position = page.position
  }
}
