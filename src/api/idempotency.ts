import { createHash } from 'node:crypto'
import { Invalid, invalidParameters } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import type { StoreBatch, Transaction } from '../store/index.ts'
import type { Claim, StoredAnswer } from '../store/writes.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'

/**
 * `Idempotency-Key` on POST (IETF draft-ietf-httpapi-idempotency-key-header): a write that is sent again, because its
 * answer got lost, is done once. The answer is kept in the transaction of the write itself, for a day.
 */

const shape = /^[\x21-\x7e]{1,255}$/

/** What makes two requests the same: where they went, and what they said. */
const fingerprint = ({ mount, path, sent }: Asked, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, mount.path, path, sent]))
    .digest('base64url')

const answerFrom = ({ status, location, language, body }: StoredAnswer): Answer => ({
  status,
  body: JSON.parse(body) as unknown,
  parts: [body],
  ...(location === null ? {} : { headers: { location } }),
  ...(language === null ? {} : { language }),
})

const toStored = ({ status = 200, headers, language, body }: Answer): StoredAnswer => ({
  status,
  location: headers?.location ?? null,
  language: language ?? null,
  body: JSON.stringify(body),
})

function checkedKey({ idempotencyKey }: Asked): string | undefined {
  if (idempotencyKey === undefined || shape.test(idempotencyKey)) return idempotencyKey
  const fault = new Invalid('rest_invalid_key', say('This must be 1 to 255 visible ASCII characters.'))
  throw invalidParameters(new Map([['Idempotency-Key', fault]]))
}

function claimOf(asked: Asked, name: string): Claim | undefined {
  const key = checkedKey(asked)
  const account = asked.asker?.id
  if (key === undefined || account === undefined) return undefined
  return { account, key, request: fingerprint(asked, name), created: asked.now }
}

/** One write in one transaction; with a key that was used before, the answer of then. */
export function writeOnce(
  { store }: Service,
  asked: Asked,
  name: string,
  write: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const claim = claimOf(asked, name)
  if (claim === undefined) return store.write(write)
  return store.write(async (transaction) => {
    const stored = await transaction.findStoredAnswer(claim)
    if (stored !== undefined) return answerFrom(stored)
    const answer = await write(transaction)
    await transaction.storeAnswers([{ ...claim, ...toStored(answer) }])
    return answer
  })
}

/** A write that is prepared, and the key that its answer is stored under; or the answer of an earlier one. */
interface IdempotentWrite<Prepared> {
  readonly claim?: Claim | undefined
  readonly prepared?: Prepared
  readonly earlier?: Answer
}

type IdempotentBatch<Prepared> = StoreBatch<IdempotentWrite<Prepared>, Answer>

/** The same for writes that are finished together. */
export function writeOnceTogether<Prepared>(
  { store }: Service,
  asked: Asked,
  name: string,
  batch: IdempotentBatch<Prepared>,
  prepare: (transaction: Transaction) => Promise<Prepared>,
  { isReadOnlyUntilFinish }: { readonly isReadOnlyUntilFinish: boolean },
): Promise<Answer> {
  const claim = claimOf(asked, name)
  const run = async (transaction: Transaction): Promise<IdempotentWrite<Prepared>> => {
    const stored = claim && (await transaction.findStoredAnswer(claim))
    return stored === undefined
      ? { claim, prepared: await prepare(transaction) }
      : { earlier: answerFrom(stored) }
  }
  return store.writeTogether(batch, run, {
    name: claim && `${claim.account} ${claim.key}`,
    isReadOnlyUntilFinish,
  })
}

export const idempotentBatch = <Prepared>(
  { store }: Service,
  finish: (transaction: Transaction, prepared: readonly Prepared[]) => Promise<readonly Answer[]>,
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
