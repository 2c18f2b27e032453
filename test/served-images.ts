import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { photograph, until, upload } from './images.ts'
import type { Program } from './program.ts'
import { Service, type Json } from './service.ts'

/** A service on the data of a program, and the image files that it serves. */

interface Served {
  readonly origin: string
}

export const authorization = `Basic ${btoa('admin:secret')}`

type Environment = Readonly<Record<string, string>>

const seconds = () => Math.floor(Date.now() / 1_000)

/** Places that are relative are so to the folder of the program. */
function placesOf({ folder }: Program, { CALENDS_DATA_DIR = 'data', DATABASE_URL }: Environment) {
  const data = resolve(folder, CALENDS_DATA_DIR)
  return { CALENDS_DATA_DIR: data, DATABASE_URL: DATABASE_URL ?? `sqlite:${join(data, 'calends.db')}` }
}

/** Serves the data in this process until `work` is done, because one of its own takes ten times as long to start. */
export async function withService<T>(
  program: Program,
  environment: Environment,
  work: (service: Served) => Promise<T>,
): Promise<T> {
  const isNew = environment.DATABASE_URL === undefined && !existsSync(join(program.folder, 'data'))
  if (isNew) await program.migrated('administered')
  const service = new Service({ ...environment, ...placesOf(program, environment) })
  const tick = () => (service.now = seconds())
  tick()
  const ticking = setInterval(tick, 100)
  try {
    await service.start()
    return await work({ origin: service.origin })
  } finally {
    clearInterval(ticking)
    await service.stop()
  }
}

/** Runs the service in a process of its own until `work` is done. */
export async function withProcess<T>(
  program: Program,
  environment: Environment,
  work: (service: Served) => Promise<T>,
): Promise<T> {
  const run = program.start(['serve'], { CALENDS_ADMIN: 'admin:secret', ...environment })
  try {
    // From the log, because the program first prints the public URL.
    const [, origin] = await run.logs(/Server listening at (http:[^"]+)/)
    return await work({ origin: origin! })
  } finally {
    run.kill('SIGTERM')
    await run.outcome()
  }
}

/** Uploads a photograph slightly wider than its large size, and waits for all sizes. */
export async function uploadPhotograph(service: Served): Promise<number> {
  const { body } = await upload(service, await photograph(1_040, 780))
  await until(
    async () =>
      (await (
        await fetch(`${service.origin}/cal/admin/v1/media/${body.id}`, { headers: { authorization } })
      ).json()) as Json,
    ({ sizes }) => sizes?.large !== undefined,
  )
  return body.id
}

/** The content of all files of an image, by URL path. */
export async function filesAt({ origin }: Served, id: number): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/cal/admin/v1/media/${id}`, { headers: { authorization } })
  const { url, sizes } = (await answer.json()) as Json
  const paths = [url, ...Object.values<Json>(sizes).map((size) => size.url)].map(
    (one) => new URL(one).pathname,
  )
  const webp = paths.slice(1).map((one) => one.replace(/\.\w+$/, '.webp'))
  const files: Record<string, string> = {}
  for (const path of [...paths, ...webp]) {
    const file = await fetch(origin + path)
    assert.equal(file.status, 200, path)
    files[path] = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex')
  }
  return files
}
