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
})
