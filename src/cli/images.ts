import { dirname, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Config } from '../config.ts'
import { copyFiles } from '../media/copy.ts'
import { createFolderStorage } from '../media/storage/folder.ts'
import { createMediaStorage, type MediaStorage } from '../media/storage/index.ts'
import type { Db } from '../store/sql/db.ts'
import { tellOperator } from './console.ts'
import { CommandError, reasonFor } from './error-messages.ts'

/** Copies of image files, which accompany backups and exports. */

export interface ImageOptions {
  /** A folder; false with `--no-images`. */
  readonly images?: string | false
}

export const withImages = (command: Command, description: string): Command =>
  command
    .addOption(new Option('--images <folder>', `${description} (default: media, beside the file)`))
    .option('--no-images', 'leave images alone')

/** Returns undefined with `--no-images`. */
export const imageFolderOf = ({ images }: ImageOptions, file: string): string | undefined =>
  images === false ? undefined : resolve(images ?? join(dirname(file), 'media'))

/** What the operator is told about an error of the storage. */
export const imageProblem = (what: string, error: unknown): string =>
  `Images could not be ${what}: ${reasonFor(error) ?? (error as Error).message}.`

async function copyOrExplain(db: Db, from: MediaStorage, to: MediaStorage) {
  try {
    return await copyFiles(db, from, to)
  } catch (error) {
    throw new CommandError(imageProblem('copied', error), { cause: error })
  }
}

export async function saveImages(db: Db, config: Config, folder: string): Promise<void> {
  const { copied, missing } = await copyOrExplain(db, createMediaStorage(config), createFolderStorage(folder))
  if (copied > 0) tellOperator(`Images copied: ${copied} new files in ${folder}.`)
  if (missing > 0) throw new CommandError(`${missing} files of images are missing; calends check says which.`)
}

export async function restoreImages(db: Db, config: Config, folder: string): Promise<void> {
  const { copied, missing } = await copyOrExplain(db, createFolderStorage(folder), createMediaStorage(config))
  if (copied > 0) tellOperator(`Images restored: ${copied} files.`)
  if (missing > 0)
    throw new CommandError(
      `${missing} files of images are not in ${folder}, or not whole; calends check says which.`,
    )
}
