import type { Image } from '../resources/images.ts'
import { filesOf, sizedFilesOf } from '../resources/images.ts'
import type { Db } from '../store/sql/db.ts'
import { findImage, imagesWithFiles } from '../store/sql/images.ts'
import type { MediaStorage } from './storage/index.ts'

/** Copies the image files of a database between storages, for backups, exports and restoring. */

interface CopiedFiles {
  readonly copied: number
  /** Number of files that are missing or truncated in both storages. */
  readonly missing: number
}

/** Returns the content of a file; undefined if it is missing or truncated. */
async function wholeFile(storage: MediaStorage, name: string, size: number): Promise<Buffer | undefined> {
  const opened = await storage.open(name)
  if (opened === undefined) return undefined
  const content = Buffer.concat(await opened.stream.toArray())
  return content.length === size ? content : undefined
}

/** Files of images that were deleted or replaced meanwhile do not count as missing. */
async function isNamed(db: Db, { id }: Image, file: string): Promise<boolean> {
  const image = await findImage(db, id)
  return image !== undefined && filesOf(image).includes(file)
}

/**
 * Copies all files. Existing files are skipped, because files never change. Only the files of one image are in memory
 * at a time.
 */
export async function copyFiles(db: Db, from: MediaStorage, to: MediaStorage): Promise<CopiedFiles> {
  let [copied, missing] = [0, 0]
  for await (const image of imagesWithFiles(db))
    await Promise.all(
      sizedFilesOf(image).map(async ({ file, filesize }) => {
        if ((await to.find(file))?.size === filesize) return
        const content = await wholeFile(from, file, filesize)
        if (content === undefined) missing += Number(await isNamed(db, image, file))
        else {
          await to.put(file, content)
          copied += 1
        }
      }),
    )
  return { copied, missing }
}
