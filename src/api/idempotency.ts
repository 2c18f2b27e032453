import { ValidationError, idempotencyKeyReused, invalidParameter } from '../errors.ts'
import type { Reads, WriteBatch, Transaction, WriteOptions } from '../store/index.ts'
import type { Claim, StoredResponse } from '../store/writes.ts'
import { sha256 } from '../text/digest.ts'
import type { OperationResult, OperationRequest } from './operation.ts'
import type { ResourceServices } from './service.ts'

/**
 * `Idempotency-Key` on POST (IETF draft-ietf-httpapi-idempotency-key-header): a write that is repeated because its
 * response was lost is executed only once. The response is stored for a day, in the transaction of the write itself.
 */

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** Fingerprint of a request: its target and its parameters. */
const fingerprint = ({ mount, path, sent }: OperationRequest, name: string): string =>
  sha256(JSON.stringify([name, mount.path, path, sent]))

const fromStoredResponse = ({ status, location, language, body }: StoredResponse): OperationResult => ({
  status,
  body: JSON.parse(body) as unknown,
  bodyParts: [body],
  ...(location === null ? {} : { headers: { location } }),
  ...(language === null ? {} : { language }),
})

const toStored = ({ status = 200, headers, language, body }: OperationResult): StoredResponse => ({
  status,
  location: headers?.location ?? null,
  language: language ?? null,
  body: JSON.stringify(body),
})

const isKey = (sent: string | undefined) => sent !== undefined && keyPattern.test(sent)

function checkedKey({ idempotencyKey }: OperationRequest): string | undefined {
  if (idempotencyKey === undefined || isKey(idempotencyKey)) return idempotencyKey
  const fault = ValidationError.of('rest_invalid_key', 'Must be 1 to 255 visible ASCII characters.')
  throw invalidParameter('Idempotency-Key', fault)
}

export function claimOf(request: OperationRequest, name: string): Claim | undefined {
  const key = checkedKey(request)
  const account = request.caller?.id
  if (key === undefined || account === undefined) return undefined
  const asked = `${fingerprint(request, name)} ${request.caller?.role}`
  return { account, key, request: asked, created: request.now }
}

/** The stored responses, within a transaction or not. */
type Answers = Pick<Reads, 'findStoredResponse'>

const digestOf = ({ request }: Claim) => request.split(' ', 1)[0]

/** Throws if the key was used for a different request. */
export async function storedResponse(reads: Answers, claim: Claim): Promise<OperationResult | undefined> {
  const stored = await reads.findStoredResponse(claim)
  if (stored === undefined) return undefined
  if (digestOf(stored) !== digestOf(claim)) throw idempotencyKeyReused()
  return fromStoredResponse(stored)
}

/**
 * Answers a repeated request before `operate` looks for its target and links, because the first request, or another one
 * since, may have renamed or deleted them. If the role of the caller has changed, `operate` checks it first.
 */
export async function unlessAnswered(
  { store }: ResourceServices,
  request: OperationRequest,
  name: string,
  operate: () => Promise<OperationResult>,
): Promise<OperationResult> {
  return (await findAnswer(store.latest, request, name)) ?? operate()
}

/** The response to a repeated request of a caller whose role has not changed since. */
export async function findAnswer(
  answers: Answers,
  request: OperationRequest,
  name: string,
): Promise<OperationResult | undefined> {
  const claim = isKey(request.idempotencyKey) ? claimOf(request, name) : undefined
  const stored = claim && (await answers.findStoredResponse(claim))
  return stored !== undefined && stored.request === claim?.request ? fromStoredResponse(stored) : undefined
}

/** Runs a write in a transaction of its own, or returns the stored response if the key was used before. */
export function writeOnce(
  { store }: ResourceServices,
  request: OperationRequest,
  name: string,
  write: (transaction: Transaction) => Promise<OperationResult>,
  options?: WriteOptions,
): Promise<OperationResult> {
  const claim = claimOf(request, name)
  if (claim === undefined) return store.write(write, options)
  return store.write((transaction) => answerOnce(transaction, claim, write), options)
}

/** Writes within a transaction, or returns the response that is stored under the claim. */
export async function answerOnce<Writing extends Answers & Pick<Transaction, 'storeAnswers'>>(
  transaction: Writing,
  claim: Claim,
  write: (transaction: Writing) => Promise<OperationResult>,
): Promise<OperationResult> {
  const stored = await storedResponse(transaction, claim)
  if (stored !== undefined) return stored
  const result = await write(transaction)
  await transaction.storeAnswers([{ ...claim, ...toStored(result) }])
  return result
}

/** No account has this ID. */
const nobody = 0

type RunOnce = (write: (transaction: Transaction) => Promise<OperationResult>) => Promise<OperationResult>

/**
 * Runs a write of a visitor once for each content; the content includes something that only one form contains. What the write
 * needs is prepared only if the content is new, and in vain if the same content is written meanwhile.
 */
export async function writeContentOnce(
  { store }: Pick<ResourceServices, 'store'>,
  content: string,
  { now }: OperationRequest,
  prepare: (run: RunOnce) => Promise<OperationResult>,
): Promise<OperationResult> {
  const digest = sha256(content)
  const claim = { account: nobody, key: digest, request: digest, created: now }
  const earlier = await storedResponse(store.latest, claim)
  return earlier ?? prepare((write) => store.write((transaction) => answerOnce(transaction, claim, write)))
}

/**
 * A prepared write and the key to store its response under, or the response to an earlier request with the same key.
 */
interface IdempotentWrite<Prepared> {
  readonly claim?: Claim | undefined
  readonly prepared?: Prepared
  readonly earlier?: OperationResult
}

type IdempotentBatch<Prepared> = WriteBatch<IdempotentWrite<Prepared>, OperationResult>

/** Like `writeOnce`, for writes that share a transaction. */
export function writeOnceTogether<Prepared>(
  { store }: ResourceServices,
  request: OperationRequest,
  name: string,
  batch: IdempotentBatch<Prepared>,
  prepare: (transaction: Transaction) => Promise<Prepared>,
  { isReadOnlyUntilFinish }: { readonly isReadOnlyUntilFinish: boolean },
): Promise<OperationResult> {
  const claim = claimOf(request, name)
  const run = async (transaction: Transaction): Promise<IdempotentWrite<Prepared>> => {
    const earlier = claim && (await storedResponse(transaction, claim))
    return earlier === undefined ? { claim, prepared: await prepare(transaction) } : { earlier }
  }
  return store.writeTogether(batch, run, {
    name: claim && `${claim.account} ${claim.key}`,
    isReadOnlyUntilFinish,
  })
}

export const idempotentBatch = <Prepared>(
  { store }: ResourceServices,
  finish: (transaction: Transaction, prepared: readonly Prepared[]) => Promise<readonly OperationResult[]>,
): IdempotentBatch<Prepared> =>
  store.batch(async (transaction, all) => {
    const open = all.filter(({ earlier }) => earlier === undefined)
    const prepared = open.map((one) => one.prepared!)
    const answers = prepared.length === 0 ? [] : await finish(transaction, prepared)
    await transaction.storeAnswers(
      open.flatMap(({ claim }, index) =>
        claim === undefined ? [] : [{ ...claim, ...toStored(answers[index]!) }],
      ),
    )
    const finished = new Map(open.map((one, index) => [one, answers[index]!]))
    return all.map((one) => one.earlier ?? finished.get(one)!)
  })
