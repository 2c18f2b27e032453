import { apiPathOf } from '../mounts.ts'
import type { OperationRequest } from '../operation.ts'

/** A request of the editors' room as the calendar would get it, so that what it shows links to the calendar. */
export const calendarRequest = (request: OperationRequest): OperationRequest => ({
  ...request,
  links: { ...request.links, rest: `${request.links.site}${apiPathOf(request.mount)}` },
})
