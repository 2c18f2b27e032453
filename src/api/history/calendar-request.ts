import { apiPathOf } from '../mounts.ts'
import type { OperationRequest } from '../operation.ts'

/** Converts a request to the admin namespace into one to the calendar, so that representations link to the calendar. */
export const calendarRequest = (request: OperationRequest): OperationRequest => ({
  ...request,
  links: { ...request.links, rest: `${request.links.site}${apiPathOf(request.mount)}` },
})
