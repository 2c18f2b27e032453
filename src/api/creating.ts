import type { Transaction } from 'kysely'
import { create, createAll, findSame, prepareToCreate, type Prepared } from '../store/sql/creating.ts'
import { groupBy, load } from '../store/sql/reading.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Batch } from '../store/sql/transaction.ts'
import { forbidden } from '../errors.ts'
import { mayCreate } from '../identity/roles.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import { readAsked, refuseFaults, requireCredentials, viewOf } from './asking.ts'
import { batchOnce, writeOnce, writeOnceTogether, type Once } from './idempotency.ts'
import { languagesOf } from './language.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'
import { draftOf, refuseBreaches, withoutSecrets, type WriteValues } from './writing.ts'

type Trx = Transaction<Database>

/** A create that nothing stands against any more. */
interface Creation {
  readonly service: Service
  readonly asked: Asked
  readonly values: WriteValues
  readonly draft: Draft
  readonly writing: Writing
}

export async function createItem(service: Service, resource: Resource, asked: Asked): Promise<Answer> {
  const creation = await readCreation(service, resource, asked)
  if (resource.links === undefined)
    return writeOnce(service, asked, resource.name, (trx) => createAlone(trx, resource, creation))
  const prepare = async (trx: Trx) => ({
    creation,
    prepared: await prepareToCreate(trx, resource, creation.draft, viewFor(creation)),
  })
  const onlyReads = !makesMore(creation.draft)
  return writeOnceTogether(service, asked, resource.name, batchFor(resource), prepare, { onlyReads })
}

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
  await resource.check?.(values, { db: service.db, site, asker, faults })
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

const viewFor = ({ writing, service: { resources } }: Creation) => ({ ...writing, resources })

/** What may be there already is looked for among those created before it. */
async function createAlone(trx: Trx, resource: Resource, creation: Creation): Promise<Answer> {
  const { values, draft } = creation
  const view = viewFor(creation)
  const same = values.reuse ? await findSame(trx, resource, values, view) : undefined
  const id = same ?? (await create(trx, resource, draft, view))
  const [item] = await load(trx, resource, [id], view)
  return answerOf(resource, creation, item, same === undefined ? 201 : 200)
}

function answerOf(resource: Resource, creation: Creation, item: Item | undefined, status: 200 | 201): Answer {
  const { service, asked, writing } = creation
  if (item === undefined) throw new Error(`The ${resource.singular} vanished while it was made`)
  return {
    status,
    body: resource.present(item, viewOf(service, asked, writing.language)),
    headers: { location: `${asked.links.rest}/${resource.name}/${item.id}` },
    language: item.language,
  }
}

interface PreparedCreation {
  readonly creation: Creation
  readonly prepared: Prepared
}

const batches = new WeakMap<Resource, Batch<Once<PreparedCreation>, Answer>>()

/** What is created at the same time is created together. */
function batchFor(resource: Resource): Batch<Once<PreparedCreation>, Answer> {
  const known = batches.get(resource)
  if (known !== undefined) return known
  const batch = batchOnce<PreparedCreation>((trx, all) => createTogether(trx, resource, all))
  batches.set(resource, batch)
  return batch
}

async function createTogether(
  trx: Trx,
  resource: Resource,
  all: readonly PreparedCreation[],
): Promise<Answer[]> {
  const ids = await createAll(
    trx,
    resource,
    all.map(({ prepared }) => prepared),
  )
  const creations = all.map(({ creation }, index) => ({ ...creation, id: ids[index]! }))
  const items = await loadCreated(trx, resource, creations)
  return creations.map((creation) => answerOf(resource, creation, items.get(creation.id), 201))
}

/** Those who are told alike have what they made read at once. */
async function loadCreated(
  trx: Trx,
  resource: Resource,
  creations: readonly (Creation & { readonly id: number })[],
): Promise<Map<number, Item>> {
  const items = new Map<number, Item>()
  const alike = groupBy(creations, ({ writing: { asker, language } }) =>
    [asker?.id, asker?.role, language].join(' '),
  )
  for (const [first, ...others] of alike.values()) {
    const ids = [first!, ...others].map(({ id }) => id)
    for (const item of await load(trx, resource, ids, viewFor(first!))) items.set(item.id, item)
  }
  return items
}
