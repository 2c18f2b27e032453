import type { Store } from '../../store/index.ts'
import { readPage, type ChangesPage, type FeedReader } from './page.ts'
import type { Waiting } from './waiting.ts'

/** What the feed is followed with. */
export interface FeedServices {
  readonly store: Store
  readonly waiting: Waiting
}

/** When a reader is to be answered even though nothing has changed: after a while, or because it or the service ends. */
interface Patience {
  readonly milliseconds: number
  readonly isOver: () => boolean
}

/** The next page behind a change; an empty one only if nothing came for as long as the patience lasts. */
export async function nextPage(
  { store, waiting }: FeedServices,
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
    position = page.position
    await waiting.untilNewer(version, isEnough)
  }
}
