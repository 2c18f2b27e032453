import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import { byCodePoints } from '../store/sql/dialects/dialect.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { ValidationError } from '../errors.ts'
import { roles, type Role } from '../identity/roles.ts'
import { readUsername } from '../identity/usernames.ts'
import { removeUser, updateUser } from '../identity/user-store.ts'
import { formatMessage } from '../locales/index.ts'
import { email } from '../resources/parameter-types.ts'
import { toWall } from '../time/index.ts'
import { print, table, tellOperator } from './console.ts'
import { databaseSettings, renderingSettings, withSettings } from './settings.ts'
import { addPasswordCommands } from './user-passwords.ts'
import { readTexts } from './user-texts.ts'
import {
  addUser as add,
  inDatabase,
  inNewDatabase,
  recordByOperator,
  showOpened,
  userNamed,
  type Options,
} from './users.ts'

/** Parses a value with the rules of the service; invalid values are usage errors. */
const readBy =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof ValidationError)
        throw new InvalidArgumentError(formatMessage(error.sentence, 'en'))
      throw error
    }
  }

const newName = () => new Argument('<name>', 'username for signing in').argParser(readBy(readUsername))

const readEmail = (text: string) => email('E-mail address').read(text, undefined as never)

export function declare(user: Command): void {
  user.description('Manages the users of the service.')
  for (const command of [addAdd, addList, addRole, addPasswordCommands, addRemove]) command(user)
}

function addAdd(user: Command) {
  withSettings(user.command('add'), databaseSettings)
    .summary('create a user with an application password')
    .description('Creates a user with an application password, which is shown only once.')
    .addArgument(newName())
    .addOption(new Option('--role <role>', 'role of the user').choices(roles).makeOptionMandatory())
    .option('--name <name>', 'display name')
    .option('--email <address>', 'e-mail address', readBy(readEmail))
    .option('--label <label>', 'label of the password', 'first password')
    .option('--json', 'print username, password and token as JSON')
    .action((username: string, options: NewUserOptions, command: Command) => {
      const { role, email } = options
      const { name, label } = readTexts(command, options)
      return inNewDatabase(options, async (db) =>
        showOpened(await add(db, { username, role, name, email }, label), options),
      )
    })
}

interface NewUserOptions extends Options {
  readonly role: Role
  readonly label: string
  readonly name?: string
  readonly email?: string
  readonly json?: boolean
}

function addList(user: Command) {
  withSettings(user.command('list'), databaseSettings)
    .summary('list all users')
    .description('Lists all users.')
    .option('--json', 'print as JSON')
    .action((options: Options & { json?: boolean }) =>
      inDatabase(options, async (db) => {
        const users = (
          await db.selectFrom('users').selectAll().orderBy('username_key', byCodePoints(db)).execute()
        ).map(({ id, username, role, name, email, registered }) => ({
          id,
          username,
          role,
          name,
          email,
          registered_utc: toWall(registered, 'UTC'),
        }))
        if (options.json) return print(JSON.stringify(users, undefined, 2))
        const rows = users.map((one) => Object.values(one).map(String))
        print(table([['ID', 'USER', 'ROLE', 'NAME', 'E-MAIL', 'REGISTERED (UTC)'], ...rows]))
      }),
    )
}

function addRole(user: Command) {
  withSettings(user.command('role'), databaseSettings)
    .summary('change the role of a user')
    .description('Changes the role of a user; it applies from the next request of that user on.')
    .argument('<name>', 'the user')
    .addArgument(new Argument('<role>', 'the new role').choices(roles))
    .action((name: string, role: Role, options: Options) =>
      inDatabase(options, async (db) => {
        const { id, username } = await userNamed(db, name)
        await inTransaction(db, async (trx) => {
          await recordByOperator(trx, 'role-changed', await updateUser(trx, id, { role }))
        })
        tellOperator(`The role of ${username} is now ${role}.`)
      }),
    )
}

function addRemove(user: Command) {
  withSettings(user.command('remove'), [...databaseSettings, ...renderingSettings])
    .summary('remove a user')
    .description('Removes a user; entries the user owns must be transferred with --reassign.')
    .argument('<name>', 'the user')
    .option('--reassign <name>', 'user who receives the entries of the removed user')
    .action((name: string, options: { reassign?: string }) =>
      inDatabase(options, async (db) => {
        const { id, username } = await userNamed(db, name)
        const newOwner = options.reassign === undefined ? undefined : await userNamed(db, options.reassign)
        await inTransaction(db, async (trx) => {
          await recordByOperator(trx, 'user-deleted', await removeUser(trx, id, { reassign: newOwner?.id }))
        })
        tellOperator(`User ${username} removed.`)
      }),
    )
}
