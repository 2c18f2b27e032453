import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeReference } from '../scripts/reference.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'reference')

/** The first line that is not the same, because the whole difference may be thousands of lines long. */
function difference(kept: string, made: string) {
  const [before, after] = [kept.split('\n'), made.split('\n')]
  const line = Array.from({ length: Math.max(before.length, after.length) }).findIndex(
    (_, index) => before[index] !== after[index],
  )
  return line < 0 ? undefined : { line: line + 1, kept: before[line], made: after[line] }
}

test('the reference is as the code has it; `npm run docs` renews it', async () => {
  const reference = await makeReference()
  assert.deepEqual(Object.keys(reference).toSorted(), readdirSync(folder).toSorted())
  for (const [name, made] of Object.entries(reference))
    assert.deepEqual(difference(readFileSync(join(folder, name), 'utf8'), made), undefined)
})
