import { noTranslation, notAccessible, passwordProtected, tooManyRequests } from '../errors.ts'
import { mayRead, type Owned } from '../identity/roles.ts'
import { verifySecret } from '../identity/secrets.ts'
import type { Parameters, Values } from '../resources/parameter.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { alternates, lacksRight, readAsked, refuseFaults } from './steps.ts'
import type { Answer, Asked } from './operation.ts'
import type { Reads } from '../store/index.ts'
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

/** What every visitor reads alike is stored as a document. */
async function readDocument(
  reads: Reads,
  resource: Resource,
  target: Target | undefined,
  { context, password, ml_fallback }: ReadValues,
  asked: Asked,
): Promise<Answer | undefined> {
  if (target === undefined || asked.asker !== undefined || context === 'edit' || password !== undefined)
    return undefined
  const { id, language } = target
  const document = await reads.document(resource, id, { language, links: asked.links })
  if (document === undefined || (ml_fallback === 'none' && document.text_language !== language))
    return undefined
  return {
    parts: [document.text],
    headers: { link: alternates(document.languages.split(' '), resource, id, asked) },
    language: document.text_language,
    until: Infinity,
  }
}

/** A read of one resource answers in one language, and says which others there are (contract §5). */
export async function readItem(
  service: Service,
  reads: Reads,
  resource: Resource,
  parameters: Parameters,
  asked: Asked,
): Promise<Answer> {
  const { values, faults } = readAsked(parameters, asked) as {
    values: ReadValues
    faults: Map<string, never>
  }
  refuseFaults(faults)
  const target = await findTarget(reads, resource, asked, values.ml_language)
  const document = await readDocument(reads, resource, target, values, asked)
  if (document !== undefined) return document
  const { asker, links } = asked
  const item = await loadTarget(reads, resource, asked, target)
  refuseUnreadable(resource, item, asked)
  if (values.context === 'edit' && !mayEditItem(resource, item, asker)) throw lacksRight(asker)
  const opened = await isUnlocked(service, resource, item, values, asked)
  const language = target!.language
  if (values.ml_fallback === 'none' && item.language !== language) throw noTranslation(language)
  const view = service.store.view({ links, language, asker, isSingle: true, isUnlocked: opened })
  return {
    body: resource.present(item, view),
    headers: { link: alternates(Object.keys(item.translations), resource, item.id, asked) },
    language: item.language,
    // What a password opened is for the one who knew it.
    ...(values.password === undefined ? { until: Infinity } : { isPrivate: true }),
  }
}
