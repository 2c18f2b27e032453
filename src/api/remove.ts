import { Invalid, forbidden, inTrash, noTranslation, originalStays, passwordProtected } from '../errors.ts'
import { mayEditOthers } from '../identity/roles.ts'
import { say } from '../locales/sentence.ts'
import type { Parameter, Parameters, Values } from '../resources/parameter.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { language as languageParameter } from '../resources/vocabulary.ts'
import { readAsked, refuseFaults, requireCredentials } from './steps.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import type { Reads } from '../store/index.ts'
import { unlock } from './read.ts'
import { findTarget, isTrashed, loadTarget, mayEditItem, type Target } from './target.ts'
import { checkPrecondition } from './update.ts'

type RemoveValues = Values<Parameters> & { password?: string; force?: boolean; ml_language?: string }

async function refuseWrongPassword(service: Service, item: Item, { password }: RemoveValues) {
  if (
    password !== undefined &&
    typeof item.row.password === 'string' &&
    !(await unlock(service, item, password))
  )
    throw passwordProtected()
}

/** Somebody else may have been faster: what is gone is not removed again, nor what has changed unseen. */
async function refuseChanged(
  service: Service,
  reads: Reads,
  resource: Resource,
  asked: Asked,
  target: Target,
  former: Item,
) {
  const item = await loadTarget(reads, resource, asked, target)
  if (isTrashed(item) && !isTrashed(former)) throw inTrash(resource.singular)
  await checkPrecondition(service, reads, resource, target, asked)
}

/** To the trash, or for good: terms always, entries by `force` of an editor (contract §6.4, §9). */
export async function removeItem(
  service: Service,
  resource: Resource,
  parameters: Parameters,
  asked: Asked,
): Promise<Answer> {
  const { asker } = asked
  const { store } = service
  const { values, faults } = readAsked(parameters, asked) as {
    values: RemoveValues
    faults: Map<string, never>
  }
  refuseFaults(faults)
  requireCredentials(asker)
  const target = await findTarget(store.latest, resource, asked, values.ml_language)
  const item = await loadTarget(store.latest, resource, asked, target)
  if (!mayEditItem(resource, item, asker)) throw forbidden()
  const isForced = values.force === true
  if (isForced && !mayEditOthers(asker))
    throw forbidden({ force: say('Only editors may delete for good; without force it goes to the trash.') })
  if (isTrashed(item) && !isForced) throw inTrash(resource.singular)
  await refuseWrongPassword(service, item, values)
  const isFinal = isForced || resource.family === 'terms'
  await store.write(async (transaction) => {
    await refuseChanged(service, transaction, resource, asked, target!, item)
    await (isFinal ? transaction.remove(resource, item) : transaction.trash(resource, item.id, asked.now))
  })
  const { language } = target!
  const after = isFinal ? formerly(item) : await reload(service, resource, item, language, asked)
  return answerOf(service, resource, after, language, asked)
}

/** What was removed for good is told as it was; an entry, as one that is gone. */
const formerly = (item: Item): Item =>
  item.row.status === undefined ? item : { ...item, row: { ...item.row, status: 'trash' } }

const answerOf = (
  { store }: Service,
  resource: Resource,
  item: Item,
  language: string,
  { links, asker }: Asked,
): Answer => ({
  body: resource.present(item, store.view({ links, language, asker })),
  language: item.language,
})

async function reload(
  { store }: Service,
  resource: Resource,
  item: Item,
  language: string,
  { asker }: Asked,
) {
  const [after] = await store.latest.load(resource, [item.id], { asker, language })
  return after ?? item
}

function readPathLanguage(
  parameter: Parameter<string>,
  { path, site }: Asked,
  faults: Map<string, Invalid>,
): string {
  try {
    return parameter.read(path.lang, site)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    faults.set('lang', error)
    return ''
  }
}

/** Removes one translation; the original goes only with the resource itself (contract §5). */
export async function removeTranslationOf(
  service: Service,
  resource: Resource,
  parameter: Parameter<string>,
  asked: Asked,
): Promise<Answer> {
  const { asker } = asked
  const { store } = service
  const { values, faults } = readAsked(languageParameter, asked)
  const language = readPathLanguage(parameter, asked, faults)
  refuseFaults(faults)
  requireCredentials(asker)
  const target = await findTarget(store.latest, resource, asked, values.ml_language)
  const item = await loadTarget(store.latest, resource, asked, target)
  if (!mayEditItem(resource, item, asker)) throw forbidden()
  if (item.row.original_language === language) throw originalStays(language)
  if (item.translations[language] === undefined) throw noTranslation(language)
  await store.write(async (transaction) => {
    await refuseChanged(service, transaction, resource, asked, target!, item)
    await transaction.removeTranslation(resource, item, language, asked.now)
  })
  const after = await reload(service, resource, item, target!.language, asked)
  return answerOf(service, resource, after, target!.language, asked)
}
