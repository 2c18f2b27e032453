import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Kysely } from 'kysely'
import { openDatabase } from '../src/store/open.ts'
import { load } from '../src/store/sql/read.ts'
import type { Database } from '../src/store/sql/schema.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { resources } from '../src/resources/index.ts'
import { onEachDatabase } from './service.ts'

const dice = () => 0

/** Does something once, right after the first query was answered. */
function interrupted(db: Kysely<Database>, act: () => Promise<unknown>): Kysely<Database> {
  let isFirst = true
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const acts = isFirst
      isFirst = false
      if (acts) await act()
      return result
    },
  })
}

onEachDatabase((service) => {
  const view = { resources, caller: undefined, language: 'en', now: undefined }

  test('items deleted during a read are omitted', async (t) => {
    const { db } = service.database
    const { id: brief } = (await service.post('/tags', { name: 'Brief' })).body
    const { id: lasting } = (await service.post('/tags', { name: 'Lasting' })).body
    const other = openDatabase(service.database.url)
    t.after(() => other.close())
    const remove = () =>
      inTransaction(other.db, async (trx) => {
        await trx.deleteFrom('tag_texts').where('id', '=', brief).execute()
        await trx.deleteFrom('tags').where('id', '=', brief).execute()
      })
    const items = await load(interrupted(db, remove), resources.tags, [brief, lasting], view)

    assert.deepEqual(
      items.map(({ id }) => id),
      [lasting],
    )
  })

  test('a failed transaction leaves no changes, and only conflicts are retried', async () => {
    const { db, dialect } = service.database
    const version = async () =>
      (await db.selectFrom('state').selectAll().where('name', '=', 'version').executeTakeFirstOrThrow()).value
    const before = await version()
    let tries = 0
    const failing = inTransaction(db, async (trx) => {
      tries += 1
      await sql`delete from users`.execute(trx)
      throw new Error('Enough.')
    })

    await assert.rejects(failing, /Enough/)
    assert.equal(tries, 1)
    assert.equal(await version(), before)
    assert.ok(!dialect.isUnavailable(new Error('Enough.')))
    assert.equal((await service.get('/events?status=draft', { as: 'admin:secret' })).status, 200)
  })

  test('a race that another writer has won is run again, a few times', async () => {
    const { db, name } = { db: service.database.db, name: service.engine }
    if (name === 'sqlite') return
    let tries = 0
    const lose = (often: number) =>
      inTransaction(
        db,
        async (trx) => {
          tries += 1
          if (tries <= often) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(trx)
          return tries
        },
        dice,
      )

    assert.equal(await lose(2), 3)
    tries = 0
    await assert.rejects(lose(9), { code: '40001' })
    assert.equal(tries, 4)
  })

  test('a connection lost in a transaction is an outage, and the next write succeeds', async () => {
    const { db, dialect } = service.database
    if (service.engine === 'sqlite') return
    const cut = inTransaction(db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sql`select 1`.execute(trx)
    })

    await assert.rejects(cut, (error) => dialect.isUnavailable(error))
    assert.equal((await service.post('/tags', { name: 'After' })).status, 201)
  })
})
