import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command } from 'commander'
import { documents } from '../../test/documents.ts'
import { commandNames, makeProgram } from './program.ts'

/** Every command and option is in the hand-written documents; settings are in the generated reference. */

const texts = documents.map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

/** The paragraphs and code blocks that mention the command. */
const passagesOn = (command: string) =>
  texts
    .flatMap((text) => text.split(/\n(?=#{1,4} )/))
    .filter((section) => new RegExp(`\\b${command}\\b`).test(section))
    .join('\n')

interface Called {
  readonly name: string
  readonly command: Command
}

const callable = (command: Command, name: string): Called[] =>
  command.commands.length === 0
    ? [{ name, command }]
    : command.commands.flatMap((one) => callable(one, `${name} ${one.name()}`))

/** The options of a command, without those for settings, which the reference documents. */
const ownOptions = ({ options }: Command) =>
  options.filter(({ helpGroupHeading, long }) => helpGroupHeading !== 'Settings:' && long !== '--version')

test('every command and all its options are documented', async () => {
  const program = await makeProgram(commandNames)
  const missing = callable(program, 'calends').flatMap(({ name, command }) => {
    const passages = passagesOn(name)
    if (passages === '') return [name]
    return ownOptions(command)
      .map(({ long }) => long!)
      .filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(passages))
      .map((flag) => `${name} ${flag}`)
  })
  assert.deepEqual(missing, [])
})

test('the help lists every command without loading any, and help for one loads that one', async () => {
  const all = await makeProgram([])
  const named = await makeProgram(['serve'])

  const help = all.helpInformation()
  for (const name of commandNames) assert.match(help, new RegExp(`^  ${name} {2,}\\w`, 'm'))
  assert.deepEqual(
    all.commands.filter(({ options }) => options.length > 0).map((command) => command.name()),
    [],
  )
  assert.deepEqual(
    named.commands.filter(({ options }) => options.length > 0).map((command) => command.name()),
    ['serve'],
  )
})
