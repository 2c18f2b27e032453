import { onlineManager, QueryClient } from '@tanstack/react-query'
import { countUnderWay } from '../parts/under-way.ts'
import { ConnectionLost, ServiceError } from '../service/errors.ts'

/** Reads are cached and shared; writes are queued while there is no connection and then sent in order. */

const isLost = (error: Error) => error instanceof ConnectionLost

/** Overload and restarts are temporary; other errors are final. */
const isPassing = (error: Error) =>
  isLost(error) || (error instanceof ServiceError && [502, 503, 504].includes(error.status))

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => isPassing(error) && count < 2,
      },
      mutations: {
        // Serialized, because a later change may depend on an earlier one.
        scope: { id: 'changes' },
        retry: (count, error) => isLost(error) || (isPassing(error) && count < 3),
        retryDelay: (count) => Math.min(500 * 2 ** count, 5_000),
      },
    },
  })

/** Asks before the page is left while changes are still to be sent, because they wait in the memory of this tab. */
export function askBeforeLosing(queries: QueryClient): void {
  addEventListener('beforeunload', (event) => {
    if (queries.isMutating() + countUnderWay() > 0) event.preventDefault()
  })
}

const pauseMs = 3_000

/**
 * Tracks from the requests made whether the service is reachable. While it is not, polls it until it responds, because
 * the browser knows only about its own network.
 */
export function watchConnection(root: string): { heard: (isConnected: boolean) => void } {
  let timer: number | undefined
  const isThere = () =>
    fetch(`${root}/cal/events/v1/languages`)
      // Networks that ask their visitors to sign in answer with a page.
      .then((response) => response.status < 500 && response.json().then(() => true))
      .catch(() => false)
  const askAgain = () => {
    timer = window.setTimeout(() => {
      timer = undefined
      void isThere().then(heard)
    }, pauseMs)
  }
  const heard = (isConnected: boolean) => {
    onlineManager.setOnline(isConnected)
    if (isConnected) {
      window.clearTimeout(timer)
      timer = undefined
    } else if (timer === undefined) askAgain()
  }
  return { heard }
}
