import { buildApp } from '../src/app.ts'
import { readConfig, settings } from '../src/config.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { problemCodes } from '../src/errors/problem-codes.ts'
import type { Setting } from '../src/config/settings.ts'

/** Generates the reference files from the code. */

// Our own responses, whose schema is published; here they are only written to files.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** Fixed date for defaults that depend on the day, so that the files are reproducible. */
const day = Date.UTC(2027, 0, 1)

/** A fixed public URL, so that the files do not depend on where the service listens. */
const environment = { DATABASE_URL: 'sqlite::memory:', CALENDS_PUBLIC_URL: 'http://calendar.example.org' }

/** The responses of a service with default settings. */
async function ask(paths: readonly string[]): Promise<Json[]> {
  const config = readConfig({ environment, readFile: () => undefined })
  const database = openDatabase(config.databaseUrl)
  await migrate(database)
  const app = buildApp({ config, database, now: () => day })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const answers = await Promise.all(
    paths.map(async (path) => (await fetch(`${origin}${path}`)).json() as Promise<Json>),
  )
  await app.close()
  await database.close()
  return answers
}

const cell = (text: unknown) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
const inCode = (text: unknown) => (text === '' || text === undefined ? '' : `\`${cell(text)}\``)

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const page = (title: string, ...parts: readonly string[]) =>
  `${[`# ${title}`, 'Generated from the code by `npm run docs`; do not edit.', ...parts].join('\n\n')}\n`

const typeOf = ({ type, items }: Json) => (items ? `${type} of ${items.type}` : (type ?? 'any'))

const argumentRow = ([name, argument]: [string, Json]) => [
  inCode(name),
  typeOf(argument),
  argument.required ? 'yes' : '',
  'default' in argument ? inCode(argument.default) : '',
  cell(argument.description) + (argument.enum ? `: ${argument.enum.map(inCode).join(', ')}` : ''),
]

const endpointPart =
  (pattern: string) =>
  ({ methods, args }: Json) =>
    [
      `## ${methods.join(', ')} ${pattern}`,
      table(['Name', 'Type', 'Required', 'Default', 'Meaning'], Object.entries<Json>(args).map(argumentRow)),
    ].join('\n\n')

const patternOf = (route: string) =>
  route.replace('/cal/events/v1', '').replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}') || '/'

const parameters = ({ routes }: Json) =>
  page(
    'Parameters',
    'Below `/cal/events/v1`, with the settings that a new service has, on 1 January 2027.',
    ...Object.entries<Json>(routes).flatMap(([route, { endpoints }]) =>
      endpoints.map(endpointPart(patternOf(route))),
    ),
  )

const errors = () =>
  page(
    'Problems',
    'Every error response is `{"code", "message", "data": {"status", …}}`. Codes never change; messages may.',
    table(
      ['Code', 'Status', 'When'],
      problemCodes.map(({ code, statuses, when }) => [inCode(code), statuses.join(', '), cell(when)]),
    ),
  )

const settingsPage = () =>
  page(
    'Settings',
    'Flags take precedence over the environment, which takes precedence over the file `calends.conf`.',
    'Administrators may also change those marked with *yes* while the service runs, where none of these sets them.',
    table(
      ['Environment', 'Flag', 'Default', 'Changes while running', 'Meaning'],
      Object.values<Setting>(settings).map(({ name, flag, initial, sentence, expects, changeable }) => [
        inCode(name),
        inCode(`--${flag}`),
        inCode(initial),
        changeable === undefined ? '' : 'yes',
        `${cell(sentence)} Must be ${cell(expects)}.`,
      ]),
    ),
  )

/** The content of every reference file, by file name. */
export async function makeReference(): Promise<Readonly<Record<string, string>>> {
  const [document, discovery] = await ask(['/cal/events/v1/doc', '/cal/events/v1/'])
  return {
    'parameters.md': parameters(discovery),
    'errors.md': errors(),
    'settings.md': settingsPage(),
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  }
}
