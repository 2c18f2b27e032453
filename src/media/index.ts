import { createHash, type randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { unavailable, ValidationError } from '../errors.ts'
import { OutgoingRefused, type Outgoing } from '../outgoing/index.ts'
import {
  filesOf,
  focusOf,
  sizesOf,
  type Focus,
  type Image,
  type SizeName,
  type StoredSize,
  type StoredSizes,
} from '../resources/images.ts'
import { createJobRunner, enqueueJob, type JobRunner } from '../store/jobs.ts'
import type { Db } from '../store/sql/db.ts'
import { findImage, imageJob, insertImage, updateImage } from '../store/sql/images.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'
import { Gate } from './gate.ts'
import { makeSize, neededSizes, readPicture, type Encoded, type Picture } from './picture.ts'
import type { MediaStorage } from './storage/index.ts'

/**
 * Stored images: a picture is encoded anew and stored with its small sizes while the sender waits; the large one, and
 * pictures that are fetched from elsewhere, follow in jobs. Files are stored before the row that names them is
 * committed, so that a crash leaves files without a row at worst, which `calends check` finds.
 */

export interface MediaOptions {
  readonly db: Db
  readonly storage: MediaStorage
  readonly settings: Pick<Config, 'maxUpload'>
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  readonly now: () => Instant
  readonly random: typeof randomBytes
  readonly onError: (error: unknown, what: string) => void
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
  /** Makes anew what the focus shows in; to be called in the transaction that changes it. */
  refresh(trx: Trx, id: number): Promise<unknown>
  /** Removes the files of an image whose row is gone. */
  removeFiles(image: Image): Promise<void>
  readonly storage: MediaStorage
  readonly jobs: Pick<JobRunner, 'start' | 'wake' | 'stop'>
}

/** Pictures that are decoded at once, and uploads that wait for that. */
const [decodedAtOnce, mostWaiting] = [2, 16]

type Row = Partial<Image> & Pick<Image, 'name' | 'file' | 'extension'>

const letters = 'abcdefghijklmnopqrstuvwxyz012345'

/** 80 random bits, so that nobody guesses the address of a picture that is not shown yet. */
const randomName = (random: typeof randomBytes) =>
  [...random(16)].map((byte) => letters[byte % letters.length]).join('')

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex').slice(0, 16)

const sameFocus = (one: Focus | undefined, other: Focus) => one?.x === other.x && one.y === other.y

/** The sizes that are missing, or were cropped around another focus. */
const missingSizes = (image: Image): SizeName[] =>
  image.width === null || image.height === null
    ? []
    : neededSizes({ width: image.width, height: image.height }).filter((name) => {
        const size = sizesOf(image)[name]
        return size === undefined || (name === 'thumbnail' && !sameFocus(size.focus, focusOf(image)))
      })

async function contentOf(storage: MediaStorage, name: string): Promise<Buffer> {
  const file = await storage.open(name)
  if (file === undefined) throw new Error(`the file ${name} is missing`)
  return Buffer.concat(await file.stream.toArray())
}

/** A storage that cannot be used just now is no fault of ours, and may pass. */
function reportingStorage(storage: MediaStorage, onError: MediaOptions['onError']): MediaStorage {
  const reported = async <T>(work: Promise<T>, name: string): Promise<T> =>
    work.catch((error: unknown) => {
      onError(error, `the file ${name}`)
      throw unavailable()
    })
  return {
    put: (name, content) => reported(storage.put(name, content), name),
    open: (name) => reported(storage.open(name), name),
    remove: (name) => reported(storage.remove(name), name),
    list: () => storage.list(),
  }
}

export function createMedia(options: MediaOptions): Media {
  const { db, settings, outgoing, now, random, onError } = options
  const storage = reportingStorage(options.storage, onError)
  const gate = new Gate(decodedAtOnce, mostWaiting)
  const jobs = createJobRunner({
    db,
    now,
    handlers: { [imageJob]: bringUpToDate },
    onError: (error, { target }) => onError(error, `image ${target}`),
  })

  async function put(name: string, use: string, { content, extension }: Encoded) {
    const file = `${name}-${use}-${digest(content)}.${extension}`
    await storage.put(file, content)
    return { file, filesize: content.length }
  }

  async function putSize(name: string, whole: Encoded, size: SizeName, focus: Focus): Promise<StoredSize> {
    const { main, webp } = await makeSize(whole, size, focus)
    return {
      ...(await put(name, size, main)),
      width: main.width,
      height: main.height,
      'mime-type': main.extension === 'jpg' ? 'image/jpeg' : 'image/png',
      webp: await put(name, size, webp),
      ...(size === 'thumbnail' ? { focus } : {}),
    }
  }

  /** Stores the whole picture, and returns what its row says. */
  async function putPicture({ whole, placeholder }: Picture, name: string): Promise<Row> {
    const { file, filesize } = await put(name, 'full', whole)
    const { width, height, extension } = whole
    return { name, file, filesize, width, height, extension, placeholder }
  }

  /** What cannot be removed is left to `calends check`. */
  const remove = (files: readonly string[]) => Promise.allSettled(files.map((file) => storage.remove(file)))

  async function add({ content, author, alt }: Upload): Promise<number> {
    const created = now()
    const name = randomName(random)
    const focus = { x: 0.5, y: 0.5 }
    const { row, isComplete } = await gate.pass(async () => {
      const picture = await readPicture(content)
      const needed = neededSizes(picture.whole)
      const sizes: Partial<Record<SizeName, StoredSize>> = {}
      for (const size of needed.filter((one) => one !== 'large'))
        sizes[size] = await putSize(name, picture.whole, size, focus)
      const row = { ...(await putPicture(picture, name)), sizes: JSON.stringify(sizes) }
      return { row, isComplete: !needed.includes('large') }
    })
    const id = await inTransaction(db, async (trx) => {
      const id = await insertImage(trx, { ...row, url: '', author, alt, created })
      if (!isComplete) await enqueueJob(trx, imageJob, id, created)
      return id
    })
    jobs.wake()
    return id
  }

  /** Adds what was made to the row as it is now; if it is gone, so are the files. */
  async function record(id: number, made: StoredSizes, changes: Partial<Image> = {}) {
    const replaced = await inTransaction(db, async (trx) => {
      const image = await findImage(trx, id)
      if (image === undefined) return undefined
      const sizes = { ...sizesOf(image), ...made }
      await updateImage(trx, id, { ...changes, sizes: JSON.stringify(sizes) })
      const kept = filesOf({ file: changes.file ?? image.file, sizes: JSON.stringify(sizes) })
      return filesOf(image).filter((file) => !kept.includes(file))
    })
    const orphans = filesOf({ file: changes.file ?? null, sizes: JSON.stringify(made) })
    await remove(replaced ?? orphans)
  }

  async function fetchPicture(image: Image, signal: AbortSignal): Promise<void> {
    const { body } = await outgoing!(image.url, {
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
      types: /^(?:image\/|application\/octet-stream)/,
      maxBytes: settings.maxUpload,
      signal,
    })
    const row = await gate.passPatiently(async () => putPicture(await readPicture(body), randomName(random)))
    await record(image.id, {}, row)
  }

  async function makeSizes(image: Image) {
    const whole = {
      content: await contentOf(storage, image.file!),
      width: image.width!,
      height: image.height!,
      extension: image.extension as Encoded['extension'],
    }
    for (const size of missingSizes(image)) {
      const made = await gate.passPatiently(() => putSize(image.name!, whole, size, focusOf(image)))
      await record(image.id, { [size]: made })
    }
  }

  /** What is no image, or must not be fetched, stays a link. */
  async function bringUpToDate(id: number, signal: AbortSignal): Promise<void> {
    const image = await findImage(db, id)
    if (image === undefined) return
    if (image.file !== null) return missingSizes(image).length > 0 ? makeSizes(image) : undefined
    if (outgoing === undefined) return
    try {
      await fetchPicture(image, signal)
    } catch (error) {
      if (error instanceof ValidationError || error instanceof OutgoingRefused)
        return onError(error, `image ${id}`)
      throw error
    }
    return bringUpToDate(id, signal)
  }

  return {
    add,
    refresh: (trx, id) => enqueueJob(trx, imageJob, id, now()),
    async removeFiles(image) {
      await remove(filesOf(image))
    },
    storage,
    jobs,
  }
}
