/** Whether the service is stopping: requests in progress finish, new ones are refused, and connections close. */
export interface Shutdown {
  isStopping: boolean
}
