import type { Store } from '../../store/index.ts'
import { createSettledText } from '../../store/settled-text.ts'
import type { OperationRequest } from '../operation.ts'

/**
 * The host in identifiers such as UIDs. It is stored when the first feed is requested, because identifiers must not
 * change when the service moves to another host.
 */
export function createFeedHost(store: Store): (request: OperationRequest) => Promise<string> {
  const settled = createSettledText(store, 'feed host')
  return ({ links }) => settled(() => new URL(links.site).host)
}
