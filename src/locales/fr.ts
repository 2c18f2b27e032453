import { responseSchemas } from './fr/response-schemas.ts'
import { changes } from './fr/changes.ts'
import { document } from './fr/document.ts'
import { imports } from './fr/imports.ts'
import { mail } from './fr/mail.ts'
import { operations } from './fr/operations.ts'
import { referencePage } from './fr/reference-page.ts'
import { pages } from './fr/pages.ts'
import { parameters } from './fr/parameters.ts'
import { problems } from './fr/problems.ts'
import { recurrence } from './fr/recurrence.ts'
import { adminApi } from './fr/admin-api.ts'
import { settings } from './fr/settings.ts'
import { values } from './fr/values.ts'

/** The reference translation: its keys are all English messages. */
export const french = {
  ...problems,
  ...values,
  ...parameters,
  ...operations,
  ...responseSchemas,
  ...document,
  ...referencePage,
  ...pages,
  ...recurrence,
  ...adminApi,
  ...changes,
  ...imports,
  ...settings,
  ...mail,
} as const

/** An English text that exists in every language. */
export type Message = keyof typeof french
