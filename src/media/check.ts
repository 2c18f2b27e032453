import { enqueueJob } from '../store/jobs.ts'
import { findImage, imageJob, imagesWithFiles, updateImage } from '../store/sql/images.ts'
import type { Db } from '../store/sql/db.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { filesOf, isFileName, sizesOf } from '../resources/images.ts'
import type { Instant } from '../time/index.ts'
import { isUnfinished, type MediaStorage } from './storage/index.ts'

/**
 * Finds inconsistencies left by a crash, or by restoring only the database or only the files: files without a row, and
 * rows without a file.
 */

interface MissingFile {
  readonly id: number
  readonly file: string
}

interface MediaFaults {
  readonly missing: readonly MissingFile[]
  readonly orphans: readonly { readonly name: string; readonly modified: number }[]
}

/** Ignores other files, because a bucket may be shared. */
const isOurs = (name: string) => isFileName(name) || isUnfinished(name)

/**
 * Reads the rows first, because files are stored before their rows: every file of these rows is then in the listing.
 */
export async function findMediaFaults(db: Db, storage: MediaStorage): Promise<MediaFaults> {
  const expected = new Map<string, number>()
  for await (const image of imagesWithFiles(db))
    for (const file of filesOf(image)) expected.set(file, image.id)
  const orphans = []
  for await (const listed of storage.list())
    if (!expected.delete(listed.name) && isOurs(listed.name)) orphans.push(listed)
  const missing = []
  for (const [file, id] of expected) {
    const image = await findImage(db, id)
    if (image !== undefined && filesOf(image).includes(file)) missing.push({ id, file })
  }
  return { missing, orphans }
}

/** Minimum age of an orphan, because younger files may belong to an upload in progress. */
const orphanAfterMs = 3_600_000

/** Removes orphaned files and returns their number. */
export async function removeOrphans(
  storage: MediaStorage,
  { orphans }: MediaFaults,
  nowMs: number,
): Promise<number> {
  const old = orphans.filter(({ modified }) => modified < nowMs - orphanAfterMs)
  for (const { name } of old) await storage.remove(name)
  return old.length
}

/** Enqueues jobs that recreate missing sizes from the full image, and returns the number of files concerned. */
export async function remakeSizes(db: Db, { missing }: MediaFaults, now: Instant): Promise<number> {
  let remade = 0
  for (const { id, file } of missing)
    await inTransaction(db, async (trx) => {
      const image = await findImage(trx, id)
      if (image === undefined || image.file === file) return
      const sizes = Object.entries(sizesOf(image)).filter(
        ([, size]) => ![size.file, size.webp.file].includes(file),
      )
      await updateImage(trx, id, { sizes: JSON.stringify(Object.fromEntries(sizes)) })
      await enqueueJob(trx, imageJob, id, now)
      remade += 1
    })
  return remade
}
