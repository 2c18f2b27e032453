import type { Words } from '../../locales/index.ts'
import { ServiceError } from '../../service/errors.ts'

interface NotUploaded {
  readonly sentence: string
  /** Nobody has refused the file, so it is worth another try. */
  readonly isLost: boolean
}

/** Why a file was not uploaded. */
export const notUploaded = (t: Words, error: unknown): NotUploaded =>
  error instanceof ServiceError
    ? { sentence: error.reason, isLost: false }
    : { sentence: t('The service did not respond.'), isLost: true }
