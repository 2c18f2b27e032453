import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import type { Db } from '../store/sql/db.ts'
import { inTransaction } from '../store/sql/write-queue.ts'
import { Invalid } from '../errors.ts'
import { roles, type Role } from '../identity/roles.ts'
import { readUsername } from '../identity/usernames.ts'
import { removeUser } from '../identity/users.ts'
import { tell } from '../locales/index.ts'
import { email } from '../resources/vocabulary.ts'
import { toWall } from '../time/index.ts'
import { print, table, tellOperator } from './console.ts'
import { withCurrentDatabase } from './database.ts'
import { configOf, databaseSettings, withSettings } from './settings.ts'
import { addPassword, addUser as add, userNamed, type Opened } from './users.ts'

type Options = Readonly<Record<string, unknown>>

/** A value that is read as the service reads it; what it refuses is a wrong call. */
const readBy =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof Invalid) throw new InvalidArgumentError(tell(error.sentence, 'en'))
      throw error
    }
  }

const newName = () => new Argument('<name>', 'the name to sign in with').argParser(readBy(readUsername))

const readEmail = (text: string) => email('E-mail address').read(text, undefined as never)

const inDatabase = (options: Options, work: (db: Db) => Promise<void>) =>
  withCurrentDatabase(configOf(options), ({ db }) => work(db))

/** The password alone goes to standard output, so that a script can take it from there. */
function show(opened: Opened, { json }: { json?: boolean }) {
  if (json) return print(JSON.stringify(opened, undefined, 2))
  tellOperator(`The application password of ${opened.username}, shown this once:`)
  print(opened.password)
}

export function addUser(program: Command): void {
  const user = program
    .command('user')
    .summary('add, list and remove users')
    .description('Users of the service.')
  for (const command of [addAdd, addList, addPasswordCommand, addRemove]) command(user)
}

function addAdd(user: Command) {
  withSettings(user.command('add'), databaseSettings)
    .description('Makes a user with an application password, which is printed this once.')
    .addArgument(newName())
    .addOption(new Option('--role <role>', 'what the user may do').choices(roles).makeOptionMandatory())
    .option('--name <name>', 'the name to show')
    .option('--email <address>', 'where to write to', readBy(readEmail))
    .option('--label <label>', 'what the password is for', 'first password')
    .option('--json', 'user name, password and token as JSON')
    .action((username: string, options: NewUserOptions) =>
      inDatabase(options, async (db) => {
        const { role, name, email, label } = options
        show(await add(db, { username, role, name, email }, label), options)
      }),
    )
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
    .description('Lists all users.')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) =>
      inDatabase(options, async (db) => {
        const users = (await db.selectFrom('users').selectAll().orderBy('username_key').execute()).map(
          ({ id, username, role, name, email, registered }) => ({
            id,
            username,
            role,
            name,
            email,
            registered_utc: toWall(registered, 'UTC'),
          }),
        )
        if (options.json) return print(JSON.stringify(users, undefined, 2))
        const rows = users.map((one) => Object.values(one).map(String))
        print(table([['ID', 'USER', 'ROLE', 'NAME', 'E-MAIL', 'REGISTERED (UTC)'], ...rows]))
      }),
    )
}

function addPasswordCommand(user: Command) {
  withSettings(user.command('password'), databaseSettings)
    .description('Makes a new application password, which is printed this once; older ones stay.')
    .argument('<name>', 'the user')
    .option('--label <label>', 'what the password is for', 'made by calends user password')
    .option('--json', 'user name, password and token as JSON')
    .action((name: string, options: { label: string; json?: boolean }) =>
      inDatabase(options, async (db) => show(await addPassword(db, name, options.label), options)),
    )
}

function addRemove(user: Command) {
  withSettings(user.command('remove'), databaseSettings)
    .description('Removes a user; what they wrote has to be handed over.')
    .argument('<name>', 'the user')
    .option('--reassign <name>', 'who takes over what the user wrote')
    .action((name: string, options: { reassign?: string }) =>
      inDatabase(options, async (db) => {
        const { id, username } = await userNamed(db, name)
        const heir = options.reassign === undefined ? undefined : await userNamed(db, options.reassign)
        await inTransaction(db, (trx) => removeUser(trx, id, { reassign: heir?.id }))
        tellOperator(`${username} is removed.`)
      }),
    )
}
