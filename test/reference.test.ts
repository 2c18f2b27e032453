import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeReference } from '../scripts/reference.ts'

test('the reference is as the code has it; `npm run docs` renews it', async () => {
  for (const [name, text] of Object.entries(await makeReference()))
    assert.ok(
      readFileSync(join(import.meta.dirname, '..', 'docs', 'reference', name), 'utf8') === text,
      `docs/reference/${name} is stale`,
    )
})
