import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Config } from '../config.ts'
import { copyFiles } from '../media/copy.ts'
import { createFolderStorage } from '../media/storage/folder.ts'
import { createMediaStorage, type MediaStorage } from '../media/storage/index.ts'
import type { Db } from '../store/sql/db.ts'
import { tellOperator } from './console.ts'
import { CommandError, reasonOrMessage } from './error-messages.ts'

/** Copies of image files, which accompany backups and exports. */

export interface ImageOptions {
  /** A folder; false with `--no-images`. */
  readonly images?: string | false
}

export const withImages = (command: Command, description: string): Command =>
  command
    .addOption(new Option('--images <directory>', `${description} (default: media, next to the file)`))
    .option('--no-images', 'do not copy images')

/** Returns undefined with `--no-images`. */
export const imageFolderOf = ({ images }: ImageOptions, file: string): string | undefined =>
  images === false ? undefined : resolve(images ?? join(dirname(file), 'media'))

/** What the operator is told about an error of the storage. */
export const imageProblem = (what: string, error: unknown): string =>
  `Images could not be ${what}: ${reasonOrMessage(error)}.`

async function copyOrExplain(db: Db, from: MediaStorage, to: MediaStorage) {
  try {
    return await copyFiles(db, from, to)
  } catch (error) {
    throw new CommandError(imageProblem('copied', error), { cause: error })
  }
}

/** Throws what the operator is told about files that were not copied; `lost` says how those are that are missing. */
function requireWhole(missing: number, interrupted: readonly string[], lost: string): void {
  interrupted.forEach((file) => tellOperator(`The file ${file} could not be read to its end.`))
  const problems = [
    ...(interrupted.length > 0
      ? [`${interrupted.length} files of images could not be read and were not copied.`]
      : []),
    ...(missing > 0 ? [`${missing} files of images are ${lost}; calends check says which.`] : []),
  ]
  if (problems.length > 0) throw new CommandError(problems.join('\n'))
}

export async function saveImages(db: Db, config: Config, folder: string): Promise<void> {
  const [from, to] = [createMediaStorage(config), createFolderStorage(folder)]
  const { copied, missing, interrupted } = await copyOrExplain(db, from, to)
  if (copied > 0) tellOperator(`Images copied: ${copied} new files in ${folder}.`)
  requireWhole(missing, interrupted, 'missing')
}

export async function restoreImages(db: Db, config: Config, folder: string): Promise<void> {
  const [from, to] = [createFolderStorage(folder), createMediaStorage(config)]
  const { copied, missing, interrupted } = await copyOrExplain(db, from, to)
  if (copied > 0) tellOperator(`Images restored: ${copied} files.`)
  requireWhole(missing, interrupted, `not in ${folder}, or not whole`)
}
