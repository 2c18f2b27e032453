import { createHash, type randomBytes } from 'node:crypto'
import { HttpProblem, unavailable } from '../errors.ts'
import { webpOf, type Focus, type Image, type SizeName, type StoredSize } from '../resources/images.ts'
import type { Encoded, Picture, Size } from './picture.ts'
import type { MediaStorage } from './storage/index.ts'

/**
 * Stores the files of images, under names that no other content has. Each picture of an image has files of its own, even if
 * the same picture is sent again, because those of the former one are removed.
 */

/** Receives errors that are not thrown to anybody, and the object that they concern. */
export type OnError = (error: unknown, what: string) => void

type PictureColumns = Pick<
  Image,
  'name' | 'file' | 'filesize' | 'width' | 'height' | 'extension' | 'placeholder'
>

type StoredPicture = Pick<Image, 'name' | 'file'>

export interface MediaFiles {
  /** Stores the full image and returns the columns of its row. */
  putPicture(name: string, picture: Picture): Promise<PictureColumns>
  putSize(picture: StoredPicture, use: SizeName, size: Size, focus: Focus): Promise<StoredSize>
  read(file: string): Promise<Buffer>
  /** Ignores errors, because `calends check` finds the remaining files. */
  remove(files: readonly string[]): Promise<void>
  /**
   * Runs work that stores files and then refers to them. If it is refused or the storage fails, the files that it has stored
   * are removed. They stay if the database fails, because it may have committed nevertheless.
   */
  allOrNothing<T>(work: (files: MediaFiles) => Promise<T>): Promise<T>
  readonly storage: MediaStorage
}

/** Reports errors of the storage and makes them `unavailable`, because they are usually temporary. */
function reportingStorage(storage: MediaStorage, onError: OnError): MediaStorage {
  const reported = async <T>(work: Promise<T>, name: string): Promise<T> =>
    work.catch((error: unknown) => {
      onError(error, `the file ${name}`)
      throw unavailable()
    })
  return {
    put: (name, content) => reported(storage.put(name, content), name),
    open: (name, part) => reported(storage.open(name, part), name),
    find: (name) => reported(storage.find(name), name),
    remove: (name) => reported(storage.remove(name), name),
    list: () => storage.list(),
  }
}

/** Depends on the picture and on the content, so that a job that is run again writes the same file. */
const digestOf = ({ file }: StoredPicture, { content }: Encoded) =>
  createHash('sha256').update(file!).update(content).digest('hex').slice(0, 16)

export const createMediaFiles = (
  storage: MediaStorage,
  random: typeof randomBytes,
  onError: OnError,
): MediaFiles => filesIn(reportingStorage(storage, onError), random)

function filesIn(storage: MediaStorage, random: typeof randomBytes): MediaFiles {
  async function put(start: string, { content, extension }: Encoded) {
    const file = `${start}.${extension}`
    await storage.put(file, content)
    return { file, filesize: content.length }
  }

  const files: MediaFiles = {
    storage,
    async putPicture(name, { whole, placeholder }) {
      const { width, height, extension } = whole
      return {
        name,
        width,
        height,
        extension,
        placeholder,
        ...(await put(`${name}-full-${random(8).toString('hex')}`, whole)),
      }
    },
    async putSize(picture, use, { main, webp }, focus) {
      const stored = await put(`${picture.name}-${use}-${digestOf(picture, main)}`, main)
      const webpFile = webpOf(stored.file)
      await storage.put(webpFile, webp.content)
      return {
        ...stored,
        width: main.width,
        height: main.height,
        'mime-type': main.extension === 'jpg' ? 'image/jpeg' : 'image/png',
        webp: { file: webpFile, filesize: webp.content.length },
        ...(use === 'thumbnail' ? { focus } : {}),
      }
    },
    async read(name) {
      const file = await storage.open(name)
      if (file === undefined) throw new Error(`the file ${name} is missing`)
      return Buffer.concat(await file.stream.toArray())
    },
    async remove(files) {
      await Promise.allSettled(files.map((file) => storage.remove(file)))
    },
    async allOrNothing(work) {
      const written: string[] = []
      const put: MediaStorage['put'] = (name, content) => {
        written.push(name)
        return storage.put(name, content)
      }
      try {
        return await work(filesIn({ ...storage, put }, random))
      } catch (error) {
        if (error instanceof HttpProblem) await files.remove(written)
        throw error
      }
    },
  }
  return files
}
