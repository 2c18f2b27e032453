import { setImmediate as turn } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '../sql/schema.ts'
import { forgetDocuments, settled } from '../sql/settling.ts'
import { unseen } from '../sql/transaction.ts'
import { version } from '../../version.ts'
import type { StoredDocument } from './stored.ts'
import { eventDocuments, renderDocuments, type RenderingSettings } from './rendering.ts'

/** All documents at once: after a copy, after the settings have changed, and to see whether they are right. */

type Trx = Transaction<Database>

/** While a service answers, so many at a time are rendered without anybody noticing. */
const besideOthers = 25

/** Documents of other settings are of no use: they tell other times, other amounts, other addresses. */
const keyOf = ({ languages, timezone, currency }: RenderingSettings): string =>
  JSON.stringify([version, languages, timezone, currency])

/** As long as some are lacking. */
const partly = (key: string) => `${key} …`

const madeWith = async (db: Kysely<Database>): Promise<string | undefined> =>
  (await db.selectFrom('documents_made').select('settings').executeTakeFirst())?.settings

async function say(trx: Trx, settings: string): Promise<void> {
  await trx.deleteFrom('documents_made').execute()
  await trx.insertInto('documents_made').values({ settings }).execute()
}

/** For those who have other settings than the service: what they change, it renders when it starts again. */
async function leaveToService(trx: Trx, ids: readonly number[]): Promise<void> {
  await forgetDocuments(trx, ids)
  const known = await madeWith(trx)
  if (known !== undefined && !known.endsWith(partly(''))) await say(trx, partly(known))
}

/** From now on whoever writes here renders what that changes, in the same transaction. */
export function renderWith(db: Kysely<Database>, settings: RenderingSettings): void {
  const key = keyOf(settings)
  settled(db, async (trx, ids) => {
    const known = await madeWith(trx)
    const isOurs = known === key || known === partly(key)
    await (isOurs ? renderDocuments(trx, ids, settings) : leaveToService(trx, ids))
  })
}

/** Published events without a document, from an id on. */
async function lacking(db: Kysely<Database>, after: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events where status = 'publish' and id > ${after}
      and not exists (select 1 from event_documents where event_documents.id = events.id)
    order by id limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface MakingOptions {
  /** How many events are rendered in one transaction. */
  readonly atOnce?: number
  /** Stops in good order when this is aborted; it goes on from there the next time. */
  readonly signal?: AbortSignal
  /** Called with how many events have been rendered so far. */
  readonly progress?: (done: number) => void
}

/** One step: the next events without documents. When none are left, it is said that all are made. */
const step = (db: Kysely<Database>, settings: RenderingSettings, after: number, atOnce: number) =>
  unseen(db, async (trx) => {
    const key = keyOf(settings)
    const known = await madeWith(trx)
    if (known === key) return []
    if (known !== partly(key)) {
      await trx.deleteFrom('event_documents').execute()
      await say(trx, partly(key))
    }
    const ids = await lacking(trx, after, atOnce)
    await renderDocuments(trx, ids, settings)
    if (ids.length < atOnce) await say(trx, key)
    return ids
  })

/** Renders what has no documents of these settings yet; returns how many events that were. */
export async function makeDocuments(
  db: Kysely<Database>,
  settings: RenderingSettings,
  { atOnce = besideOthers, signal, progress }: MakingOptions = {},
): Promise<number> {
  if ((await madeWith(db)) === keyOf(settings)) return 0
  let [after, done] = [0, 0]
  while (signal?.aborted !== true) {
    const ids = await step(db, settings, after, atOnce)
    done += ids.length
    progress?.(done)
    if (ids.length < atOnce) break
    after = ids.at(-1)!
    await turn()
  }
  return done
}

const compared = 500

/** The same whichever order the database or the settings have. */
const told = (documents: readonly StoredDocument[], id: number): string =>
  JSON.stringify(
    documents
      .filter((document) => document.id === id)
      .toSorted((one, other) => (one.language < other.language ? -1 : 1))
      .map(({ language, told, languages, locked, text, json_ld }) => [
        language,
        told,
        languages,
        locked,
        text,
        json_ld,
      ]),
  )

async function someIds(db: Kysely<Database>, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(compared)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Events whose documents are not what rendering them afresh gives; none where all is well. Undefined where they have
 * not all been made, or with other settings.
 */
export async function wrongDocuments(
  db: Kysely<Database>,
  settings: RenderingSettings,
): Promise<number[] | undefined> {
  if ((await madeWith(db)) !== keyOf(settings)) return undefined
  const wrong: number[] = []
  for (let ids = await someIds(db, 0); ids.length > 0; ids = await someIds(db, ids.at(-1)!)) {
    const fresh = await eventDocuments(db, ids, settings)
    const stored = await db.selectFrom('event_documents').selectAll().where('id', 'in', ids).execute()
    wrong.push(...ids.filter((id) => told(fresh, id) !== told(stored, id)))
  }
  return wrong
}
