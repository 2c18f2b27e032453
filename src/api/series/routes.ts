import { routeOf, type Route } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { resourcePath } from '../target-resource.ts'
import { joinWithFormer } from './join.ts'
import { explainRecurrence, recurrenceFields } from './recurrence.ts'

/** Operations for editing series besides those of the calendar, below `cal/admin/v1` (interface: Editing series). */
export const seriesRoutes = (service: ResourceServices): Route[] => [
  routeOf('/recurrence', {
    method: 'POST',
    operationId: 'explainRecurrence',
    summary: 'Read a recurrence in words and as dates',
    parameters: recurrenceFields,
    responseSchema: 'explainedRecurrence',
    problems: ['rest_forbidden'],
    isAction: true,
    run: (request) => Promise.resolve(explainRecurrence(request)),
  }),
  routeOf('/events/{id}/join', {
    method: 'POST',
    operationId: 'joinSeries',
    summary: 'Join a series with the one that it was split from',
    path: resourcePath,
    parameters: {},
    responseSchema: 'event',
    problems: ['rest_forbidden', 'rest-event-not-found', 'rest-invalid-event-id', 'series-not-joinable'],
    isAction: true,
    run: (request) => joinWithFormer(service, request),
  }),
]
