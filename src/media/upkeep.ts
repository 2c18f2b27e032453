import { ValidationError } from '../errors.ts'
import { OutgoingRefused, type Outgoing } from '../outgoing/index.ts'
import {
  filesOf,
  focusOf,
  sizesOf,
  type Image,
  type SizeName,
  type StoredSizes,
} from '../resources/images.ts'
import { enqueueJob } from '../store/jobs.ts'
import type { Db } from '../store/sql/db.ts'
import { deferFetches, fetchJob, findImage, imageJob, updateImage } from '../store/sql/images.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import type { Instant } from '../time/index.ts'
import type { MediaFiles, OnError } from './files.ts'
import type { Gate } from '../gate.ts'
import { makeSize, neededSizes, readPicture, type Encoded } from './picture.ts'

/** Completes the files of an image: fetches linked pictures and makes missing sizes. */

interface UpkeepOptions {
  readonly db: Db
  readonly files: MediaFiles
  readonly gate: Gate
  /** Undefined if the service makes no requests of its own. */
  readonly outgoing: Outgoing | undefined
  /** In bytes. */
  readonly maxUpload: number
  readonly newName: () => string
  readonly now: () => Instant
  readonly onError: OnError
}

/** A thumbnail that was cropped around another focus counts as missing. */
export function missingSizes(image: Image): SizeName[] {
  const { width, height } = image
  if (width === null || height === null) return []
  const sizes = sizesOf(image)
  const isCropped = sizes.thumbnail?.focus?.x === image.focus_x && sizes.thumbnail.focus.y === image.focus_y
  return neededSizes({ width, height }).filter(
    (name) => sizes[name] === undefined || (name === 'thumbnail' && !isCropped),
  )
}

/**
 * Stores what was made of an image and removes the files that it replaces. Stores nothing if the row was deleted or has
 * another file by now, because whoever replaced the picture meant the new one to stay; then the new files are removed.
 * Returns whether it was stored.
 */
async function record(
  { db, files, now }: UpkeepOptions,
  { id, file }: Image,
  newSizes: StoredSizes,
  changes: Partial<Image> = {},
): Promise<boolean> {
  const { isStored, superfluous } = await inTransaction(db, async (trx) => {
    const image = await findImage(trx, id)
    if (image === undefined || image.file !== file) {
      const written = filesOf({ file: changes.file ?? null, sizes: JSON.stringify(newSizes) })
      return { isStored: false, superfluous: written }
    }
    const sizes = JSON.stringify({ ...sizesOf(image), ...newSizes })
    await updateImage(trx, id, { ...changes, sizes })
    // A picture that was fetched has no sizes yet.
    if (changes.file !== undefined) await enqueueJob(trx, imageJob, id, now())
    const remaining = filesOf({ file: changes.file ?? image.file, sizes })
    return { isStored: true, superfluous: filesOf(image).filter((file) => !remaining.includes(file)) }
  })
  await files.remove(superfluous)
  return isStored
}

async function download(
  options: UpkeepOptions,
  outgoing: Outgoing,
  image: Image,
  signal: AbortSignal,
): Promise<void> {
  const { files, gate, maxUpload, newName } = options
  const { body } = await outgoing(image.url, {
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
    // Stores that know no media types send none or a general one; the content decides.
    types: /^(?:image\/|(?:application|binary)\/octet-stream|$)/i,
    maxBytes: maxUpload,
    signal,
  })
  const picture = await gate.passPatiently(() => readPicture(body))
  await record(options, image, {}, await files.putPicture(newName(), picture))
}

async function makeSizes(options: UpkeepOptions, image: Image): Promise<void> {
  const { files, gate } = options
  const missing = missingSizes(image)
  if (missing.length === 0) return
  const focus = focusOf(image)
  const whole: Encoded = {
    content: await files.read(image.file!),
    width: image.width!,
    height: image.height!,
    extension: image.extension as Encoded['extension'],
  }
  for (const name of missing) {
    const size = await gate.passPatiently(() => makeSize(whole, name, focus))
    const stored = await files.putSize(image, name, size, focus)
    if (!(await record(options, image, { [name]: stored }))) return
  }
}

/** Milliseconds after which a site has to wait with its other images until those of others are fetched. */
const slowMs = 2_000

/** A URL that is not an image or must not be fetched remains a link. */
async function fetchPicture(options: UpkeepOptions, id: number, signal: AbortSignal): Promise<void> {
  const { db, outgoing, now } = options
  const image = await findImage(db, id)
  // The setting may have changed since the job was stored.
  if (image === undefined || image.file !== null || outgoing === undefined) return
  const begun = performance.now()
  try {
    await download(options, outgoing, image, signal)
  } catch (error) {
    if (!(error instanceof ValidationError || error instanceof OutgoingRefused)) throw error
    options.onError(error, `image ${id}`)
  } finally {
    if (performance.now() - begun > slowMs) await deferFetches(db, new URL(image.url).origin, now())
  }
}

/** Links are left to a job of another kind, because a site that does not answer would delay the sizes of every upload. */
async function bringUpToDate(options: UpkeepOptions, id: number): Promise<void> {
  const { db, outgoing, now } = options
  const image = await findImage(db, id)
  if (image === undefined) return
  if (image.file !== null) await makeSizes(options, image)
  else if (outgoing !== undefined)
    await db.writes.withoutVersionChange((trx) => enqueueJob(trx, fetchJob, id, now()))
}

interface Upkeep {
  bringUpToDate(id: number): Promise<void>
  fetchPicture(id: number, signal: AbortSignal): Promise<void>
}

export const createUpkeep = (options: UpkeepOptions): Upkeep => ({
  bringUpToDate: (id) => bringUpToDate(options, id),
  fetchPicture: (id, signal) => fetchPicture(options, id, signal),
})
