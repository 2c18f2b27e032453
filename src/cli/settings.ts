import { Option, type Command } from 'commander'
import {
  fileSetting,
  keys,
  processSources,
  readConfig,
  settings,
  withoutPassword,
  type Config,
  type Sources,
} from '../config.ts'

/** Command-line flags, derived from the settings. */

type Key = keyof Config
type SettingFlags = NonNullable<Sources['flags']>

function helpText(key: Key): string {
  const { sentence, initial, name } = settings[key]
  const shown = initial === undefined || initial === '' ? 'none' : initial.replace('{dataDir}', 'DATA-DIR')
  return `${sentence} (default: ${shown}; ${name})`
}

export function withSettings(command: Command, wanted: readonly Key[] = keys): Command {
  for (const key of wanted)
    command.addOption(new Option(`--${settings[key].flag} <value>`, helpText(key)).helpGroup('Settings:'))
  return command.addOption(
    new Option(
      '--config <file>',
      'Configuration file with lines NAME=value (default: calends.conf; CALENDS_CONFIG)',
    ).helpGroup('Settings:'),
  )
}

/** Settings of commands that only touch the database. */
export const databaseSettings: readonly Key[] = ['dataDir', 'databaseUrl']

/** Settings of the command that prints a link to the service. */
export const linkSettings: readonly Key[] = [...databaseSettings, 'publicUrl', 'prefix', 'host', 'port']

/** Settings of commands that render events as the service does. */
export const renderingSettings: readonly Key[] = ['timezone', 'languages', 'currency', 'prefix']

/** Settings of commands that need the files of images too. */
export const imageSettings: readonly Key[] = ['s3Bucket', 's3Region', 's3AccessKey', 's3SecretKey']

const optionName = (key: Key) =>
  settings[key].flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The sources of the settings, from the parsed command line. */
export function sourcesOf(options: Readonly<Record<string, unknown>>): Sources {
  const given = keys.map((key) => [key, options[optionName(key)]])
  return processSources(Object.fromEntries([...given, ['config', options.config]]) as SettingFlags)
}

export const configOf = (options: Readonly<Record<string, unknown>>): Config => readConfig(sourcesOf(options))

/** As a shell reads it back. */
const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** What is shown of a flag, because messages may end up in a log. */
const shownText = (key: Key, text: string) =>
  key === 'databaseUrl' ? withoutPassword(text) : settings[key].secret ? '***' : text

/**
 * The flags of this command that another one understands too, to be put behind its name: without them it would look for
 * another database, or lead to another address. The configuration file is among them wherever it was named, because a
 * service manager has set an environment that the shell of the operator does not have.
 */
export function flagsAgain({ flags = {}, environment }: Sources, wanted: readonly Key[]): string {
  const given = wanted.flatMap((key) => {
    const text = flags[key]?.trim()
    return text ? [` --${settings[key].flag} ${quoted(shownText(key, text))}`] : []
  })
  const config = flags.config ?? environment[fileSetting]
  return [...given, ...(config ? [` --config ${quoted(config)}`] : [])].join('')
}
