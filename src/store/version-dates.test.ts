import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachDatabase, testTime } from '../../test/service.ts'
import { openDatabase } from './open.ts'
import { createDateOfVersion } from './version-dates.ts'

onEachDatabase((service) => {
  test('a version keeps its date, no two share one, and all processes agree', async (t) => {
    const another = openDatabase(service.database.url)
    t.after(() => another.close())
    const [one, other] = [createDateOfVersion(service.database.db), createDateOfVersion(another.db)]
    // Higher than any version that the service itself has served.
    const [version, now] = [1_000, testTime + 100]

    assert.equal(await one(version, now), now)
    assert.equal(await one(version, now + 30), now)
    assert.equal(await other(version, now + 60), now)
    assert.equal(await other(version + 1, now + 60), now + 60)
    assert.equal(await other(version + 2, now + 60), now + 61)
    assert.equal(await createDateOfVersion(service.database.db)(version + 2, now + 90), now + 61)
    // A process that is behind gets a date before that of the newest version.
    assert.equal(await one(version + 1, now + 90), now + 60)
  })

  test('a version that is served after a newer one differs from the one before in its date', async (t) => {
    const another = openDatabase(service.database.url)
    t.after(() => another.close())
    const [one, other] = [createDateOfVersion(service.database.db), createDateOfVersion(another.db)]
    const [version, now] = [2_000, testTime + 1_000]

    const before = await one(version, now)
    const newer = await other(version + 2, now)
    const between = await one(version + 1, now)

    assert.ok(between! > before! && between! < newer!, `${before} ${between} ${newer}`)
  })

  test('dates are at most two seconds ahead of the clock, and none that was sent comes again', async (t) => {
    const another = openDatabase(service.database.url)
    t.after(() => another.close())
    const [one, other] = [createDateOfVersion(service.database.db), createDateOfVersion(another.db)]
    const [version, now] = [3_000, testTime + 2_000]

    const dates: (number | undefined)[] = []
    for (let later = 0; later < 20; later++) dates.push(await one(version + later, now))
    assert.deepEqual(dates.slice(0, 3), [now, now + 1, now + 2])
    assert.ok(dates.slice(3).every((date) => date === now + 2))

    // The date has come while the other process has not seen the newer version yet.
    assert.equal(await other(version + 19, now + 1), now + 2)
    assert.equal(await one(version + 20, now + 1), now + 3)
    assert.equal(await other(version + 19, now + 3), now + 2)

    // The clock was an hour ahead, and clients have its dates.
    const sent = await one(version + 21, now + 3_600)
    assert.equal(await one(version + 22, now + 4), sent! + 1)
    assert.equal(await one(version + 23, now + 4), sent! + 2)
  })
})
