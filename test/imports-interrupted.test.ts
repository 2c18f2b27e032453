import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../src/store/open.ts'
import type { Db } from '../src/store/sql/db.ts'
import { until } from './images.ts'
import { calendar, importsPath, readImport, vevent } from './importing.ts'
import { Program, type Run } from './program.ts'
import { Service } from './service.ts'
import { migratedFile, migratedOnServer } from './templates.ts'

/** `calends import` that ends before it is done. */

/** Four batches: when the first is written, three are left for the time until the command is ended. */
const many = 800
const large = calendar(...Array.from({ length: many }, (_, place) => vevent(`e${place}`)))

interface Place {
  /** Runs `calends import` until it has written something, and ends it. */
  interrupt(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }>
  importAgain(): Promise<string>
  /** Starts a service, or the one that was stopped. */
  serve(): Promise<Run>
  readonly service: Service
  readonly db: Db
}

const doneOf = (db: Db) =>
  db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('outcome', 'is not', null)
    .executeTakeFirstOrThrow()
    .then(({ n }) => Number(n))

/** Makes a batch take half a second at least, because a fast machine would write all of them before the signal arrives. */
async function slowDown(db: Db, isOnServer: boolean): Promise<() => Promise<unknown>> {
  const run = (text: string) => sql.raw(text).execute(db)
  if (isOnServer) {
    await run(
      `create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.003); return null; end'`,
    )
    await run('create trigger slowly after update on import_rows for each row execute function slowly()')
    return () => run('drop function slowly cascade')
  }
  const counting = 'with recursive c(n) as (select 1 union all select n + 1 from c where n < 20000)'
  await run(
    `create trigger slowly after update on import_rows begin select count(*) from (${counting} select n from c); end`,
  )
  return () => run('drop trigger slowly')
}

async function inPlace(url: string | undefined, work: (place: Place) => Promise<void>): Promise<void> {
  const program = new Program()
  const databaseUrl = url ?? (await migratedFile(join(program.folder, 'calends.db'), 'administered'))
  const environment = {
    CALENDS_ADMIN: 'admin:secret',
    CALENDS_RATE_LIMIT: 'off',
    DATABASE_URL: databaseUrl,
  }
  const service = new Service()
  const runs: Run[] = []
  writeFileSync(join(program.folder, 'large.ics'), large)
  const start = (...words: readonly string[]) => {
    const run = program.start(words, environment)
    runs.push(run)
    return run
  }
  const serve = async () => {
    const run = start('serve')
    service.origin = (await run.says(/listening at (http:\/\/[^/]+)/))[1]!
    return run
  }
  const database = openDatabase(databaseUrl)
  const { db } = database
  try {
    await work({
      service,
      db,
      serve,
      async interrupt(signal) {
        const speedUp = await slowDown(db, url !== undefined)
        const run = start('import', 'large.ics')
        await until(
          () => doneOf(db),
          (done) => done > 0,
        )
        run.kill(signal)
        const outcome = await run.outcome()
        const done = await doneOf(db)
        assert.ok(done < many, `${done} were written already`)
        await speedUp()
        return outcome
      },
      async importAgain() {
        const { code, stdout } = await start('import', 'large.ics').outcome()
        assert.equal(code, 0)
        return stdout
      },
    })
  } finally {
    await database.close()
    for (const run of runs) run.kill('SIGKILL')
    program.remove()
  }
}

const isDone = (service: Service, id: number) =>
  until(
    () => readImport(service, id),
    (reply) => reply.body.state === 'done',
  )

async function isUndone(service: Service, id: number): Promise<void> {
  const { body: before } = await service.get('/events?start_date=2027-03-01&per_page=1')
  const { body: undone } = await service.delete(`${importsPath}/${id}`)
  const { body: after } = await service.get('/events?start_date=2027-03-01&per_page=1')
  assert.deepEqual([before.total, undone.state, after.total], [many, 'undone', 0])
}

const onEach = (title: string, work: (place: Place) => Promise<void>) =>
  describe(title, { concurrency: true }, () => {
    test('on SQLite', () => inPlace(undefined, work))

    const server = process.env.TEST_POSTGRES_URL
    test('on PostgreSQL', { skip: server === undefined }, async () => {
      const { url, drop } = await migratedOnServer('administered')
      await inPlace(url, work).finally(drop)
    })
  })

onEach('a running service continues an import whose command was killed', async (place) => {
  await place.serve()
  await place.interrupt('SIGKILL')
  // The lease of a process that died lasts 15 seconds.
  await place.db.updateTable('jobs').set({ due: 0 }).where('kind', '=', 'import').execute()
  const { body } = await isDone(place.service, 1)

  assert.deepEqual(body.progress, { done: many, total: many })
  await isUndone(place.service, 1)
})

onEach('the next import continues one that was stopped', async (place) => {
  const { code, stderr } = await place.interrupt('SIGINT')
  const jobs = await place.db.selectFrom('jobs').select('attempts').where('kind', '=', 'import').execute()
  const again = await place.importAgain()

  assert.equal(code, 130)
  assert.deepEqual(jobs, [{ attempts: 0 }])
  assert.match(stderr, /^Import 1 was interrupted\. The service continues it /)
  assert.match(again, new RegExp(`^Import 2: 0 created, 0 changed, ${many} as they are, 0 failed\\.$`, 'm'))
  await place.serve()
  assert.equal((await readImport(place.service, 1)).body.state, 'done')
  await isUndone(place.service, 1)
})

onEach('a service continues at its start what nobody runs, and gives up what ends it', async (place) => {
  const { db, service, serve } = place
  await place.interrupt('SIGKILL')
  await db.deleteFrom('jobs').execute()
  const first = await serve()
  await isDone(service, 1)
  first.kill('SIGTERM')
  await first.outcome()
  await db.updateTable('imports').set({ state: 'running', finished: null }).execute()
  await db.insertInto('jobs').values({ kind: 'import', target: 1, due: 0, attempts: 5 }).execute()
  await serve()
  const { body } = await until(
    () => readImport(service, 1),
    (reply) => reply.body.state !== 'running',
  )

  assert.deepEqual([body.state, body.fault], ['failed', 'An internal error stopped the import.'])
  const french = await readImport(service, 1, '?ml_language=fr')
  assert.equal(french.body.fault, 'Une erreur interne a arrêté l’importation.')
  await isUndone(service, 1)
})
