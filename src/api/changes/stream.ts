import { nextPage, type FollowServices } from './follow.ts'
import type { FeedReader } from './page.ts'
import { tokenOf, type Position } from './token.ts'

/** The feed as server-sent events (HTML Living Standard 9.2). */

export const eventStream = { extension: 'sse', mediaType: 'text/event-stream' } as const

/** The longest silence on a stream, so that neither clients nor proxies time out. */
const heartbeatMs = 15_000

/** The longest duration of a stream; clients then reconnect. */
const maxDurationMs = 600_000

const reconnectMs = 1_000

interface Followed {
  readonly after: Position
  readonly reader: FeedReader
  readonly isOver: () => boolean
  /** Whether the credentials of the reader still allow what they did when the stream began. */
  readonly isStillAllowed: () => Promise<boolean>
}

/**
 * Yields one event per change. Its ID is the token of the position after it, which `EventSource` sends when it
 * reconnects.
 */
export async function* streamChanges(
  services: FollowServices,
  { after, reader, isOver, isStillAllowed }: Followed,
): AsyncIterable<string> {
  const end = performance.now() + maxDurationMs
  yield `retry: ${reconnectMs}\nid: ${tokenOf(after)}\n\n`
  for (let position = after.seq; !isOver() && performance.now() < end;) {
    const page = await nextPage(services, position, reader, { milliseconds: heartbeatMs, isOver })
    if (!(await isStillAllowed())) return
    for (const found of page.changes) yield `id: ${tokenOf(found)}\ndata: ${JSON.stringify(found.change)}\n\n`
    // An ID without data is not dispatched as an event, but clients store it, so changes that the reader may not see
    // are not scanned again.
    if (page.changes.length === 0) yield `:\nid: ${tokenOf(page.position)}\n\n`
    position = page.position.seq
  }
}
