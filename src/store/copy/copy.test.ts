import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import {
  addUser,
  allRows,
  Databases,
  estimatedEvents,
  unstorableText,
  type Engine,
} from '../../../test/copies.ts'
import type { OpenDatabase } from '../sql/dialects/dialect.ts'
import { DatabaseError, migrate } from '../open.ts'
import { inTransaction } from '../sql/write-queue.ts'
import { requireEmpty } from '../export/index.ts'
import { copyDatabase, type Progress } from './index.ts'
import { databaseIdentity } from './copy-engines.ts'
import { isUnfinishedCopy } from './copy-journal.ts'
import { copiedTables, tablesNotCopied } from './tables.ts'

const databases = new Databases()
after(() => databases.remove())

const hasServer = process.env.TEST_POSTGRES_URL !== undefined
const reason = { skip: 'TEST_POSTGRES_URL is not set; npm test starts a server' }

const says = (pattern: RegExp) => (error: unknown) =>
  error instanceof DatabaseError && pattern.test(error.message)

test('every table of the database is either copied or deliberately left out', async () => {
  const database = await databases.empty('sqlite')
  await migrate(database)

  const tables = (await database.db.introspection.getTables()).map(({ name }) => name)

  const planned: string[] = [...copiedTables.map(({ name }) => name), ...tablesNotCopied]
  const own = tables.filter((name) => !/_search(?:_|$)/.test(name))
  assert.deepEqual(own.sort(), planned.sort())
})

const pairs: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
]

for (const [from, to] of pairs) {
  const isPossible = hasServer || (from === 'sqlite' && to === 'sqlite')
  describe(`from ${from} to ${to}`, isPossible ? {} : reason, () => {
    if (!isPossible) return

    test('a copy has every row unchanged, and its sequences continue where those of the source stop', async () => {
      const [source, target] = [await databases.town(from), await databases.empty(to)]

      const { rows, isResumed } = await copyDatabase({ source, target })

      const [ours, theirs] = [await allRows(source), await allRows(target)]
      assert.deepEqual(theirs, ours)
      assert.ok(rows > 4000)
      if (to === 'postgres') assert.ok((await estimatedEvents(target)) > 0)
      assert.equal(isResumed, false)
      const next = await Promise.all([source, target].map((database) => addUser(database, `to-${to}`)))
      assert.equal(next[0]!.id, next[1]!.id)
      assert.equal(await isUnfinishedCopy(target.db), false)
    })

    test('a search finds the same in the copy', async () => {
      const [source, target] = [await databases.town(from), await databases.empty(to)]
      await copyDatabase({ source, target })

      const found = ({ db, dialect }: OpenDatabase) =>
        db
          .selectFrom('event_texts as text')
          .select('text_id')
          .where(dialect.contains('event_texts', 'text', 'concert') as never)
          .orderBy('text_id')
          .execute()

      assert.deepEqual(await found(target), await found(source))
      assert.ok((await found(target)).length > 0)
    })

    test('an interrupted copy continues where it stopped', async () => {
      const [source, target] = [await databases.town(from), await databases.empty(to)]
      const stop = ({ table, rows }: Progress) => {
        if (table === 'event_texts' && rows >= 400) throw new Error('stopped')
      }
      await assert.rejects(copyDatabase({ source, target, progress: stop }), /^Error: stopped$/)
      assert.equal(await isUnfinishedCopy(target.db), true)
      const first = new Map<string, Progress>()

      const { isResumed } = await copyDatabase({
        source,
        target,
        progress: (step) => first.set(step.table, first.get(step.table) ?? step),
      })

      assert.equal(isResumed, true)
      assert.equal(first.get('event_texts')!.rows, 400)
      assert.equal(first.get('events')!.rows, first.get('events')!.rowsOfTable)
      assert.equal(first.get('event_links')!.rows, 0)
      assert.deepEqual(await allRows(target), await allRows(source))
    })
  })
}

for (const engine of ['sqlite', 'postgres'] as const)
  test(
    `a copy that is interrupted while the target is migrated is known as unfinished, and resumes (${engine})`,
    engine === 'sqlite' || hasServer ? {} : reason,
    async () => {
      const [source, target] = [await databases.town('sqlite'), await databases.empty(engine)]
      await target.migrator.migrateTo('0001-resources')
      // A later migration fails at a table that is already there.
      await sql`create table webhooks (id integer)`.execute(target.db)

      await assert.rejects(copyDatabase({ source, target }), /webhooks/)
      const isMarked = await isUnfinishedCopy(target.db)
      await assert.rejects(requireEmpty(target), says(/^The database is an unfinished copy; /))
      await sql`drop table webhooks`.execute(target.db)
      await copyDatabase({ source, target })

      assert.equal(isMarked, true)
      assert.equal(await isUnfinishedCopy(target.db), false)
      assert.deepEqual(await allRows(target), await allRows(source))
    },
  )

test('a copy starts over if the source has changed since', async () => {
  const [source, target] = [await databases.ownTown(), await databases.empty('sqlite')]
  const stop = ({ table, rows }: Progress) => {
    if (table === 'event_texts' && rows >= 400) throw new Error('stopped')
  }
  await assert.rejects(copyDatabase({ source, target, progress: stop }))
  await inTransaction(source.db, (trx) =>
    trx.updateTable('categories').set({ modified: 1 }).where('parent', '=', 0).execute(),
  )

  const { isResumed } = await copyDatabase({ source, target })

  assert.equal(isResumed, false)
  assert.deepEqual(await allRows(target), await allRows(source))
})

test('a write to the source during the copy is reported, and the next run starts over', async () => {
  const source = await databases.ownTown()
  const writer = databases.open(source.url)
  const target = await databases.empty('sqlite')
  let isWritten = false
  const write = async () => {
    isWritten = true
    await writer.db.transaction().execute(async (trx) => {
      await writer.dialect.incrementVersion(trx)
      await trx.updateTable('venues').set({ modified: 1 }).execute()
    })
  }
  const writing: Promise<void>[] = []

  await assert.rejects(
    copyDatabase({
      source,
      target,
      progress: ({ table }) => void (table === 'venues' && !isWritten && writing.push(write())),
    }),
    says(/^The source changed during the copy; .* run the copy again\.$/),
  )
  await Promise.all(writing)
  const { isResumed } = await copyDatabase({ source, target })

  assert.equal(isResumed, false)
  assert.deepEqual(await allRows(target), await allRows(source))
})

test('rows that differ are detected, reported by table, and copied again', async () => {
  const [source, target] = [await databases.ownTown(), await databases.empty('sqlite')]
  const other = databases.open(target.url)
  let isSpoilt = false
  const spoil = ({ phase }: Progress) => {
    if (phase === 'copy' || isSpoilt) return
    isSpoilt = true
    void other.db.updateTable('organizers').set({ phone: '0' }).where('id', '>', 0).execute()
    void other.db.deleteFrom('event_links').where('position', '=', 1).execute()
  }

  await assert.rejects(
    copyDatabase({ source, target, progress: spoil }),
    says(/^The copy differs from the source in organizers, event_links; /),
  )
  await copyDatabase({ source, target })

  assert.deepEqual(await allRows(target), await allRows(source))
})

test('two servers that have a folder for their sockets in common are different', () => {
  const [one, other] = [5432, 5433].map((port) =>
    databaseIdentity(`postgres:///town?host=/var/run/postgresql&port=${port}&user=maria&password=secret`),
  )

  assert.notEqual(one, other)
  assert.doesNotMatch(one!, /maria|secret/)
})

test('a target that has data, is the source, or holds a copy of another source is refused', async () => {
  const [source, full] = [await databases.ownTown(), await databases.ownTown()]
  const [target, other] = [await databases.empty('sqlite'), await databases.empty('sqlite')]
  const before = await allRows(full)
  await migrate(other)
  const stop = ({ table }: Progress) => {
    if (table === 'venues') throw new Error('stopped')
  }
  await assert.rejects(copyDatabase({ source, target, progress: stop }))

  await assert.rejects(copyDatabase({ source, target: full }), says(/^The target is not empty; /))
  await assert.rejects(
    copyDatabase({ source, target: databases.open(source.url) }),
    says(/^The source and the target must be different databases\.$/),
  )
  await assert.rejects(
    copyDatabase({ source: other, target }),
    says(/^The target contains an unfinished copy of /),
  )
  await assert.rejects(
    copyDatabase({ source: target, target: other }),
    says(/^The source is an unfinished copy/),
  )
  await addUser(target, 'meanwhile')
  await assert.rejects(copyDatabase({ source, target }), says(/^The target was modified /))
  assert.deepEqual(await allRows(full), before)
})

test('a source that is not a Calends database, or of a newer version, is refused', async () => {
  const [blank, newer, target] = await Promise.all([
    databases.empty('sqlite'),
    databases.ownTown(),
    databases.empty('sqlite'),
  ])
  await newer.db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999-later', timestamp: '2099-01-01' } as never)
    .execute()

  await assert.rejects(
    copyDatabase({ source: blank, target }),
    says(/^The source is not a Calends database, or has pending migrations/),
  )
  await assert.rejects(copyDatabase({ source: newer, target }), says(/newer version of Calends/))
})

test('a row that the target refuses is named', hasServer ? {} : reason, async () => {
  const [source, target] = [await databases.ownTown(), await databases.empty('postgres')]
  const refused = await unstorableText(source)

  await assert.rejects(
    copyDatabase({ source, target }),
    says(new RegExp(`^The target rejected a row of event_texts with the key ${refused}: .*0x00`)),
  )
})
