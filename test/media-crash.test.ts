import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { photograph, until, upload } from './images.ts'
import { Program, type Run } from './program.ts'
import type { Json } from './service.ts'

/** What was acknowledged survives a killed process, and what a crash leaves behind is found. */

const environment = { CALENDS_ADMIN: 'admin:secret', LOG_LEVEL: 'warn' }
const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`

describe('a killed process', () => {
  const program = new Program()
  const folder = join(program.folder, 'data', 'media')
  let photo: Buffer
  let run: Run
  before(async () => {
    photo = await photograph(3_000, 2_000)
    await program.migrated('administered')
  })
  after(() => {
    run.kill('SIGKILL')
    program.remove()
  })

  const start = async () => {
    run = program.start(['serve'], environment)
    const [, origin] = await run.says(/listening at (http:\/\/[^/]+)/)
    return { origin: origin! }
  }

  const kill = async () => {
    const closed = once(run.child, 'close')
    run.kill('SIGKILL')
    await closed
  }

  const read = async (service: { origin: string }, id: number): Promise<Json> =>
    (await fetch(`${service.origin}/cal/admin/v1/media/${id}`, { headers: { authorization } })).json()

  const withSizes = (service: { origin: string }, id: number): Promise<Json> =>
    until(
      () => read(service, id),
      ({ sizes }) => sizes?.large !== undefined,
    )

  /** Uploads the photo, and waits until it has all its sizes. */
  const uploadWhole = async (service: Awaited<ReturnType<typeof start>>): Promise<Json> => {
    const { body } = await upload(service, photo)
    return withSizes(service, body.id)
  }

  const fileOf = ({ url }: Json) => new URL(url as string).pathname.split('/').at(-1)!

  const check = (...words: string[]) => program.call(['check', ...words])

  test('loses no acknowledged image, and the next one makes the missing sizes', async () => {
    const first = await start()
    const { body } = await upload(first, photo)
    await kill()
    const second = await start()
    const image = await withSizes(second, body.id)
    for (const { url } of [image, ...Object.values<Json>(image.sizes)])
      assert.equal((await fetch(url)).status, 200)
    await kill()
    assert.equal((await check()).code, 0)
  })

  test('in the middle of uploads leaves nothing that calends check does not find', async () => {
    const acknowledged: number[] = []
    for (const milliseconds of [300, 900]) {
      const service = await start()
      const answers = Array.from({ length: 4 }, () => upload(service, photo).catch(() => undefined))
      await pause(milliseconds)
      await kill()
      acknowledged.push(...(await Promise.all(answers)).flatMap((answer) => answer?.body.id ?? []))
    }
    const again = await start()
    for (const id of acknowledged) assert.equal((await fetch((await read(again, id)).url)).status, 200)
    await kill()
    // All are old enough to belong to no upload.
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1)
    const named = (await check()).stdout
    const { code, stderr } = await check('--repair')
    assert.equal(code, 0, `${named}${stderr}`)
    assert.equal((await check()).stdout, '')
  })

  test('check names what is missing, and lets sizes be made again', async () => {
    const service = await start()
    const image = await uploadWhole(service)
    await kill()
    rmSync(join(folder, fileOf(image.sizes.large)))
    writeFileSync(join(folder, 'notes.txt'), 'not ours')
    writeFileSync(join(folder, '.unfinished-1'), 'young')

    const found = await check()
    const repaired = await check('--repair')
    assert.equal(found.code, 1)
    assert.match(
      found.stdout,
      new RegExp(`^image ${image.id}: the file ${fileOf(image.sizes.large)} is missing$`, 'm'),
    )
    assert.match(found.stdout, /^the file .unfinished-1 belongs to no image$/m)
    assert.doesNotMatch(found.stdout, /notes/)
    assert.match(repaired.stderr, /0 files were removed; the service makes 1 missing files again/)
    assert.ok(readdirSync(folder).includes('.unfinished-1'))

    const again = await start()
    const { sizes } = await until(
      () => read(again, image.id),
      (one) => one.sizes.large !== undefined,
    )
    assert.equal((await fetch(sizes.large.url)).status, 200)
    await kill()

    rmSync(join(folder, fileOf(image)))
    rmSync(join(folder, '.unfinished-1'))
    const { code, stderr } = await check('--repair')
    assert.equal(code, 1)
    assert.match(stderr, /1 files could not be repaired: restore missing pictures from a backup/)
  })

  test('check finds truncated files, and lets sizes be made again if the picture is whole', async () => {
    const service = await start()
    const image = await uploadWhole(service)
    await kill()
    const truncate = (file: string) => writeFileSync(join(folder, file), 'half')
    // Earlier tests leave other pictures without files.
    const findings = async (...words: string[]) =>
      (await check(...words)).stdout.match(new RegExp(`^image ${image.id}: .*$`, 'gm'))
    truncate(fileOf(image.sizes.medium))

    const found = [`image ${image.id}: the file ${fileOf(image.sizes.medium)} is not whole`]
    assert.deepEqual(await findings('--repair'), found)
    const again = await start()
    await until(
      () => read(again, image.id),
      ({ sizes }) => sizes.medium !== undefined,
    )
    await kill()
    assert.equal(await findings(), null)

    truncate(fileOf(image))
    truncate(fileOf(image.sizes.large))
    assert.equal((await findings('--repair'))?.length, 2)
    assert.equal((await findings())?.length, 2)
  })

  test('check finds sizes that no job makes, and lets them be made', async () => {
    const service = await start()
    const whole = await uploadWhole(service)
    const useDatabase = <Result>(use: (database: Sqlite.Database) => Result): Result => {
      const database = new Sqlite(join(program.folder, 'data', 'calends.db'))
      try {
        return use(database)
      } finally {
        database.close()
      }
    }
    // A job ends after its sizes are stored, and check expects what is missing of one that has not ended.
    const jobs = () => useDatabase((database) => database.prepare('select * from jobs').all())
    await until(
      async () => jobs(),
      (left) => left.length === 0,
    )
    await kill()
    const findings = async (...words: string[]) =>
      (await check(...words)).stdout.match(new RegExp(`^image ${whole.id}: .*$`, 'gm'))
    const change = (sql: string) => useDatabase((database) => database.prepare(sql).run(whole.id))
    // As after the last attempt of a job.
    change("update images set sizes = json_remove(sizes, '$.large'), focus_y = 0.1 where id = ?")
    rmSync(join(folder, fileOf(whole.sizes.large)))
    rmSync(join(folder, fileOf(whole.sizes.large).replace('.jpg', '.webp')))

    const found = ['thumbnail', 'large'].map(
      (size) => `image ${whole.id}: the size ${size} could not be made`,
    )
    assert.deepEqual(await findings(), found)
    assert.deepEqual(await findings('--repair'), found)
    assert.equal(await findings(), null)
    const again = await start()
    const { sizes } = await withSizes(again, whole.id)
    assert.notEqual(sizes.thumbnail.url, whole.sizes.thumbnail.url.replace(service.origin, again.origin))
    await kill()
    assert.equal(await findings(), null)
  })
})
