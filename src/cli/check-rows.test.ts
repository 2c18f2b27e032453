import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { findStaleIndexes } from '../store/check/search-indexes.ts'
import { findStaleTexts } from '../store/check/texts.ts'
import { updateLinkColumns } from '../store/sql/event-counts.ts'
import { insertRows } from '../store/sql/insert-rows.ts'
import type { Trx } from '../store/sql/write-queue.ts'
import type { Outcome } from '../../test/commands.ts'
import { Program } from '../../test/program.ts'
import { anEvent, onEachDatabase } from '../../test/service.ts'

/** What `calends check` finds after somebody has written to the database without the service. */

onEachDatabase((service) => {
  let program: Program
  before(() => void (program = new Program()))
  after(() => program.remove())

  const check = (...words: string[]) =>
    program.call(['check', '--database-url', service.database.url, ...words])

  /** Writes as another program would, without triggers that record it. */
  async function damage(write: (trx: Trx) => Promise<unknown>): Promise<void> {
    const { db, dialect } = service.database
    await dialect.untrackChanges(db)
    await db.transaction().execute(write)
    await dialect.trackChanges(db)
  }

  /** Requires that the damage is found, repaired, and gone then; returns what the repair said. */
  async function requireRepair(lines: readonly string[], message: RegExp): Promise<Outcome> {
    const wrong = await check()
    assert.deepEqual(
      [wrong.code, wrong.stdout.trimEnd().split('\n').toSorted()],
      [1, lines.toSorted()],
      wrong.stderr,
    )
    assert.match(wrong.stderr, message)
    const repaired = await check('--repair')
    assert.equal(repaired.code, 0, repaired.stderr)
    const again = await check()
    assert.deepEqual([again.code, again.stdout], [0, ''], again.stderr)
    return repaired
  }

  test('how far the check is, is said while it reads texts and indexes', async () => {
    const { db } = service.database
    await service.post('/tags', { name: 'Counted' })
    const said: Record<string, string[]> = { texts: [], indexes: [] }
    const say = (what: string) => (done: number, total: number) => void said[what]!.push(`${done}/${total}`)

    for await (const batch of findStaleTexts(db, say('texts'))) assert.fail(JSON.stringify(batch))
    assert.deepEqual(await findStaleIndexes(db, say('indexes')), [])

    assert.deepEqual(said, { texts: ['1/1'], indexes: ['0/5', '1/5', '2/5', '3/5', '4/5', '5/5'] })
  })

  test('triggers that were dropped are created again, and record changes from then on', async () => {
    const { db, dialect } = service.database
    const { body } = await service.post('/tags', { name: 'Before' })
    const names = await dialect.missingTriggers(db)
    assert.deepEqual(names, [])
    await dialect.untrackChanges(db)
    const lost = await dialect.missingTriggers(db)
    assert.ok(lost.length > 0)

    await requireRepair(
      lost.map((name) => `${name}: this trigger, which records changes, is missing or disabled`),
      /^\d+ triggers that record changes are missing, so that .*; create them with:\n {2}calends check --repair/m,
    )

    assert.deepEqual(await dialect.missingTriggers(db), [])
    await service.patch(`/tags/${body.id}`, { name: 'After' })
    assert.equal((await service.get(`/tags/${body.id}`)).body.name, 'After')
  })

  test('links that have other times than their event, or another visibility, are put right', async () => {
    const venue = await service.post('/venues', { venue: 'Hall' })
    const { body } = await service.post('/events', anEvent({ venue: venue.body.id, tags: ['Linked'] }))
    const listed = async () =>
      (await service.get(`/events?venue=${venue.body.id}`)).body.events.map(
        (event: { id: number }) => event.id,
      )
    assert.deepEqual(await listed(), [body.id])
    await damage((trx) =>
      trx.updateTable('event_links').set({ visible: 0, start_utc: 0 }).where('kind', '=', 'venue').execute(),
    )

    await requireRepair(
      [`event ${body.id}: its links have other times than the event, or another visibility`],
      /^The links of 1 events are incorrect; repair them with:\n {2}calends check --repair/m,
    )
    assert.deepEqual(await listed(), [body.id])
  })

  test('search texts, sort keys, marks of the trash and lists of languages are derived again', async () => {
    const { body: event } = await service.post('/events', anEvent({ title: 'Zither' }))
    const { body: venue } = await service.post('/venues', { venue: 'Attic' })
    const { body: tag } = await service.post('/tags', { name: 'Strings' })
    await damage(async (trx) => {
      await trx.updateTable('event_texts').set({ search: 'viola' }).where('id', '=', event.id).execute()
      await trx.updateTable('tags').set({ languages: ' en fr ' }).where('id', '=', tag.id).execute()
      await trx.updateTable('venue_texts').set({ live: 0 }).where('id', '=', venue.id).execute()
      await trx.updateTable('tag_texts').set({ sort: '' }).where('id', '=', tag.id).execute()
    })
    const found = async (word: string) => (await service.get(`/events?search=${word}`)).body.total

    await requireRepair(
      [
        `event ${event.id}: the search text in en is out of date`,
        `venue ${venue.id}: the mark of the trash in en is out of date`,
        `tag ${tag.id}: the sort key in en is out of date`,
        `tag ${tag.id}: the list of languages is out of date`,
      ],
      /^3 resources have incorrect search texts, sort keys or languages; repair them with:/m,
    )
    assert.deepEqual([await found('zither'), await found('viola')], [1, 0])
  })

  test('a full-text index that was dropped is created again', async (t) => {
    const { db } = service.database
    if (service.engine === 'sqlite') return t.skip('there the index is a table, without which nothing works')
    await sql`drop index tag_texts_search`.execute(db)

    await requireRepair(
      ['tag_texts: the full-text index is missing, so searches read all texts'],
      /^1 full-text indexes are incorrect; repair them with:/m,
    )
  })

  test('a full-text index that was emptied, or has other words than the texts, is built anew', async (t) => {
    if (service.engine === 'postgres') return t.skip('the server maintains its index itself')
    const { body } = await service.post('/events', anEvent({ title: 'Ocarina' }))
    const index = sql.table('event_texts_search')
    const found = async () => (await service.get(`/events?search=ocarina&per_page=1`)).body.total
    const ids = (await service.database.db.selectFrom('events').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )

    await damage((trx) => sql`insert into ${index}(${index}) values ('delete-all')`.execute(trx))
    await requireRepair(
      [`event_texts: the full-text index lacks texts of ${ids.length} resources: ${ids.join(', ')}`],
      /^1 full-text indexes are incorrect; repair them with:/m,
    )
    assert.equal(await found(), 1)

    await damage(async (trx) => {
      const text = await trx
        .selectFrom('event_texts')
        .select(['text_id', 'search'])
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      await sql`insert into ${index}(${index}, rowid, search) values ('delete', ${text.text_id}, ${text.search})`.execute(
        trx,
      )
      await sql`insert into ${index}(rowid, search) values (${text.text_id}, 'bassoon')`.execute(trx)
    })
    await requireRepair(
      ['event_texts: the full-text index has other words than the texts'],
      /^1 full-text indexes are incorrect; repair them with:/m,
    )
    assert.equal(await found(), 1)
  })

  test('triggers of a full-text index that were dropped are created again, with what was written meanwhile', async (t) => {
    if (service.engine === 'postgres') return t.skip('the server maintains its index itself')
    await sql`drop trigger organizer_texts_search_update`.execute(service.database.db)
    await sql`drop trigger tag_texts_search_insert`.execute(service.database.db)
    await service.post('/tags', { name: 'Glockenspiel' })

    await requireRepair(
      ['organizer_texts', 'tag_texts'].map(
        (table) =>
          `${table}: triggers that keep the full-text index up to date are missing, so searches find what was there before`,
      ),
      /^2 full-text indexes are incorrect; repair them with:/m,
    )

    const found = async () =>
      (await service.get('/tags?search=glockenspiel&hide_empty=false&per_page=1')).body.total
    assert.equal(await found(), 1)
    await service.post('/tags', { name: 'Glockenspiele' })
    assert.equal(await found(), 2)
  })

  test('the tree of categories follows from their parents again', async () => {
    const category = async (name: string, parent = 0): Promise<number> =>
      (await service.post('/categories', { name, parent })).body.id
    const music = await category('Music')
    const parent = await category('Jazz', music)
    const swing = await category('Swing', parent)
    await service.post('/events', anEvent({ title: 'Swinging', categories: [swing] }))
    await damage(async (trx) => {
      await trx.deleteFrom('category_tree').where('descendant', '=', swing).execute()
      await trx.insertInto('category_tree').values({ ancestor: swing, descendant: music }).execute()
    })

    await requireRepair(
      [
        `category ${music}: the tree has as its ancestor, wrongly, ${swing}`,
        ...[music, parent, swing].map((id) => `category ${swing}: the tree lacks its ancestor ${id}`),
      ],
      /^0 parents and 4 ancestors of categories are incorrect;/m,
    )
    assert.equal((await service.get(`/events?categories=${music}`)).body.total, 1)
  })

  test('categories whose parent does not exist, or is below them, are moved to the top', async () => {
    const category = async (name: string): Promise<number> =>
      (await service.post('/categories', { name })).body.id
    const [lost, one, other] = [await category('Lost'), await category('One'), await category('Other')]
    await damage(async (trx) => {
      const place = (id: number, parent: number) =>
        trx.updateTable('categories').set({ parent }).where('id', '=', id).execute()
      await place(lost, 987_654)
      await place(one, other)
      await place(other, one)
    })

    const repaired = await requireRepair(
      [
        `category ${lost}: its parent 987654 does not exist`,
        `category ${one}: its parent ${other} is below it`,
        `category ${other}: its parent ${one} is below it`,
        `category ${one}: the tree lacks its ancestor ${other}`,
        `category ${other}: the tree lacks its ancestor ${one}`,
      ],
      /^3 parents and 2 ancestors of categories are incorrect;/m,
    )
    assert.match(repaired.stderr, /categories without a parent are at the top now/)
    const parents = await Promise.all(
      [lost, one, other].map(async (id) => (await service.get(`/categories/${id}`)).body.parent),
    )
    assert.deepEqual(parents, [0, 0, one])
  })

  test('links of no event, or to nothing, are named and removed', async () => {
    const { body } = await service.post('/events', anEvent({ title: 'Linked', tags: ['One', 'Two'] }))
    await damage(async (trx) => {
      const link = { position: 7, visible: 0, start_utc: 0, end_utc: 0 }
      await insertRows(trx, 'event_links', [
        { ...link, event_id: 987_654, kind: 'tags', target: body.tags[0].id },
        { ...link, event_id: body.id, kind: 'venue', target: 876_543 },
      ])
      await updateLinkColumns(trx, sql`where event_id = ${body.id}`)
    })

    const repaired = await requireRepair(
      [
        `event ${body.id}: the link to venue 876543 leads to nothing`,
        `event ${body.id}: the stored rendering is out of date`,
        `event 987654: the link to tags ${body.tags[0].id} has no event`,
        'venue 876543 all languages: 1 too few',
        'venue 876543 en: 1 too few',
      ],
      /^2 links have no event or no target; remove them with:/m,
    )
    assert.match(repaired.stderr, /^2 links without an event or a target have been removed\.$/m)
    assert.equal((await service.get(`/events/${body.id}`)).body.tags.length, 2)
  })

  test('texts without their resource, and resources without their text, are named, but not repaired', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Lost Hall' })
    const { body: tag } = await service.post('/tags', { name: 'Wordless' })
    await damage(async (trx) => {
      await trx.deleteFrom('venues').where('id', '=', venue.id).execute()
      await trx.deleteFrom('tag_texts').where('id', '=', tag.id).execute()
      await trx.updateTable('tags').set({ languages: '  ' }).where('id', '=', tag.id).execute()
    })

    for (const words of [[], ['--repair']]) {
      const { code, stdout, stderr } = await check(...words)
      assert.equal(code, 1)
      assert.deepEqual(stdout.trimEnd().split('\n'), [
        `venue ${venue.id}: the venue of the text in en is missing: Lost Hall`,
        `tag ${tag.id}: the text in en, its original, is missing`,
      ])
      assert.match(stderr, /^2 resources or texts are missing, which cannot be repaired: restore a backup/m)
    }
    await damage(async (trx) => {
      await trx.deleteFrom('venue_texts').where('id', '=', venue.id).execute()
      await trx.deleteFrom('tags').where('id', '=', tag.id).execute()
    })
  })

  test('a calendar that nobody can administer is told', async () => {
    const { db } = service.database
    await service.post('/tags', { name: 'Kept' })
    const [boss] = await db.selectFrom('users').selectAll().execute()
    const said = async () => {
      const { code, stderr } = await check('--repair')
      return [code, stderr.trimEnd().split('\n').at(-1)]
    }
    const rest =
      'so nobody can administer the calendar; create an administrator with: calends user add NAME --role administrator.'

    await db.updateTable('users').set({ role: 'editor' }).execute()
    assert.deepEqual(await said(), [1, `None of 1 users is an administrator, ${rest}`])
    await db.deleteFrom('users').execute()
    assert.deepEqual(await said(), [1, `There are no users, ${rest}`])
    await db.insertInto('users').values(boss!).execute()
    assert.equal((await check()).code, 0)
  })
})
