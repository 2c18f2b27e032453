import { enqueueJob, hasJob } from '../store/jobs.ts'
import { findImage, hasFile, imageJob, imagesWithFiles, updateImage } from '../store/sql/images.ts'
import type { Db } from '../store/sql/db.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { isFileName, sizedFilesOf, sizesOf, type Image, type SizeName } from '../resources/images.ts'
import type { Instant } from '../time/index.ts'
import { isUnfinished, type ListedFile, type MediaStorage } from './storage/index.ts'
import { missingSizes } from './upkeep.ts'

/**
 * Finds inconsistencies left by a crash, by jobs that were given up, or by restoring only the database or only the files:
 * files without a row, and rows without a file or a size, or with a truncated file.
 */

function isReadable(image: Image): boolean {
  try {
    sizesOf(image)
    return true
  } catch {
    return false
  }
}

/** IDs of images whose sizes were damaged by something other than the service. */
export async function findUnreadableImages(db: Db): Promise<number[]> {
  const ids: number[] = []
  for await (const image of imagesWithFiles(db)) if (!isReadable(image)) ids.push(image.id)
  return ids
}

/** Has all sizes of an image made again. */
export const forgetSizes = (db: Db, id: number, now: Instant): Promise<void> =>
  inTransaction(db, async (trx) => {
    await updateImage(trx, id, { sizes: '{}' })
    await enqueueJob(trx, imageJob, id, now)
  })

interface MissingFile {
  readonly id: number
  readonly file: string
  /** Whether there is a file of this name, but of another size. */
  readonly isTruncated: boolean
}

/** A size that no job is going to make, because every attempt has failed. */
interface UnmadeSize {
  readonly id: number
  readonly size: SizeName
}

interface MediaFaults {
  /** Truncated files count as missing, as they do when they are copied. */
  readonly missing: readonly MissingFile[]
  readonly unmade: readonly UnmadeSize[]
  readonly orphans: readonly ListedFile[]
}

/** Ignores other files, because a bucket may be shared. */
const isOurs = (name: string) => isFileName(name) || isUnfinished(name)

interface Expected {
  readonly id: number
  readonly filesize: number
}

async function expectedFiles(db: Db): Promise<Map<string, Expected>> {
  const expected = new Map<string, Expected>()
  for await (const image of imagesWithFiles(db))
    for (const { file, filesize } of sizedFilesOf(image)) expected.set(file, { id: image.id, filesize })
  return expected
}

/** Looks for the job before it reads the image again, because a job records what it has made before it ends. */
async function findUnmadeSizes(db: Db): Promise<UnmadeSize[]> {
  const unmade: UnmadeSize[] = []
  for await (const suspected of imagesWithFiles(db)) {
    const { id } = suspected
    if (missingSizes(suspected).length === 0 || (await hasJob(db, imageJob, id))) continue
    const image = await findImage(db, id)
    unmade.push(...(image === undefined ? [] : missingSizes(image)).map((size) => ({ id, size })))
  }
  return unmade
}

/**
 * Reads the rows first, because files are stored before their rows: every file of these rows is then in the listing.
 */
export async function findMediaFaults(db: Db, storage: MediaStorage): Promise<MediaFaults> {
  const expected = await expectedFiles(db)
  const [orphans, suspected]: [ListedFile[], MissingFile[]] = [[], []]
  for await (const listed of storage.list()) {
    const { name, size } = listed
    const row = expected.get(name)
    if (row !== undefined && row.filesize !== size)
      suspected.push({ id: row.id, file: name, isTruncated: true })
    if (!expected.delete(name) && isOurs(name)) orphans.push(listed)
  }
  for (const [file, { id }] of expected) suspected.push({ id, file, isTruncated: false })
  const missing: MissingFile[] = []
  for (const one of suspected) if (await hasFile(db, one.id, one.file)) missing.push(one)
  return { missing, unmade: await findUnmadeSizes(db), orphans }
}

/** Minimum age of an orphan, because younger files may belong to an upload in progress. */
const orphanAfterMs = 3_600_000

export async function removeOrphans(
  storage: MediaStorage,
  { orphans }: MediaFaults,
  nowMs: number,
): Promise<number> {
  const old = orphans.filter(({ modified }) => modified < nowMs - orphanAfterMs)
  for (const { name } of old) await storage.remove(name)
  return old.length
}

/**
 * Enqueues jobs that make sizes from the full image, if that is whole, and returns the number of files and sizes concerned.
 */
export async function remakeSizes(db: Db, { missing, unmade }: MediaFaults, now: Instant): Promise<number> {
  const lost = new Set(missing.map(({ file }) => file))
  let remade = 0
  for (const { id, file } of [...missing, ...unmade.map(({ id }) => ({ id, file: undefined }))])
    await inTransaction(db, async (trx) => {
      const image = await findImage(trx, id)
      if (image === undefined || lost.has(image.file!)) return
      const sizes = Object.entries(sizesOf(image)).filter(
        ([, size]) => file === undefined || ![size.file, size.webp.file].includes(file),
      )
      await updateImage(trx, id, { sizes: JSON.stringify(Object.fromEntries(sizes)) })
      await enqueueJob(trx, imageJob, id, now)
      remade += 1
    })
  return remade
}
