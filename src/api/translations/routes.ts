import { mayEditAny, mayEditOthers, type Caller } from '../../identity/roles.ts'
import { forbidden } from '../../errors.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Reads } from '../../store/index.ts'
import { dayOf, toWall } from '../../time/index.ts'
import { findList } from '../list.ts'
import type { OperationRequest, OperationResult, Route } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { parseParameters, requireCredentials, throwIfInvalid } from '../steps.ts'

/** The state of translation of each language, across all lists (interface: Translations to do). */

type Sent = Readonly<Record<string, string>>

/**
 * A series counts once, besides its dates with texts of their own; terms count even without events, because they are
 * translated before they are used.
 */
const scopeOf = ({ name, family }: Resource): Sent =>
  name === 'events' ? { series: 'texts' } : family === 'terms' ? { hide_empty: 'false' } : {}

async function countAll(
  { store: { resources } }: ResourceServices,
  reads: Reads,
  request: OperationRequest,
  narrowing: Sent = {},
): Promise<number> {
  const totals = await Promise.all(
    Object.values(resources).map(async (resource) => {
      const sent = { ...scopeOf(resource), ...narrowing, ml_fallback: 'original', per_page: '1' }
      return (await findList(reads, resource, { ...request, sent })).paging.total
    }),
  )
  return totals.reduce((sum, total) => sum + total, 0)
}

async function measure(services: ResourceServices, reads: Reads, request: OperationRequest) {
  const total = await countAll(services, reads, request)
  const languages = request.site.languages.map(async (language) => ({
    language,
    missing: await countAll(services, reads, request, { missing_translation: language }),
    outdated: await countAll(services, reads, request, { outdated_translation: language }),
  }))
  return { total, languages: await Promise.all(languages) }
}

/** Cache key: all editors share one count, and the lists change every day. */
const nameFor = (caller: Caller, { site: { now, timezone } }: OperationRequest) =>
  `translations to do for ${mayEditOthers(caller) ? 'editors' : caller.id} on ${dayOf(toWall(now, timezone))}`

async function readTranslations(
  services: ResourceServices,
  request: OperationRequest,
): Promise<OperationResult> {
  const { errors } = parseParameters({}, request)
  throwIfInvalid(errors)
  const { caller } = request
  requireCredentials(caller)
  if (!mayEditAny(caller)) throw forbidden()
  const body = await services.store.reading((reads) =>
    reads.cached(nameFor(caller, request), (latest) => measure(services, latest, request)),
  )
  return { body }
}

export const translationRoutes = (services: ResourceServices): Route[] => [
  {
    pattern: '/translations',
    operations: [
      {
        method: 'GET',
        operationId: 'readTranslations',
        summary: 'Read the progress of translation',
        parameters: {},
        responseSchema: 'translationWork',
        problems: ['rest_forbidden'],
        run: (request) => readTranslations(services, request),
      },
    ],
  },
]
