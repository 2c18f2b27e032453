import { account } from './fr/account.ts'
import { board } from './fr/board.ts'
import { form } from './fr/form.ts'
import { history } from './fr/history.ts'
import { imports } from './fr/imports.ts'
import { media } from './fr/media.ts'
import { review } from './fr/review.ts'
import { shell } from './fr/shell.ts'
import { system } from './fr/system.ts'
import { tables } from './fr/tables.ts'
import { translations } from './fr/translations.ts'
import { users } from './fr/users.ts'

/** French texts keyed by the English ones, one file per room. */
export const fr = {
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
