import { mayCreate, mayEditAny, mayEditOthers, mayPublish, type Caller } from '../../identity/roles.ts'
import { forbidden } from '../../errors.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Reads } from '../../store/index.ts'
import { dayOf, toWall } from '../../time/index.ts'
import { findList } from '../list.ts'
import { routeOf, type OperationRequest, type OperationResult, type Route } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { requireCredentials } from '../steps.ts'

/** The state of translation of each language, across all lists (interface: Translations to do). */

type Sent = Readonly<Record<string, string>>

/**
 * A series counts once, besides its dates with texts of their own; terms count even without events, because they are
 * translated before they are used.
 */
const scopeOf = ({ name, family }: Resource): Sent =>
  name === 'events' ? { series: 'texts' } : family === 'terms' ? { hide_empty: 'false' } : {}

/** Entries that the caller may edit: all, or their own; contributors no longer edit what is published. */
const ownOf = ({ family }: Resource, caller: Caller): Sent => {
  if (family === 'terms' || mayEditOthers(caller)) return {}
  const author = String(caller.id)
  return mayPublish(caller) ? { author } : { author, status: 'draft,pending,private' }
}

async function countAll(
  { store: { resources } }: ResourceServices,
  reads: Reads,
  request: OperationRequest & { readonly caller: Caller },
  narrowing: Sent = {},
): Promise<number> {
  const { caller } = request
  // Who may create terms may edit them.
  const editable = Object.values(resources).filter(({ name }) => mayCreate(caller, name))
  const totals = await Promise.all(
    editable.map(async (resource) => {
      const of = { ...scopeOf(resource), ...ownOf(resource, caller) }
      const sent = { ...of, ...narrowing, ml_fallback: 'original', per_page: '1' }
      return (await findList(reads, resource, { ...request, sent })).paging.total
    }),
  )
  return totals.reduce((sum, total) => sum + total, 0)
}

async function measure(
  services: ResourceServices,
  reads: Reads,
  request: OperationRequest & { readonly caller: Caller },
) {
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
  `translations to do for ${mayEditOthers(caller) ? 'editors' : `${caller.role} ${caller.id}`} on ${dayOf(toWall(now, timezone))}`

async function readTranslations(
  services: ResourceServices,
  request: OperationRequest,
): Promise<OperationResult> {
  const { caller } = request
  requireCredentials(caller)
  if (!mayEditAny(caller)) throw forbidden()
  const body = await services.store.reading((reads) =>
    reads.cached(nameFor(caller, request), (latest) => measure(services, latest, { ...request, caller })),
  )
  return { body }
}

export const translationRoutes = (services: ResourceServices): Route[] => [
  routeOf('/translations', {
    method: 'GET',
    operationId: 'readTranslations',
    summary: 'Read the progress of translation',
    parameters: {},
    responseSchema: 'translationWork',
    problems: ['rest_forbidden'],
    run: (request) => readTranslations(services, request),
  }),
]
