import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { Program } from './program.ts'

/** The commands of docs/import.md are run, and say what the document shows; `…` stands for the rest of a line. */

const document = readFileSync('docs/import.md', 'utf8')

const commands = [...document.matchAll(/```console\n\$ calends (.*)\n([\s\S]*?)```/g)].map(
  ([, command = '', shown = '']) => ({ words: command.split(' '), shown: shown.trimEnd().split('\n') }),
)

const agrees = (shown: string, said: string | undefined) =>
  shown.endsWith('…') ? said?.startsWith(shown.slice(0, -1)) : said === shown

test('the commands of the page about imports say what it shows', async () => {
  const program = new Program()
  const environment = { CALENDS_ADMIN: 'admin:secretsecret' }
  try {
    const service = program.start(['serve'], environment)
    await service.says(/listening at/)
    service.kill('SIGTERM')
    await service.outcome()
    assert.ok(commands.length > 0)
    for (const { words, shown } of commands) {
      const here = words.map((word) => (word.startsWith('examples/') ? resolve(word) : word))
      const { stdout, stderr } = await program.run(here, environment)
      const said = `${stderr}${stdout}`.trimEnd().split('\n')
      assert.equal(said.length, shown.length, said.join('\n'))
      for (const [line, text] of shown.entries())
        assert.ok(agrees(text, said[line]), `${words.join(' ')}: ${said[line] ?? ''}`)
    }
  } finally {
    program.remove()
  }
})
