import { responseSchemas } from './de/response-schemas.ts'
import { changes } from './de/changes.ts'
import { document } from './de/document.ts'
import { imports } from './de/imports.ts'
import { mail } from './de/mail.ts'
import { operations } from './de/operations.ts'
import { referencePage } from './de/reference-page.ts'
import { pages } from './de/pages.ts'
import { parameters } from './de/parameters.ts'
import { problems } from './de/problems.ts'
import { recurrence } from './de/recurrence.ts'
import { adminApi } from './de/admin-api.ts'
import { settings } from './de/settings.ts'
import { values } from './de/values.ts'
import type { Message } from './fr.ts'

export const german: Readonly<Record<Message, string>> = {
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
}
