/**
 * During shutdown, requests in progress complete, new ones are refused, and connections are closed after their
 * response.
 */
export interface Shutdown {
  /** A stop signal has arrived: requests that may already be on their way are still answered. */
  isAnnounced: boolean
  isStopping: boolean
}

export const createShutdown = (): Shutdown => ({ isAnnounced: false, isStopping: false })
