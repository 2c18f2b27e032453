import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswordUses } from '../src/identity/password-uses.ts'
import { openDatabase } from '../src/store/open.ts'
import { credentialsOf, makePeople } from './people.ts'
import { administrator, anEvent, onEachDatabase } from './service.ts'

/** What administrators see of the service itself (interface: System). */

const admin = '//cal/admin/v1'
const asAdministrator = { as: administrator }

onEachDatabase((service) => {
  test('the system tells what it is made of, and what it holds', async () => {
    await service.post('/events', anEvent({ title: 'Counted' }))
    const { status, body } = await service.get(`${admin}/system`, asAdministrator)
    assert.equal(status, 200)
    assert.match(body.version, /^\d+\.\d+\.\d+/)
    assert.match(body.database.version, /^\d+\.\d+/)
    assert.match(body.database.migration, /^\d{4}-/)
    assert.ok(body.database.bytes > 100_000)
    assert.ok(body.events.publish >= 1)
    assert.deepEqual(body.images, { count: 0, bytes: 0 })
    assert.deepEqual(body.deliveries, { pending: 0, failed: 0 })
    assert.equal(body.last_backup_utc, undefined)
  })

  test('settings are shown as they are in effect, without secrets', async () => {
    const { status, body } = await service.get(`${admin}/settings`, asAdministrator)
    assert.equal(status, 200)
    const settings = new Map(body.settings.map((one: { name: string }) => [one.name, one]))
    assert.deepEqual(settings.get('CALENDS_LANGUAGES'), {
      name: 'CALENDS_LANGUAGES',
      value: 'en,fr,de',
      origin: 'default',
      changeable: false,
    })
    assert.doesNotMatch(JSON.stringify(body), /password of/)
  })

  test('nobody else sees either', async () => {
    await makePeople(service)
    for (const path of ['/system', '/settings']) {
      assert.equal((await service.get(admin + path, { as: null })).status, 401)
      assert.equal((await service.get(admin + path, { as: credentialsOf('editor') })).status, 403)
    }
  })

  test('a password tells when it was last used', async () => {
    const { body } = await service.post(`${admin}/users/me/application-passwords`, { name: 'Noted' })
    const listed = async () => {
      const { body } = await service.get(`${admin}/users/me/application-passwords`, asAdministrator)
      return body.application_passwords.find(({ name }: { name: string }) => name === 'Noted')
    }
    assert.equal((await listed()).last_used_utc, undefined)

    const uses = createPasswordUses()
    uses.note(body.uuid, service.now)
    uses.note(body.uuid, service.now + 60)
    await uses.store(service.database.db)
    const { last_used_utc } = await listed()
    assert.equal(Date.parse(`${last_used_utc.replace(' ', 'T')}Z`) / 1000, service.now + 60)

    // Another process may store an earlier use later.
    uses.note(body.uuid, service.now)
    await uses.store(service.database.db)
    assert.equal((await listed()).last_used_utc, last_used_utc)
  })

  test('a use that could not be stored is stored the next time', async () => {
    const { body } = await service.post(`${admin}/users/me/application-passwords`, { name: 'Kept' })
    const { db } = service.database
    const uses = createPasswordUses()
    uses.note(body.uuid, service.now)
    const closed = openDatabase('sqlite::memory:')
    await closed.close()
    await assert.rejects(uses.store(closed.db))
    await uses.store(db)
    const stored = await db
      .selectFrom('application_passwords')
      .select('last_used')
      .where('uuid', '=', body.uuid)
      .executeTakeFirstOrThrow()

    assert.equal(Number(stored.last_used), service.now)
  })
})
