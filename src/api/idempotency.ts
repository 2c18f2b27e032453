import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { insertRows } from '../store/sql/rows.ts'
import { inBatch, inTransaction, type Batch } from '../store/sql/transaction.ts'
import type { Database } from '../store/sql/schema.ts'
import { idempotencyKeyReused, Invalid, invalidParameters } from '../errors.ts'
import { say } from '../locales/sentence.ts'
import type { Instant } from '../time/index.ts'
import type { Answer, Asked } from './operation.ts'
import type { Service } from './service.ts'

/**
 * `Idempotency-Key` on POST (IETF draft-ietf-httpapi-idempotency-key-header): a write that is sent again, because its
 * answer got lost, is done once. The answer is kept in the transaction of the write itself, for a day.
 */

const kept = 86_400

const shape = /^[\x21-\x7e]{1,255}$/

type Trx = Transaction<Database>

/** What makes two requests the same: where they went, and what they said. */
const fingerprint = ({ mount, path, sent }: Asked, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, mount.path, path, sent]))
    .digest('base64url')

interface Kept {
  readonly status: number
  readonly location: string | null
  readonly language: string | null
  readonly body: string
}

const answerFrom = ({ status, location, language, body }: Kept): Answer => ({
  status,
  body: JSON.parse(body) as unknown,
  parts: [body],
  ...(location === null ? {} : { headers: { location } }),
  ...(language === null ? {} : { language }),
})

function checkedKey({ idempotencyKey }: Asked): string | undefined {
  if (idempotencyKey === undefined || shape.test(idempotencyKey)) return idempotencyKey
  const fault = new Invalid('rest_invalid_key', say('This must be 1 to 255 visible ASCII characters.'))
  throw invalidParameters(new Map([['Idempotency-Key', fault]]))
}

/** What is known under the key of a request, or will be. */
interface Claim {
  readonly account: number
  readonly key: string
  readonly request: string
  readonly created: Instant
}

function claimOf(asked: Asked, name: string): Claim | undefined {
  const key = checkedKey(asked)
  const account = asked.asker?.id
  if (key === undefined || account === undefined) return undefined
  return { account, key, request: fingerprint(asked, name), created: asked.now }
}

/** One write in one transaction; with a key that was used before, the answer of then. */
export function writeOnce(
  { db }: Service,
  asked: Asked,
  name: string,
  write: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  const claim = claimOf(asked, name)
  if (claim === undefined) return inTransaction(db, write)
  return inTransaction(db, async (trx) => {
    const known = await find(trx, claim)
    if (known !== undefined) return known
    const answer = await write(trx)
    await keep(trx, [{ claim, answer }])
    return answer
  })
}

/** A write that is prepared, and whether its answer is to be kept; or the answer of a former one. */
export interface Once<Prepared> {
  readonly claim?: Claim | undefined
  readonly prepared?: Prepared
  readonly known?: Answer
}

/** The same for writes that are finished together. */
export function writeOnceTogether<Prepared>(
  { db }: Service,
  asked: Asked,
  name: string,
  batch: Batch<Once<Prepared>, Answer>,
  prepare: (trx: Trx) => Promise<Prepared>,
  { onlyReads }: { readonly onlyReads: boolean },
): Promise<Answer> {
  const claim = claimOf(asked, name)
  const run = async (trx: Trx): Promise<Once<Prepared>> => {
    const known = claim && (await find(trx, claim))
    return known === undefined ? { claim, prepared: await prepare(trx) } : { known }
  }
  return inBatch(db, batch, run, { name: claim && `${claim.account} ${claim.key}`, onlyReads })
}

export const batchOnce = <Prepared>(
  finish: (trx: Trx, prepared: readonly Prepared[]) => Promise<readonly Answer[]>,
): Batch<Once<Prepared>, Answer> => ({
  async finish(trx, all) {
    const open = all.filter(({ known }) => known === undefined)
    const answers =
      open.length === 0
        ? []
        : await finish(
            trx,
            open.map(({ prepared }) => prepared!),
          )
    const claimed = open.map(({ claim }, index) => ({ claim, answer: answers[index]! }))
    await keep(
      trx,
      claimed.flatMap(({ claim, answer }) => (claim === undefined ? [] : [{ claim, answer }])),
    )
    const finished = new Map(open.map((one, index) => [one, answers[index]!]))
    return all.map((one) => one.known ?? finished.get(one)!)
  },
})

const keptOf = ({ status = 200, headers, language, body }: Answer): Kept => ({
  status,
  location: headers?.location ?? null,
  language: language ?? null,
  body: JSON.stringify(body),
})

async function find(trx: Trx, { account, key, request, created }: Claim): Promise<Answer | undefined> {
  const known = await trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account', '=', account)
    .where('key', '=', key)
    .where('created', '>', created - kept)
    .executeTakeFirst()
  if (known !== undefined && known.request !== request) throw idempotencyKeyReused()
  return known && answerFrom(known)
}

/** What is older than a day makes room. */
async function keep(trx: Trx, claimed: readonly { readonly claim: Claim; readonly answer: Answer }[]) {
  if (claimed.length === 0) return
  const now = Math.max(...claimed.map(({ claim }) => claim.created))
  await trx
    .deleteFrom('idempotency_keys')
    .where('created', '<=', now - kept)
    .execute()
  await insertRows(
    trx,
    'idempotency_keys',
    claimed.map(({ claim, answer }) => ({ ...claim, ...keptOf(answer) })),
  )
}
