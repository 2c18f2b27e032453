import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { enqueueMail, mailJob, type Mail } from '../src/store/mails.ts'
import { openDatabase } from '../src/store/open.ts'
import type { Db } from '../src/store/sql/db.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { until } from './images.ts'
import { createMailbox, readMail } from './mailbox.ts'
import { createDatabase } from './postgres.ts'
import { Program, type Run } from './program.ts'

/** A process that is killed between sending an e-mail and forgetting it (interface: E-mail). */

const decision: Mail = {
  about: 'decision',
  to: { contact: 'Vera <vera@example.org>' },
  language: 'en',
  decision: 'rejected',
  event: 1,
  title: 'Concert',
  note: '',
}

async function survives(databaseUrl: string | undefined): Promise<void> {
  const mailbox = createMailbox()
  await mailbox.open()
  const program = new Program()
  const url = databaseUrl ?? `sqlite:${join(program.folder, 'calends.db')}`
  const environment = {
    CALENDS_ADMIN: 'admin:secret',
    CALENDS_SMTP_URL: mailbox.url(),
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'https://town.example.org',
    DATABASE_URL: url,
  }
  const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const database = openDatabase(url)
    return work(database.db).finally(() => database.close())
  }
  const waiting = () => inDatabase((db) => db.selectFrom('mails').select('id').execute())
  let run: Run | undefined
  const start = async () => {
    run = program.start(['serve'], environment)
    await until(
      () => Promise.resolve(mailbox.received),
      ({ length }) => length > 0,
    )
    return readMail(mailbox.received.shift()!)
  }
  const kill = async () => {
    const closed = once(run!.child, 'close')
    run!.kill('SIGKILL')
    await closed
  }
  try {
    assert.equal((await program.run(['user', 'add', 'bob', '--role', 'author'], environment)).code, 0)
    await inDatabase((db) =>
      inTransaction(db, (trx) => enqueueMail(trx, decision, Math.floor(Date.now() / 1000))),
    )
    mailbox.onArrival.push(kill)
    const first = await start()
    await until(
      () => Promise.resolve(run!.child.signalCode),
      (signal) => signal === 'SIGKILL',
    )
    assert.equal((await waiting()).length, 1)
    // What a process that died was doing belongs to it for 15 seconds.
    await inDatabase((db) => db.updateTable('jobs').set({ due: 0 }).where('kind', '=', mailJob).execute())
    const second = await start()
    await until(waiting, ({ length }) => length === 0)

    assert.match(first.headers.get('message-id')!, /^<[0-9a-f]{32}@town\.example\.org>$/)
    assert.equal(second.headers.get('message-id'), first.headers.get('message-id'))
    assert.equal(second.body, first.body)
    assert.deepEqual(mailbox.received, [])
  } finally {
    run?.kill('SIGKILL')
    await mailbox.close()
    program.remove()
  }
}

describe('an e-mail is not lost, and the second has the identifier of the first', () => {
  test('on SQLite', () => survives(undefined))

  const server = process.env.TEST_POSTGRES_URL
  test('on PostgreSQL', { skip: server === undefined }, async () => {
    const { url, drop } = await createDatabase(server!)
    await survives(url).finally(drop)
  })
})
