import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { anEvent, onEachDatabase } from '../../../test/service.ts'
import { measuring } from '../../store/measures.ts'
import { installDatabaseMetrics } from './database-metrics.ts'

onEachDatabase((service) => {
  test('the size of the database and the events by status are measured at most once a minute', async () => {
    let now = 0
    const registry = new Registry()
    installDatabaseMetrics(
      registry,
      measuring(service.database, () => now),
    )
    for (const status of ['publish', 'publish', 'draft']) await service.post('/events', anEvent({ status }))

    const text = await registry.metrics()
    assert.match(text, /^# TYPE calends_database_size_bytes gauge\ncalends_database_size_bytes \d{5,}$/m)
    assert.match(text, /^calends_events\{status="publish"\} 2$/m)
    assert.match(text, /^calends_events\{status="draft"\} 1$/m)
    assert.match(text, /^calends_events\{status="trash"\} 0$/m)
    assert.doesNotMatch(text, /^calends_last_backup_timestamp_seconds /m)

    await service.post('/events', anEvent({ status: 'draft' }))
    now = 59_999
    assert.match(await registry.metrics(), /^calends_events\{status="draft"\} 1$/m)
    now = 60_000
    assert.match(await registry.metrics(), /^calends_events\{status="draft"\} 2$/m)
  })

  test('many events are counted in the same way as a few', async () => {
    const { db, dialect } = service.database
    const { id } = (await service.post('/events', anEvent({ status: 'private' }))).body
    await db.updateTable('events').set({ id: 60_000 }).where('id', '=', id).execute()

    const { events } = await measuring(service.database, () => 0)()

    assert.deepEqual([events.get('private'), events.get('publish')], [1, 2], dialect.name)
  })
})

test('if the database cannot be measured, the other metrics are still returned', async () => {
  const registry = new Registry()
  installDatabaseMetrics(registry, () => Promise.reject(new Error('the database is gone')))

  assert.doesNotMatch(await registry.metrics(), /^calends_/m)
})
