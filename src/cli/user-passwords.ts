import type { Command } from 'commander'
import {
  listApplicationPasswords,
  removeApplicationPassword,
  type ApplicationPassword,
} from '../identity/application-passwords.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { toWall, type Instant } from '../time/index.ts'
import { print, table, tellOperator } from './console.ts'
import { CommandError } from './error-messages.ts'
import { configOf, databaseSettings, flagsAgain, linkSettings, sourcesOf, withSettings } from './settings.ts'
import { readTexts } from './user-texts.ts'
import {
  addPassword,
  addPasswordLink,
  inDatabase,
  recordByOperator,
  showOpened,
  userNamed,
  type Options,
} from './users.ts'

export function addPasswordCommands(user: Command): void {
  for (const command of [addCreate, addList, addRevoke, addLink]) command(user)
}

function addCreate(user: Command) {
  withSettings(user.command('password'), databaseSettings)
    .summary('create an additional application password')
    .description(
      'Creates an additional application password, which is shown only once; existing ones remain valid.',
    )
    .argument('<name>', 'the user')
    .option('--label <label>', 'label of the password', 'created by calends user password')
    .option('--json', 'print username, password and token as JSON')
    .action((name: string, options: Options & { label: string; json?: boolean }, command: Command) => {
      const { label } = readTexts(command, options)
      return inDatabase(options, async (db) => showOpened(await addPassword(db, name, label), options))
    })
}

const utc = (instant: Instant | null) => (instant === null ? '' : toWall(instant, 'UTC'))

const shown = ({ uuid, name, created, expires }: ApplicationPassword) => ({
  uuid,
  label: name,
  created_utc: utc(created),
  expires_utc: utc(expires),
})

function addList(user: Command) {
  withSettings(user.command('passwords'), databaseSettings)
    .summary('list the application passwords of a user')
    .description('Lists the application passwords of a user; the passwords themselves are not stored.')
    .argument('<name>', 'the user')
    .option('--json', 'print as JSON')
    .action((name: string, options: Options & { json?: boolean }) =>
      inDatabase(options, async (db) => {
        const { id } = await userNamed(db, name)
        const passwords = (await listApplicationPasswords(db, id)).map(shown)
        if (options.json) return print(JSON.stringify(passwords, undefined, 2))
        const rows = passwords.map((one) => Object.values(one))
        print(table([['UUID', 'LABEL', 'CREATED (UTC)', 'EXPIRES (UTC)'], ...rows]))
      }),
    )
}

function addRevoke(user: Command) {
  withSettings(user.command('revoke'), databaseSettings)
    .summary('revoke an application password')
    .description('Revokes an application password and its token; a running service rejects them at once.')
    .argument('<name>', 'the user')
    .argument('<password>', 'UUID or label of the password, as calends user passwords lists them')
    .action((name: string, wanted: string, options: Options) =>
      inDatabase(options, async (db) => {
        const user = await userNamed(db, name)
        const { id, username } = user
        const flags = flagsAgain(sourcesOf(options), databaseSettings)
        const listing = `calends user passwords ${username}${flags}`
        const known = await listApplicationPasswords(db, id)
        const { uuid, name: label } = findOnly(known, wanted, { username, listing })
        await inTransaction(db, async (trx) => {
          await removeApplicationPassword(trx, id, uuid)
          await recordByOperator(trx, 'application-password-deleted', user)
        })
        tellOperator(`The application password "${label}" (${uuid}) of ${username} is revoked.`)
      }),
    )
}

function addLink(user: Command) {
  withSettings(user.command('password-link'), linkSettings)
    .summary('print a link with which a user sets a password')
    .description(
      'Prints a link with which a user sets a password for signing in with a browser; it works once.',
    )
    .argument('<name>', 'the user')
    .action((name: string, options: Options) =>
      inDatabase(options, async (db) => {
        const { url, expires } = await addPasswordLink(db, name, configOf(options))
        tellOperator(`Link for ${name}, valid once, until ${toWall(expires, 'UTC')} UTC:`)
        print(url)
      }),
    )
}

/** Finds a password by UUID or label. Labels need not be unique; an ambiguous one is an error. */
function findOnly(
  passwords: readonly ApplicationPassword[],
  wanted: string,
  { username, listing }: { readonly username: string; readonly listing: string },
): ApplicationPassword {
  const named = passwords.filter(({ uuid, name }) => uuid === wanted.toLowerCase() || name === wanted)
  if (named.length > 1)
    throw new CommandError(
      `${username} has ${named.length} application passwords labelled "${wanted}"; give the UUID of one: ${named.map(({ uuid }) => uuid).join(', ')}.`,
    )
  if (named[0] !== undefined) return named[0]
  throw new CommandError(`${username} has no application password "${wanted}"; list them with:\n  ${listing}`)
}
