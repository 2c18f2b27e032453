import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Command } from 'commander'
import { documents } from '../../test/documents.ts'
import { loadCommands, makeProgram } from './program.ts'

/** Whatever operators can type is in the documents that people write; settings are in the reference. */

const texts = documents.map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

/** What stands in the same paragraph or block as the command. */
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

/** A setting of the service has a flag on every command that needs it. */
const ownOptions = ({ options }: Command) =>
  options.filter(({ helpGroupHeading, long }) => helpGroupHeading !== 'Settings:' && long !== '--version')

test('every command and every option of it is documented', async () => {
  const program = makeProgram(await loadCommands([]))
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
