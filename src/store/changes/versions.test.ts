import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Versions } from './versions.ts'

function known(readYourWrites = true) {
  const time = { now: 0 }
  const versions = new Versions({ clock: () => time.now, readYourWrites })
  return { time, versions }
}

test('nothing is known before the database was asked', () => {
  const { versions } = known()
  versions.heard(4)

  assert.equal(versions.current(), undefined)
})

test('what was confirmed counts from the moment of asking, for less than a second', () => {
  const { time, versions } = known()
  const answered = versions.asking()
  time.now = 300
  answered(4)

  assert.equal(versions.required(), 4)
  time.now = 800
  assert.equal(versions.required(), 4)
  time.now = 801
  assert.equal(versions.required(), undefined)
})

test('what is heard of counts at once, and an older answer does not take it back', () => {
  const { versions } = known()
  const answered = versions.asking()
  versions.heard(6)
  answered(5)

  assert.equal(versions.required(), 6)
})

test('without reading your writes, the oldest of what was confirmed lately is enough', () => {
  const { time, versions } = known(false)
  versions.asking()(5)
  time.now = 500
  versions.asking()(7)
  versions.heard(8)

  assert.equal(versions.required(), 5)
  time.now = 900
  assert.equal(versions.required(), 7)
})

test('a database that comes back with less, or after it was lost, begins anew', () => {
  const { versions } = known()
  versions.asking()(9)
  const before = versions.current()
  versions.asking()(7)
  versions.heard(9)

  assert.equal(versions.required(), 9)
  assert.notEqual(versions.current(), before)

  const late = versions.asking()
  versions.lost()
  late(9)
  assert.equal(versions.required(), undefined)
})
