import { integer } from '../../resources/parameter-types.ts'
import type { Resource } from '../../resources/resource.ts'
import { capitalized } from '../../text/capitalized.ts'
import { routeOf, type Operation, type Route } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import type { Db } from '../../store/sql/db.ts'
import { resourcePath } from '../target-resource.ts'
import { listReviews, reviewListParameters } from './decisions.ts'
import { listHistory, listParameters } from './list.ts'
import { restoreVersion } from './restore.ts'
import { reviewEvent, reviewFields } from './review.ts'
import { suggestionOperation, type SuggestionServices } from './suggest.ts'

const versionPath = { ...resourcePath, version: integer('Number of the version', { minimum: 1 }) }

const problemsOf = ({ singular }: Resource) => [
  'rest_forbidden',
  `rest-${singular}-not-found`,
  `rest-invalid-${singular}-id`,
]

const historyOf = (service: ResourceServices, resource: Resource): Operation => ({
  method: 'GET',
  operationId: `list${capitalized(resource.singular)}Versions`,
  summary: 'List the versions of a resource',
  path: resourcePath,
  parameters: listParameters,
  responseSchema: 'versionList',
  problems: problemsOf(resource),
  run: (request) => listHistory(service, resource, request),
})

const restoreOf = (service: ResourceServices, resource: Resource): Operation => ({
  method: 'POST',
  operationId: `restore${capitalized(resource.singular)}Version`,
  summary: 'Restore a version of a resource',
  path: versionPath,
  parameters: {},
  responseSchema: 'restoredVersion',
  problems: [...problemsOf(resource), 'rest-version-not-found', 'rest_precondition_failed'],
  isAction: true,
  run: (request) => restoreVersion(service, resource, request),
})

/** Versions of every kind, reviews of events and suggestions, below `cal/admin/v1` (interface: History, Reviews). */
export const historyRoutes = (service: SuggestionServices, db: Db): Route[] => [
  routeOf('/reviews', {
    method: 'GET',
    operationId: 'listReviews',
    summary: 'List the decisions about pending events',
    parameters: reviewListParameters,
    responseSchema: 'reviewList',
    problems: ['rest_forbidden'],
    run: (request) => listReviews(db, request),
  }),
  {
    ...routeOf('/suggestions', suggestionOperation(service)),
    isOffered: ({ suggestions }) => suggestions,
  },
  ...Object.values(service.store.resources).flatMap((resource) => [
    routeOf(`/${resource.name}/{id}/history`, historyOf(service, resource)),
    routeOf(`/${resource.name}/{id}/history/{version}/restore`, restoreOf(service, resource)),
  ]),
  routeOf('/events/{id}/review', {
    method: 'POST',
    operationId: 'reviewEvent',
    summary: 'Accept, return or reject a pending event',
    path: resourcePath,
    parameters: reviewFields,
    responseSchema: 'event',
    problems: ['event-not-pending'],
    isAction: true,
    run: (request) => reviewEvent(service, request),
  }),
]
