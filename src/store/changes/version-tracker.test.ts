import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VersionTracker } from './version-tracker.ts'

function known(readYourWrites = true) {
  const time = { now: 0 }
  const versions = new VersionTracker({ clock: () => time.now, readYourWrites })
  return { time, versions }
}

test('no version is known before the first poll', () => {
  const { versions } = known()
  versions.onNotification(4)

  assert.equal(versions.currentVersion(), undefined)
})

test('a confirmation counts from the start of the poll, for less than a second', () => {
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

test('a notified version counts at once, and an older poll does not revert it', () => {
  const { versions } = known()
  const answered = versions.beginPoll()
  versions.onNotification(6)
  answered(5)

  assert.equal(versions.requiredVersion(), 6)
})

test('without read-your-writes, the oldest recent confirmation is enough', () => {
  const { time, versions } = known(false)
  versions.beginPoll()(5)
  time.now = 500
  versions.beginPoll()(7)
  versions.onNotification(8)

  assert.equal(versions.requiredVersion(), 5)
  time.now = 900
  assert.equal(versions.requiredVersion(), 7)
})

test('a new era starts when the version decreases or the connection is lost', () => {
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
