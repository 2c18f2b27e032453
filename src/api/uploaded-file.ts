import { message } from '../locales/sentence.ts'
import type { Message } from '../locales/fr.ts'
import { refuse, type Parameter } from '../resources/parameter.ts'
import { kind } from '../resources/parameter-types.ts'

/** A file of a multipart body, as operations see it. */
export interface UploadedFile {
  readonly filename: string
  /** What the sender says it is; not to be relied on. */
  readonly mimetype: string
  readonly content: Buffer
}

export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && Buffer.isBuffer((value as Partial<UploadedFile>).content)

export const uploadedFile = (description: Message): Parameter<UploadedFile> =>
  kind({ type: 'string', format: 'binary', description }, (value) =>
    isFile(value)
      ? value
      : refuse('rest_invalid_type', message('Must be a file, sent as multipart/form-data.')),
  )
