import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { Program, programCommand } from '../../test/program.ts'

/** Exports and backups that cannot be completed. */

const town = new Program()
before(async () => assert.equal((await town.run(['demo'])).code, 0))
after(() => town.remove())

const isThere = (name: string) => existsSync(join(town.folder, name))

/** Interrupts a command as soon as it has begun to write its file; false if it was done by then. */
async function interrupts(command: string, name: string, signal: NodeJS.Signals): Promise<boolean> {
  const run = town.start([command, name])
  while (!isThere(`${name}.unfinished`) && run.child.exitCode === null) await pause(1)
  run.kill(signal)
  await run.outcome()
  return run.child.signalCode === signal
}

for (const [command, signal] of [
  ['export', 'SIGINT'],
  ['backup', 'SIGTERM'],
] as const)
  test(`${command} leaves no file when it is interrupted`, async () => {
    for (let place = 0; ; place += 1) {
      assert.ok(place < 20, 'it was never interrupted')
      const name = `${command}-${place}`
      if (!(await interrupts(command, name, signal))) continue
      assert.deepEqual(
        readdirSync(town.folder).filter((file) => file.startsWith(name)),
        [],
      )
      break
    }
  })

test('a full disk behind standard output is named', { skip: !existsSync('/dev/full') }, async () => {
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [...programCommand, 'export'], {
    cwd: town.folder,
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const code = await new Promise((resolve) => child.once('close', resolve))

  assert.deepEqual([code, stderr], [1, 'Standard output cannot be written: disk full.\n'])
})
