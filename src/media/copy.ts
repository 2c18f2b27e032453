import { sizedFilesOf } from '../resources/images.ts'
import type { Db } from '../store/sql/db.ts'
import { hasFile, imagesWithFiles } from '../store/sql/images.ts'
import type { MediaStorage } from './storage/index.ts'

/** Copies the image files of a database between storages, for backups, exports and restoring. */

interface CopiedFiles {
  readonly copied: number
  /** Number of files that are missing or truncated in both storages. */
  readonly missing: number
  /** Files whose reading failed each time; the others are copied nevertheless. */
  readonly interrupted: readonly string[]
}

const attempts = 3

/** What a missing file is read as: shorter than any image. */
const noContent = Buffer.alloc(0)

/** Reads a stream to its end; undefined if it breaks each time, as connections may in the middle of a file. */
async function readPatiently(storage: MediaStorage, name: string): Promise<Buffer | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const opened = await storage.open(name)
    if (opened === undefined) return noContent
    const content = await opened.stream.toArray().catch(() => undefined)
    if (content !== undefined) return Buffer.concat(content)
  }
  return undefined
}

/**
 * Copies all files. Existing files are skipped, because files never change. Only the files of one image are in memory
 * at a time.
 */
export async function copyFiles(db: Db, from: MediaStorage, to: MediaStorage): Promise<CopiedFiles> {
  let [copied, missing] = [0, 0]
  const interrupted: string[] = []
  for await (const image of imagesWithFiles(db))
    await Promise.all(
      sizedFilesOf(image).map(async ({ file, filesize }) => {
        if ((await to.find(file))?.size === filesize) return
        const content = await readPatiently(from, file)
        if (content === undefined) interrupted.push(file)
        else if (content.length !== filesize) missing += Number(await hasFile(db, image.id, file))
        else {
          await to.put(file, content)
          copied += 1
        }
      }),
    )
  return { copied, missing, interrupted }
}
