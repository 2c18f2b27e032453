import { load } from '../store/sql/reading.ts'
import { noTranslation, notAccessible, passwordProtected, tooManyRequests } from '../errors.ts'
import { mayRead, type Owned } from '../identity/roles.ts'
import { verifySecret } from '../identity/secrets.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { answerTag } from '../server/answering.ts'
import { alternates, keptVersion, lacksRight, readAsked, refuseFaults, viewOf } from './asking.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import { findTarget, loadTarget, mayEditItem, refuseTrashed, type Target } from './target.ts'

type ReadValues = Values<Parameters> & {
  password?: string
  context?: string
  ml_language?: string
  ml_fallback?: string
}

function refuseUnreadable(resource: Resource, item: Item, { asker }: Asked) {
  refuseTrashed(resource, item, asker)
  if (
    resource.family === 'entries' &&
    !mayRead(asker, item.row as unknown as Owned) &&
    !mayEditItem(resource, item, asker)
  )
    throw notAccessible(resource.singular)
}

/** The right password opens a protected event; wrong ones are counted (contract §6.4). */
export async function unlock(
  { limits }: Service,
  item: Item,
  password: string | undefined,
): Promise<boolean> {
  const hash = item.row.password
  if (typeof hash !== 'string') return true
  if (password === undefined || password === '') return false
  if (limits.eventPassword.isBlocked(item.id)) throw tooManyRequests(limits.eventPassword.retryAfter(item.id))
  const isRight = await verifySecret(hash, password)
  if (!isRight) limits.eventPassword.failed(item.id)
  return isRight
}

async function isUnlocked(
  service: Service,
  resource: Resource,
  item: Item,
  { password }: ReadValues,
  asked: Asked,
) {
  if (mayEditItem(resource, item, asked.asker)) return false
  if (await unlock(service, item, password)) return true
  throw passwordProtected()
}

/** An event that everybody reads alike is put together from what was rendered when it changed. */
async function composedAnswer(
  { kept }: Service,
  resource: Resource,
  target: Target | undefined,
  { context, password, ml_fallback }: ReadValues,
  asked: Asked,
): Promise<Answer | undefined> {
  if (resource.name !== 'events' || target === undefined || context === 'edit' || password !== undefined)
    return undefined
  const { id, language } = target
  const event = await kept.composer.event(id, { language, onlyIn: undefined, links: asked.links })
  if (event === undefined || (ml_fallback === 'none' && event.told !== language)) return undefined
  return {
    parts: [event.text],
    headers: { link: alternates(event.languages.split(' '), resource, id, asked) },
    language: event.told,
    until: Infinity,
  }
}

/** A read of one resource answers in one language, and says which others there are (contract §5). */
export async function readItem(
  service: Service,
  resource: Resource,
  parameters: Parameters,
  asked: Asked,
): Promise<Answer> {
  const { values, faults } = readAsked(parameters, asked) as {
    values: ReadValues
    faults: Map<string, never>
  }
  refuseFaults(faults)
  const version = await keptVersion(service, asked)
  const target = await findTarget(service, resource, asked, values.ml_language)
  const composed =
    version === undefined ? undefined : await composedAnswer(service, resource, target, values, asked)
  if (composed !== undefined) return composed
  const item = await loadTarget(service, resource, asked, target)
  refuseUnreadable(resource, item, asked)
  if (values.context === 'edit' && !mayEditItem(resource, item, asked.asker)) throw lacksRight(asked.asker)
  const opened = await isUnlocked(service, resource, item, values, asked)
  const language = target!.language
  if (values.ml_fallback === 'none' && item.language !== language) throw noTranslation(language)
  return {
    body: resource.present(item, viewOf(service, asked, language, { isSingle: true, isUnlocked: opened })),
    headers: { link: alternates(Object.keys(item.translations), resource, item.id, asked) },
    language: item.language,
    // What a password opened is for the one who knew it.
    ...(values.password === undefined ? { until: Infinity } : { isPrivate: true }),
  }
}

/** The entity tag that a read in the language by the asker would carry. */
export async function currentTag(
  service: Service,
  resource: Resource,
  id: number,
  language: string,
  asked: Asked,
): Promise<string> {
  const { db, resources } = service
  const [item] = await load(db, resource, [id], { resources, asker: asked.asker, language })
  const representation = item && resource.present(item, viewOf(service, asked, language, { isSingle: true }))
  return answerTag(JSON.stringify(representation ?? null), item?.language, asked)
}
