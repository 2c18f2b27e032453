import type { Command } from 'commander'
import { passwordFields, userFields } from '../api/users/parameters.ts'
import { siteOf } from '../api/site.ts'
import { formatMessage } from '../locales/index.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import { readParameters } from '../resources/parameter.ts'
import { now } from './clock-and-random.ts'
import { configOf } from './settings.ts'
import type { Options } from './users.ts'

const texts = { name: userFields.name, label: passwordFields.name }

/** The display name and the label of a password, by the rules of the API; invalid ones are usage errors. */
export function readTexts(
  command: Command,
  options: Options & { readonly name?: string; readonly label: string },
): { readonly name?: string | null; readonly label: string } {
  const { name, label } = options
  const { values, missing, errors } = readParameters(texts, { name, label }, siteOf(configOf(options), now()))
  const refuse = (option: string, sentence: LocalizableMessage) =>
    command.error(`error: --${option}: ${formatMessage(sentence, 'en')}`)
  for (const option of missing) refuse(option, message('Must not be empty.'))
  for (const [option, { sentence }] of errors) refuse(option, sentence)
  return { ...values, label: values.label! }
}
