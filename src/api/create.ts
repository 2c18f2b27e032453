import { idsOf } from '../ids-of.ts'
import { forbidden } from '../errors.ts'
import { groupBy } from '../group-by.ts'
import { mayCreate } from '../identity/roles.ts'
import type { Parameters } from '../resources/parameter.ts'
import type { Draft, Item, Resource, Writing } from '../resources/resource.ts'
import type { Reads, Transaction, WriteOptions } from '../store/index.ts'
import type { PreparedDraft } from '../store/writes.ts'
import { idempotentBatch, unlessAnswered, writeOnce, writeOnceTogether } from './idempotency.ts'
import { languagesOf } from './language.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'
import { answeringDryRun, answerOf, countsOfNew, requireWanted } from './scope.ts'
import { parseParameters, requireCredentials, type Parsed } from './steps.ts'
import {
  validationOf,
  draftOf,
  requireFieldPermissions,
  finishWriteValues,
  type WriteValues,
} from './update.ts'

/** A validated create request. */
interface Creation {
  readonly service: ResourceServices
  readonly request: OperationRequest
  readonly values: WriteValues
  readonly draft: Draft
  readonly writing: Writing
  /** Throws all validation errors, including those that only the database can detect. */
  readonly check: (reads: Reads) => Promise<void>
}

type Create = (request: OperationRequest) => Promise<OperationResult>

/** Parameters accepted when creating a resource. */
export const createFieldsOf = ({ fields, createParameters }: Resource): Parameters =>
  createParameters === undefined ? fields : { ...fields, ...createParameters }

/**
 * Linkable resources are created one at a time, because a request may reuse one that another request has just created.
 */
const createAlone =
  (service: ResourceServices, resource: Resource, parameters: Parameters): Create =>
  async (request) => {
    const creation = await readCreation(service, resource, parameters, request)
    return writeAlone(resource, creation)
  }

const writeAlone = (
  resource: Resource,
  creation: Creation,
  options?: WriteOptions,
): Promise<OperationResult> =>
  writeOnce(
    creation.service,
    creation.request,
    resource.name,
    (transaction) => createOne(transaction, resource, creation),
    options,
  )

/** Resources that nothing links to share a transaction with others that are created at the same time. */
function createTogether(service: ResourceServices, resource: Resource, parameters: Parameters): Create {
  const batch = idempotentBatch<PreparedCreation>(service, (transaction, all) =>
    createBatch(transaction, resource, all),
  )
  return async (request) => {
    const creation = await readCreation(service, resource, parameters, request)
    const { values, draft } = creation
    const isOfMany = draft.repeating !== undefined
    // Not batched, because the many dates of a series would delay the others, and a dry run rolls back its whole
    // transaction.
    if (isOfMany || values.dry_run)
      return answeringDryRun(writeAlone(resource, creation, { isLong: isOfMany }))
    const prepare = async (transaction: Transaction) => ({
      creation,
      prepared: await transaction.prepareToCreate(resource, creation.draft, creation.writing),
    })
    const isReadOnlyUntilFinish = !makesMore(creation.draft)
    return writeOnceTogether(service, request, resource.name, batch, prepare, { isReadOnlyUntilFinish })
  }
}

export function handleCreate(service: ResourceServices, resource: Resource, parameters: Parameters): Create {
  const createIn = resource.links === undefined ? createAlone : createTogether
  const create = createIn(service, resource, parameters)
  return (request) => unlessAnswered(service, request, resource.name, () => create(request))
}

/** Whether a linked resource or an image may have to be created first. */
const makesMore = ({ links = {}, image }: Draft): boolean =>
  typeof image === 'string' ||
  Object.values(links).some((targets) => targets.some((target) => typeof target !== 'number'))

/**
 * Creates the draft first, because contradictory values are reported before missing permissions
 * (interface: Order of checks).
 */
async function readCreation(
  service: ResourceServices,
  resource: Resource,
  parameters: Parameters,
  request: OperationRequest,
): Promise<Creation> {
  const { caller, site } = request
  const { values, errors } = parseParameters(parameters, request) as Parsed<WriteValues>
  const check = validationOf(resource, values, { site, caller, errors })
  await check(service.store.latest)
  const { effective: language } = languagesOf(values.ml_language, request)
  const writing: Writing = { site, caller, language }
  draftOf(resource, values, writing)
  requireCredentials(caller)
  if (!mayCreate(caller, resource.name)) throw forbidden()
  requireFieldPermissions(resource, values, request)
  const finished = await finishWriteValues(resource, values, request)
  return { service, request, values: finished, draft: draftOf(resource, finished, writing), writing, check }
}

/**
 * Clients of The Events Calendar create a venue or organizer again in order to link it, so an alias returns the
 * existing one (interface: Aliases).
 */
const findReusable = (transaction: Transaction, resource: Resource, creation: Creation) => {
  const { request, values, writing } = creation
  if (values.reuse) return transaction.findSame(resource, values, writing)
  const isImplied = values.reuse == null && request.mount.isAlias && 'reuse' in resource.fields
  return isImplied ? transaction.findSame(resource, values, writing, ['address', 'email']) : undefined
}

/**
 * Checks again inside the transaction, because a referenced resource may have been deleted meanwhile, or a duplicate
 * created.
 */
async function createOne(
  transaction: Transaction,
  resource: Resource,
  creation: Creation,
): Promise<OperationResult> {
  const { values, draft, writing, check } = creation
  await check(transaction)
  const same = await findReusable(transaction, resource, creation)
  const id = same ?? (await transaction.create(resource, draft, writing))
  const [item] = await transaction.load(resource, [id], writing)
  requireWanted(values, item && countsOfNew(item))
  return createdAnswer(resource, creation, item, same !== undefined && values.reuse ? 200 : 201)
}

function createdAnswer(
  resource: Resource,
  creation: Creation,
  item: Item | undefined,
  status: 200 | 201,
): OperationResult {
  const { service, request, writing } = creation
  if (item === undefined) throw new Error(`The ${resource.singular} disappeared while being created`)
  const { language } = writing
  return {
    ...answerOf(service, resource, item, { language, changed: countsOfNew(item) }, request),
    status,
    headers: { location: `${request.links.rest}/${resource.name}/${item.id}` },
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
): Promise<OperationResult[]> {
  const ids = await transaction.createAll(
    resource,
    all.map(({ prepared }) => prepared),
  )
  const creations = all.map(({ creation }, index) => ({ ...creation, id: ids[index]! }))
  const items = await loadCreated(transaction, resource, creations)
  return creations.map((creation) => createdAnswer(resource, creation, items.get(creation.id), 201))
}

/** Loads items with the same caller and language together. */
async function loadCreated(
  transaction: Transaction,
  resource: Resource,
  creations: readonly (Creation & { readonly id: number })[],
): Promise<Map<number, Item>> {
  const items = new Map<number, Item>()
  const alike = groupBy(creations, ({ writing: { caller, language } }) =>
    [caller?.id, caller?.role, language].join(' '),
  )
  for (const group of alike.values()) {
    const ids = idsOf(group)
    for (const item of await transaction.load(resource, ids, group[0]!.writing)) items.set(item.id, item)
  }
  return items
}
