import { randomUUID } from 'node:crypto'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolders } from '../../store/private-files.ts'
import type { MediaStorage } from './storage.ts'

/** Stores images in a local folder. */

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

const unfinished = '.unfinished-'

/** Whether the file is an incomplete one that a crash has left behind. */
export const isUnfinished = (name: string): boolean => name.startsWith(unfinished)

async function write(path: string, content: Buffer) {
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A renamed file survives a power failure only after its folder is flushed too. */
async function syncFolder(folder: string) {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

export function createFolderStorage(folder: string): MediaStorage {
  return {
    async put(name, content) {
      createFolders(folder, 0o750)
      const path = join(folder, `${unfinished}${randomUUID()}`)
      try {
        await write(path, content)
        await rename(path, join(folder, name))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    async open(name, part) {
      const file = await ifThere(open(join(folder, name), 'r'))
      if (file === undefined) return undefined
      if (part === undefined) return { size: (await file.stat()).size, stream: file.createReadStream() }
      const { first: start, last: end } = part
      return { size: end - start + 1, stream: file.createReadStream({ start, end }) }
    },
    find: (name) => ifThere(stat(join(folder, name))),
    remove: (name) => rm(join(folder, name), { force: true }),
    async *list() {
      const directory = await ifThere(opendir(folder))
      if (directory === undefined) return
      for await (const { name } of directory) {
        const found = await ifThere(stat(join(folder, name)))
        if (found?.isFile()) yield { name, size: found.size, modified: found.mtimeMs }
      }
    },
  }
}
