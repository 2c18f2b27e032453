import type { Store } from '../../store/index.ts'
import { readPage, type ChangesPage, type FeedReader } from './page.ts'
import type { Waiting } from './waiting.ts'

/** What is needed to follow the feed of changes. */
export interface FollowServices {
  readonly store: Store
  readonly waiting: Waiting
}

/**
 * When to respond although nothing has changed: after a timeout, or because the client has disconnected or the service
 * is stopping.
 */
interface Patience {
  readonly milliseconds: number
  readonly isOver: () => boolean
}

/** Waits for the changes after `after`; the page is empty only if none became visible to the reader in time. */
export async function nextPage(
  { store, waiting }: FollowServices,
  after: number,
  reader: FeedReader,
  { milliseconds, isOver }: Patience,
): Promise<ChangesPage> {
  const end = performance.now() + milliseconds
  const isEnough = () => isOver() || performance.now() >= end
  for (let position = after; ;) {
    const version = store.version()
    const page = await readPage(store, position, reader)
    if (page.changes.length > 0 || !page.isComplete || isEnough()) return page
    position = page.position.seq
    await waiting.untilNewer(version, isEnough)
  }
}
