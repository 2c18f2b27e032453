import { forbidden } from '../errors.ts'
import { groupBy } from '../group-by.ts'
import { mayCreate } from '../identity/roles.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { Transaction } from '../store/index.ts'
import type { PreparedDraft } from '../store/writes.ts'
import { idempotentBatch, writeOnce, writeOnceTogether } from './idempotency.ts'
import { languagesOf } from './language.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import { readAsked, refuseFaults, requireCredentials } from './steps.ts'
import { draftOf, refuseBreaches, withoutSecrets, type WriteValues } from './update.ts'

/** A create that nothing stands against any more. */
interface Creation {
  readonly service: Service
  readonly asked: Asked
  readonly values: WriteValues
  readonly draft: Draft
  readonly writing: Writing
}

type Create = (asked: Asked) => Promise<Answer>

/** Resources that others link to are created one by one, because one may re-use what another has just made. */
const createAlone =
  (service: Service, resource: Resource): Create =>
  async (asked) => {
    const creation = await readCreation(service, resource, asked)
    return writeOnce(service, asked, resource.name, (transaction) =>
      createOne(transaction, resource, creation),
    )
  }

/** Resources that nothing links to share a transaction with those that are created at the same time. */
function createTogether(service: Service, resource: Resource): Create {
  const batch = idempotentBatch<PreparedCreation>(service, (transaction, all) =>
    createBatch(transaction, resource, all),
  )
  return async (asked) => {
    const creation = await readCreation(service, resource, asked)
    const prepare = async (transaction: Transaction) => ({
      creation,
      prepared: await transaction.prepareToCreate(resource, creation.draft, creation.writing),
    })
    const isReadOnlyUntilFinish = !makesMore(creation.draft)
    return writeOnceTogether(service, asked, resource.name, batch, prepare, { isReadOnlyUntilFinish })
  }
}

export const createItem = (service: Service, resource: Resource): Create =>
  (resource.links === undefined ? createAlone : createTogether)(service, resource)

/** Whether something that it leads to may have to be made first. */
const makesMore = ({ links = {}, image }: Draft): boolean =>
  typeof image === 'string' ||
  Object.values(links).some((targets) => targets.some((target) => typeof target !== 'number'))

/** Drafting tells what contradicts itself, which comes before any right (contract §1). */
async function readCreation(service: Service, resource: Resource, asked: Asked): Promise<Creation> {
  const { asker, site } = asked
  const { values, faults } = readAsked(resource.fields, asked) as {
    values: WriteValues
    faults: Map<string, never>
  }
  await resource.check?.(values, service.store.latest.lookup({ site, asker, faults }))
  refuseFaults(faults)
  const { effective: language } = languagesOf(values.ml_language, asked)
  const writing: Writing = { site, asker, language }
  const draft = draftOf(resource, values, writing)
  requireCredentials(asker)
  if (!mayCreate(asker, resource.name)) throw forbidden()
  refuseBreaches(resource, values, asked)
  const hashed = await withoutSecrets(values)
  return {
    service,
    asked,
    values,
    draft: hashed === values ? draft : draftOf(resource, hashed, writing),
    writing,
  }
}

/** What may be there already is looked for among those created before it. */
async function createOne(transaction: Transaction, resource: Resource, creation: Creation): Promise<Answer> {
  const { values, draft, writing } = creation
  const same = values.reuse ? await transaction.findSame(resource, values, writing) : undefined
  const id = same ?? (await transaction.create(resource, draft, writing))
  const [item] = await transaction.load(resource, [id], writing)
  return answerOf(resource, creation, item, same === undefined ? 201 : 200)
}

function answerOf(resource: Resource, creation: Creation, item: Item | undefined, status: 200 | 201): Answer {
  const { service, asked, writing } = creation
  if (item === undefined) throw new Error(`The ${resource.singular} vanished while it was made`)
  const { asker, language } = writing
  return {
    status,
    body: resource.present(item, service.store.view({ links: asked.links, language, asker })),
    headers: { location: `${asked.links.rest}/${resource.name}/${item.id}` },
    language: item.language,
  }
}

interface PreparedCreation {
  readonly creation: Creation
  readonly prepared: PreparedDraft
}

async function createBatch(
  transaction: Transaction,
  resource: Resource,
  all: readonly PreparedCreation[],
): Promise<Answer[]> {
  const ids = await transaction.createAll(
    resource,
    all.map(({ prepared }) => prepared),
  )
  const creations = all.map(({ creation }, index) => ({ ...creation, id: ids[index]! }))
  const items = await loadCreated(transaction, resource, creations)
  return creations.map((creation) => answerOf(resource, creation, items.get(creation.id), 201))
}

/** Those with the same caller and language are loaded at once. */
async function loadCreated(
  transaction: Transaction,
  resource: Resource,
  creations: readonly (Creation & { readonly id: number })[],
): Promise<Map<number, Item>> {
  const items = new Map<number, Item>()
  const alike = groupBy(creations, ({ writing: { asker, language } }) =>
    [asker?.id, asker?.role, language].join(' '),
  )
  for (const group of alike.values()) {
    const ids = group.map(({ id }) => id)
    for (const item of await transaction.load(resource, ids, group[0]!.writing)) items.set(item.id, item)
  }
  return items
}
