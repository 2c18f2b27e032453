/**
 * During shutdown, requests in progress complete, new ones are refused, and connections are closed after their
 * response.
 */
export interface Shutdown {
  isStopping: boolean
}
