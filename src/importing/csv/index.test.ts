import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesOf } from '../fetch.ts'
import { isRecord, type SourceInput, type SourceItem } from '../record.ts'
import { findHeader, mostLines } from './header.ts'
import { csv } from './index.ts'

const header = 'title,start_date\n'
async function readAll(text: string): Promise<SourceItem[]> {
  const input = {
    content: piecesOf(Buffer.from(text)),
    mapping: {},
    site: { timezone: 'UTC', languages: ['en'] },
    onColumns: () => undefined,
    onError: assert.ifError,
  } as unknown as SourceInput
  const found: SourceItem[] = []
  for await (const one of csv(input)) found.push(one)
  return found
}

/** The longest time in which nobody else was served while this work was done, in milliseconds. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const looking = setInterval(look, 1)
  await work()
  look()
  clearInterval(looking)
  return longest
}

for (const [name, text] of [
  ['blank lines below the header', `${header}${'\n'.repeat(300_000)}`],
  [
    'rows of another length than the header',
    `${header}${'Jazz,2027-03-02\n'.repeat(11)}${',,\n'.repeat(100_000)}`,
  ],
] as const)
  test(`others are served while a table has ${name}`, async () => {
    let found: SourceItem[] = []
    const turn = await longestTurn(async () => (found = await readAll(text)))
    assert.ok(found.filter(isRecord).length <= 11)
    assert.ok(turn < 1_500, `${turn} ms`)
  })

test('the names of columns are found without a look at all cells of long lines', () => {
  const lines = Array.from({ length: mostLines }, (_, line) => ({
    number: line + 1,
    text: ','.repeat(2_000_000),
  }))
  const begin = process.cpuUsage()
  assert.deepEqual(findHeader([...lines, { number: 11, text: 'title;start_date' }], {})?.line, 11)
  const { user } = process.cpuUsage(begin)
  assert.ok(user < 2_000_000, `${user / 1_000} ms`)
})
