import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHttpDate } from './http-date.ts'

const dates: [text: string, seconds: number | undefined][] = [
  ['Sun, 06 Nov 1994 08:49:37 GMT', 784_111_777],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 784_111_777],
  ['Sun Nov  6 08:49:37 1994', 784_111_777],
  ['Wed, 25 Nov 2026 23:59:60 GMT', 1_795_651_200],
  ['Wednesday, 25-Nov-26 23:59:59 GMT', 1_795_651_199],
  ['Wed Nov 25 23:59:59 2026', 1_795_651_199],
  ['Thu, 29 Feb 2024 00:00:00 GMT', 1_709_164_800],
  ['Wed, 29 Feb 2023 00:00:00 GMT', undefined],
  ['Wed, 00 Feb 2023 00:00:00 GMT', undefined],
  ['Wed, 25 Nov 2026 24:00:00 GMT', undefined],
  ['Wed, 25 Nov 2026 23:59:59 +0100', undefined],
  ['Wed, 25 Nov 2026 23:59:59', undefined],
  ['wed, 25 nov 2026 23:59:59 gmt', undefined],
  ['2027', undefined],
  ['2026-11-25T23:59:59Z', undefined],
  ['', undefined],
]

for (const [text, seconds] of dates)
  test(`"${text}" is ${seconds === undefined ? 'no date' : seconds}`, () => {
    assert.equal(readHttpDate(text), seconds)
  })
