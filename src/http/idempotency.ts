import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { inTransaction } from '../database/transaction.ts'
import type { Database } from '../database/schema.ts'
import { idempotencyKeyReused, Invalid, invalidParameters } from '../errors.ts'
import { say } from '../locales/sentence.ts'
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
  text: body,
  ...(location === null ? {} : { headers: { location } }),
  ...(language === null ? {} : { language }),
})

function checkedKey({ idempotencyKey }: Asked): string | undefined {
  if (idempotencyKey === undefined || shape.test(idempotencyKey)) return idempotencyKey
  const fault = new Invalid('rest_invalid_key', say('This must be 1 to 255 visible ASCII characters.'))
  throw invalidParameters(new Map([['Idempotency-Key', fault]]))
}

/** One write in one transaction; with a key that was used before, the answer of then. */
export function writeOnce(
  { db }: Service,
  asked: Asked,
  name: string,
  write: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
  const key = checkedKey(asked)
  const account = asked.asker?.id
  return inTransaction(db, async (trx) => {
    if (key === undefined || account === undefined) return write(trx)
    const request = fingerprint(asked, name)
    const known = await find(trx, key, account, asked.now)
    if (known !== undefined && known.request !== request) throw idempotencyKeyReused()
    if (known !== undefined) return answerFrom(known)
    const answer = await write(trx)
    await keep(trx, { key, account, request, created: asked.now, ...keptOf(answer) })
    return answer
  })
}

const keptOf = ({ status = 200, headers, language, body }: Answer): Kept => ({
  status,
  location: headers?.location ?? null,
  language: language ?? null,
  body: JSON.stringify(body),
})

async function find(trx: Trx, key: string, account: number, now: number) {
  await trx
    .deleteFrom('idempotency_keys')
    .where('created', '<=', now - kept)
    .execute()
  return trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account', '=', account)
    .where('key', '=', key)
    .executeTakeFirst()
}

const keep = (trx: Trx, row: Database['idempotency_keys']) =>
  trx.insertInto('idempotency_keys').values(row).execute()
