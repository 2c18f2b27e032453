import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { photograph, until, upload } from './images.ts'
import type { Program } from './program.ts'
import type { Json } from './service.ts'

/** A service in a separate process, and the image files that it serves. */

interface Served {
  readonly origin: string
}

export const authorization = `Basic ${btoa('admin:secret')}`

/** Runs the service until `work` is done. */
export async function withService<T>(
  program: Program,
  environment: Readonly<Record<string, string>>,
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
