import type { fr } from './fr.ts'
import { account } from './de/account.ts'
import { board } from './de/board.ts'
import { form } from './de/form.ts'
import { history } from './de/history.ts'
import { imports } from './de/imports.ts'
import { media } from './de/media.ts'
import { review } from './de/review.ts'
import { shell } from './de/shell.ts'
import { system } from './de/system.ts'
import { tables } from './de/tables.ts'
import { translations } from './de/translations.ts'
import { users } from './de/users.ts'

/** German texts keyed by the English ones, one file per room. */
export const de: Readonly<Record<keyof typeof fr, string>> = {
  ...shell,
  ...account,
  ...board,
  ...form,
  ...history,
  ...imports,
  ...media,
  ...review,
  ...system,
  ...tables,
  ...translations,
  ...users,
}
