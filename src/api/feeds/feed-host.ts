import type { Store } from '../../store/index.ts'
import type { OperationRequest } from '../operation.ts'

const name = 'feed host'

/**
 * The host in identifiers such as UIDs. It is settled when the first feed is asked for, because identifiers must not
 * change when the service moves to another host.
 */
export function createFeedHost(store: Store): (request: OperationRequest) => Promise<string> {
  let known: string | undefined
  return async ({ links }) => {
    known ??= await store.latest.settled(name)
    known ??= await store.write((transaction) => transaction.settle(name, new URL(links.site).host))
    return known
  }
}
