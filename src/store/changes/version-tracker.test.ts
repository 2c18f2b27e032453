import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VersionTracker } from './version-tracker.ts'

function known(readYourWrites = true) {
  const time = { now: 0 }
  const versions = new VersionTracker({ clock: () => time.now, readYourWrites })
  return { time, versions }
}

test('nothing is known before the database was asked', () => {
  const { versions } = known()
  versions.onNotification(4)

  assert.equal(versions.currentVersion(), undefined)
})

test('what was confirmed counts from the moment of asking, for less than a second', () => {
  const { time, versions } = known()
  const answered = versions.beginPoll()
  time.now = 300
  answered(4)

  assert.equal(versions.requiredVersion(), 4)
  time.now = 800
  assert.equal(versions.requiredVersion(), 4)
  time.now = 801
  assert.equal(versions.requiredVersion(), undefined)
})

test('what is heard of counts at once, and an older answer does not take it back', () => {
  const { versions } = known()
  const answered = versions.beginPoll()
  versions.onNotification(6)
  answered(5)

  assert.equal(versions.requiredVersion(), 6)
})

test('without reading your writes, the oldest of what was confirmed lately is enough', () => {
  const { time, versions } = known(false)
  versions.beginPoll()(5)
  time.now = 500
  versions.beginPoll()(7)
  versions.onNotification(8)

  assert.equal(versions.requiredVersion(), 5)
  time.now = 900
  assert.equal(versions.requiredVersion(), 7)
})

test('a database that comes back with less, or after it was lost, begins anew', () => {
  const { versions } = known()
  versions.beginPoll()(9)
  const before = versions.currentVersion()
  versions.beginPoll()(7)
  versions.onNotification(9)

  assert.equal(versions.requiredVersion(), 9)
  assert.notEqual(versions.currentVersion(), before)

  const late = versions.beginPoll()
  versions.onDisconnect()
  late(9)
  assert.equal(versions.requiredVersion(), undefined)
})
