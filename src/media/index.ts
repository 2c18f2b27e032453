import type { randomBytes } from 'node:crypto'
import type { Outgoing } from '../outgoing/index.ts'
import {
  filesOf,
  slugOfFile,
  type Focus,
  type Image,
  type SizeName,
  type StoredSize,
} from '../resources/images.ts'
import { createJobRunner, enqueueJob, type JobHandler } from '../store/jobs.ts'
import type { Wakeable } from '../store/periodic.ts'
import type { Db } from '../store/sql/db.ts'
import { existingUsers } from '../store/sql/lookups.ts'
import {
  fetchJob,
  findImage,
  imageJob,
  insertImage,
  isImageInUse,
  removeImage,
  updateImage,
} from '../store/sql/images.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'
import { createMediaFiles, type MediaFiles, type OnError } from './files.ts'
import { Gate } from '../gate.ts'
import { makeSize, neededSizes, readPicture, type Size } from './picture.ts'
import type { MediaStorage } from './storage/index.ts'
import { createUpkeep } from './upkeep.ts'

/**
 * Stores images. An upload is re-encoded and stored with its small sizes while the client waits; the large size and
 * pictures fetched from elsewhere follow in jobs. Files are stored before the row that refers to them is committed, so
 * that a crash at worst leaves files without a row, which `calends check` finds.
 */

interface MediaOptions {
  readonly db: Db
  readonly storage: MediaStorage
  /** In bytes. */
  readonly maxUpload: number
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  readonly now: () => Instant
  readonly random: typeof randomBytes
  readonly onError: OnError
}

interface Upload {
  readonly content: Buffer
  readonly filename: string
  readonly author: number
  /** JSON, as in the column. */
  readonly alt: string
}

interface Replacement {
  readonly content: Buffer
  /** That of the image, because former URLs of its files contain it; null for a link. */
  readonly name: string | null
  /** Looks up the image in the transaction of the change. */
  readonly find: (trx: Trx) => Promise<Image>
}

export interface Media {
  /** Stores an uploaded picture and returns its ID; throws a ValidationError with the reason if it is rejected. */
  add(upload: Upload): Promise<number>
  /**
   * Replaces the picture of an image and returns its ID. Throws a ValidationError with the reason if the picture is
   * rejected.
   */
  replace(replacement: Replacement): Promise<number>
  /** Enqueues a job that recreates the thumbnail. Must be called in the transaction that changes the focus. */
  refresh(trx: Trx, id: number): Promise<unknown>
  /** Recreates the thumbnail after `refresh` was committed. If that fails, the job does it later. */
  crop(id: number): Promise<unknown>
  /** Removes an image that was added for an entry, unless the entry shows it. */
  removeUnused(id: number): Promise<void>
  /** Removes the files of an image whose row was deleted. */
  removeFiles(image: Image): Promise<void>
  readonly storage: MediaStorage
  readonly jobs: Wakeable
  /** Fetches pictures from other sites. */
  readonly fetches: Wakeable
}

/** Maximum number of uploads that wait to be decoded. */
const maxWaiting = 16

const letters = 'abcdefghijklmnopqrstuvwxyz012345'

/** 80 random bits, so that the URLs of unpublished pictures cannot be guessed. */
const randomName = (random: typeof randomBytes) =>
  [...random(16)].map((byte) => letters[byte % letters.length]).join('')

const centre: Focus = { x: 0.5, y: 0.5 }

/** Decodes the full picture and makes the sizes that are not left to a job. */
async function decode(content: Buffer) {
  const picture = await readPicture(content)
  const small: [SizeName, Size][] = []
  for (const name of neededSizes(picture.whole))
    if (name !== 'large') small.push([name, await makeSize(picture.whole, name, centre)])
  return { picture, small }
}

export function createMedia(options: MediaOptions): Media {
  const { db, maxUpload, outgoing, now, random, onError } = options
  const files = createMediaFiles(options.storage, random, onError)
  const gate = new Gate(maxWaiting)
  const newName = () => randomName(random)
  const upkeep = createUpkeep({ db, files, gate, outgoing, maxUpload, newName, now, onError })
  const runnerOf = (kind: string, handler: JobHandler) =>
    createJobRunner({
      db,
      now,
      handlers: { [kind]: handler },
      onError: (error, { target }) => onError(error, `image ${target}`),
    })
  // Each kind of job may enqueue one of the other kind.
  const jobs = runnerOf(imageJob, (id) => upkeep.bringUpToDate(id).finally(() => fetches.wake()))
  const fetches = runnerOf(fetchJob, (id, signal) =>
    upkeep.fetchPicture(id, signal).finally(() => jobs.wake()),
  )

  /** Stores a picture with its small sizes and returns the columns for its row. */
  async function store(
    files: MediaFiles,
    name: string,
    { picture, small }: Awaited<ReturnType<typeof decode>>,
  ) {
    const stored = await files.putPicture(name, picture)
    const sizes: Partial<Record<SizeName, StoredSize>> = {}
    for (const [use, size] of small) sizes[use] = await files.putSize(stored, use, size, centre)
    const row = { ...stored, sizes: JSON.stringify(sizes), url: '' }
    return { row, isComplete: small.length === neededSizes(picture.whole).length }
  }

  async function add({ content, filename, author, alt }: Upload): Promise<number> {
    const created = now()
    const image = { slug: slugOfFile(filename), alt, created }
    const decoded = await gate.pass(() => decode(content))
    const id = await files.allOrNothing(async (written) => {
      const { row, isComplete } = await store(written, newName(), decoded)
      return inTransaction(db, async (trx) => {
        // The user may have been deleted during the upload.
        const [owner] = await existingUsers(trx, [author])
        const id = await insertImage(trx, { ...row, ...image, author: owner?.id ?? 0 })
        if (!isComplete) await enqueueJob(trx, imageJob, id, created)
        return id
      })
    })
    jobs.wake()
    return id
  }

  async function replace({ content, name, find }: Replacement): Promise<number> {
    const decoded = await gate.pass(() => decode(content))
    const previous = await files.allOrNothing(async (written) => {
      const { row, isComplete } = await store(written, name ?? newName(), decoded)
      return inTransaction(db, async (trx) => {
        const image = await find(trx)
        await updateImage(trx, image.id, { ...row, focus_x: centre.x, focus_y: centre.y })
        if (!isComplete) await enqueueJob(trx, imageJob, image.id, now())
        return image
      })
    })
    // Removing the previous files is safe, because the new ones have other names.
    await files.remove(filesOf(previous))
    jobs.wake()
    return previous.id
  }

  /** Reports errors instead of throwing them, because whoever waits needs only the entry. */
  async function removeUnused(id: number): Promise<void> {
    try {
      if (await isImageInUse(db, id)) return
      const removed = await inTransaction(db, async (trx) => {
        const image = await findImage(trx, id)
        if (image === undefined || (await isImageInUse(trx, id))) return undefined
        await removeImage(trx, id)
        return image
      })
      if (removed !== undefined) await files.remove(filesOf(removed))
    } catch (error) {
      onError(error, `image ${id}`)
    }
  }

  return {
    add,
    replace,
    removeUnused,
    refresh: (trx, id) => enqueueJob(trx, imageJob, id, now()),
    crop: (id) => upkeep.bringUpToDate(id).catch((error: unknown) => onError(error, `image ${id}`)),
    removeFiles: (image) => files.remove(filesOf(image)),
    storage: files.storage,
    jobs,
    fetches,
  }
}
