import type { Message } from '../locales/fr.ts'
import { refuse, type Parameter } from '../resources/parameter.ts'
import { kind } from '../resources/parameter-types.ts'
import { hasForbiddenCharacter } from '../text/characters.ts'

/** A file from a multipart body. */
export interface UploadedFile {
  readonly filename: string
  /** As declared by the client, and not to be trusted. */
  readonly mimetype: string
  readonly content: Buffer
}

export const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && Buffer.isBuffer((value as Partial<UploadedFile>).content)

export const uploadedFile = (description: Message): Parameter<UploadedFile> =>
  kind({ type: 'string', format: 'binary', description }, (value) => {
    if (!isFile(value)) return refuse('rest_invalid_type', 'Must be a file, sent as multipart/form-data.')
    if (hasForbiddenCharacter(value.filename))
      return refuse('rest_invalid_character', 'The name of the file must not contain NUL.')
    return value
  })
