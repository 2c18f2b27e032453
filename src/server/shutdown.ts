/** Whether the service is stopping: requests that are under way finish, new ones are refused, no connection is kept. */
export interface Shutdown {
  isStopping: boolean
}
