import type { Image } from '../resources/images.ts'
import { filesOf, sizedFilesOf } from '../resources/images.ts'
import type { Db } from '../store/sql/db.ts'
import { findImage, imagesWithFiles } from '../store/sql/images.ts'
import type { MediaStorage } from './storage/index.ts'

/** Brings the files that a database names to another place, for backups and exports and back. */

interface CopiedFiles {
  readonly copied: number
  /** Those that are in neither place, or not whole. */
  readonly missing: number
}

/** One that was cut off is as good as none. */
async function wholeFile(storage: MediaStorage, name: string, size: number): Promise<Buffer | undefined> {
  const opened = await storage.open(name)
  if (opened === undefined) return undefined
  const content = Buffer.concat(await opened.stream.toArray())
  return content.length === size ? content : undefined
}

/** Those of an image that was deleted or replaced meanwhile are not missing. */
async function isNamed(db: Db, { id }: Image, file: string): Promise<boolean> {
  const image = await findImage(db, id)
  return image !== undefined && filesOf(image).includes(file)
}

/** A file never changes, so one that is there already is not read. Those of one image are in memory at a time. */
export async function copyFiles(db: Db, from: MediaStorage, to: MediaStorage): Promise<CopiedFiles> {
  let [copied, missing] = [0, 0]
  for await (const image of imagesWithFiles(db))
    await Promise.all(
      sizedFilesOf(image).map(async ({ file, filesize }) => {
        if ((await to.sizeOf(file)) === filesize) return
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
