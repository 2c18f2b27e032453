import type { randomBytes } from 'node:crypto'
import type { Outgoing } from '../outgoing/index.ts'
import { filesOf, type Focus, type Image, type SizeName, type StoredSize } from '../resources/images.ts'
import { createJobRunner, enqueueJob, type JobRunner } from '../store/jobs.ts'
import type { Db } from '../store/sql/db.ts'
import { imageJob, insertImage, updateImage } from '../store/sql/images.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'
import { createMediaFiles, type OnError } from './files.ts'
import { Gate } from '../gate.ts'
import { makeSize, neededSizes, readPicture, type Size } from './picture.ts'
import type { MediaStorage } from './storage/index.ts'
import { createUpkeep } from './upkeep.ts'

/**
 * Stored images: a picture is encoded anew and stored with its small sizes while the sender waits; the large one, and
 * pictures that are fetched from elsewhere, follow in jobs. Files are stored before the row that names them is
 * committed, so that a crash leaves files without a row at worst, which `calends check` finds.
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

export interface Upload {
  readonly content: Buffer
  readonly author: number
  /** JSON, as the column has it. */
  readonly alt: string
}

export interface Media {
  /** Stores an uploaded picture and returns its id; throws a ValidationError that says why it is not accepted. */
  add(upload: Upload): Promise<number>
  /**
   * Gives an image another picture and returns its id. `find` finds it in the transaction that does so; throws a
   * ValidationError that says why the picture is not accepted.
   */
  replace(content: Buffer, find: (trx: Trx) => Promise<Image>): Promise<number>
  /** Makes anew what the focus shows in; to be called in the transaction that changes it. */
  refresh(trx: Trx, id: number): Promise<unknown>
  /** Removes the files of an image whose row is gone. */
  removeFiles(image: Image): Promise<void>
  readonly storage: MediaStorage
  readonly jobs: JobRunner
}

/** Uploads that wait for others to be decoded. */
const mostWaiting = 16

const letters = 'abcdefghijklmnopqrstuvwxyz012345'

/** 80 random bits, so that nobody guesses the address of a picture that is not shown yet. */
const randomName = (random: typeof randomBytes) =>
  [...random(16)].map((byte) => letters[byte % letters.length]).join('')

const centre: Focus = { x: 0.5, y: 0.5 }

/** The whole picture, and the sizes that are made at once. */
async function decode(content: Buffer) {
  const picture = await readPicture(content)
  const small: [SizeName, Size][] = []
  for (const name of neededSizes(picture.whole))
    if (name !== 'large') small.push([name, await makeSize(picture.whole, name, centre)])
  return { picture, small }
}

export function createMedia(options: MediaOptions): Media {
  const { db, maxUpload, outgoing, now, random, onError } = options
  const files = createMediaFiles(options.storage, onError)
  const gate = new Gate(mostWaiting)
  const newName = () => randomName(random)
  const upkeep = createUpkeep({ db, files, gate, outgoing, maxUpload, newName, onError })
  const jobs = createJobRunner({
    db,
    now,
    handlers: { [imageJob]: upkeep },
    onError: (error, { target }) => onError(error, `image ${target}`),
  })

  /** Stores a picture with its small sizes under a new name; `row` is what its image says of them. */
  async function store(content: Buffer) {
    const name = newName()
    const { picture, small } = await gate.pass(() => decode(content))
    const sizes: Partial<Record<SizeName, StoredSize>> = {}
    for (const [use, size] of small) sizes[use] = await files.putSize(name, use, size, centre)
    const row = { ...(await files.putPicture(name, picture)), sizes: JSON.stringify(sizes), url: '' }
    return { row, isComplete: small.length === neededSizes(picture.whole).length }
  }

  async function add({ content, author, alt }: Upload): Promise<number> {
    const created = now()
    const { row, isComplete } = await store(content)
    const id = await inTransaction(db, async (trx) => {
      const id = await insertImage(trx, { ...row, author, alt, created })
      if (!isComplete) await enqueueJob(trx, imageJob, id, created)
      return id
    })
    jobs.wake()
    return id
  }

  async function replace(content: Buffer, find: (trx: Trx) => Promise<Image>): Promise<number> {
    const { row, isComplete } = await store(content)
    const former = await inTransaction(db, async (trx) => {
      const image = await find(trx)
      await updateImage(trx, image.id, { ...row, focus_x: centre.x, focus_y: centre.y })
      if (!isComplete) await enqueueJob(trx, imageJob, image.id, now())
      return image
    })
    // Browsers and caches have the former files under their own names, so nothing else can be shown by them.
    await files.remove(filesOf(former))
    jobs.wake()
    return former.id
  }

  return {
    add,
    replace,
    refresh: (trx, id) => enqueueJob(trx, imageJob, id, now()),
    removeFiles: (image) => files.remove(filesOf(image)),
    storage: files.storage,
    jobs,
  }
}
