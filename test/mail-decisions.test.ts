import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { enqueueMail, mailJob } from '../src/store/mails.ts'
import { migrate, openDatabase } from '../src/store/open.ts'
import { inTransaction } from '../src/store/sql/write-queue.ts'
import { createMailbox, readMail } from './mailbox.ts'
import { administrator, anEvent, onEachEngine, Service, testTime, type Json } from './service.ts'

/** Whoever handed an event in is told what editors decide (interface: Reviews, Suggestions). */

const admin = '//cal/admin/v1'
const anybody = { as: null }
const editor = { as: administrator }
const contact = { name: 'Vera', email: 'vera@example.org' }
/** For so long a decision can be undone. */
const undoable = 61
/** What is being sent belongs to its process for so long. */
const leaseSeconds = 15

onEachEngine((engine) => {
  const mailbox = createMailbox()
  let service: Service
  before(async () => {
    await mailbox.open()
    service = new Service(
      {
        CALENDS_SMTP_URL: mailbox.url(),
        CALENDS_MAIL_FROM: 'calendar@example.org',
        CALENDS_PUBLIC_URL: 'https://town.example.org',
        CALENDS_NAME: 'Biel/Bienne',
        CALENDS_SUGGESTIONS: 'on',
      },
      engine,
    )
    await service.start()
    const carl = {
      username: 'carl',
      role: 'contributor',
      email: 'carl@example.org',
      password: 'password of carl',
    }
    await service.post(`${admin}/users`, carl)
  })
  after(async () => {
    await service.stop()
    await mailbox.close()
  })
  beforeEach(() => {
    mailbox.received.length = 0
  })

  const { stored, queued, settled, sent } = {
    stored: () => service.database.db.selectFrom('mails').selectAll().execute(),
    queued: () => service.database.db.selectFrom('jobs').selectAll().where('kind', '=', mailJob).execute(),
    /** Has what is due be sent, or tried: whoever asks for a link wakes the queue. */
    async settled() {
      await service.post(`${admin}/session/links`, { username: 'nobody' }, anybody)
      const isBusy = async () => (await queued()).some(({ due }) => due <= service.now + leaseSeconds)
      for (let tries = 0; (await isBusy()) && tries < 500; tries++) await pause(10)
    },
    async sent() {
      service.now += undoable
      await settled()
      return mailbox.received.splice(0).map((one) => ({ to: one.to, ...readMail(one) }))
    },
  }

  async function suggested(fields: Json = {}): Promise<number> {
    const suggestion = anEvent({ contact, ...fields })
    assert.equal((await service.post(`${admin}/suggestions`, suggestion, anybody)).status, 202)
    const { body } = await service.get('/events?status=pending&orderby=id&order=desc', editor)
    return body.events[0].id
  }
  const review = async (id: number, decision: string, note?: string) => {
    const reply = await service.post(`${admin}/events/${id}/review`, { decision, note })
    assert.equal(reply.status, 200, reply.text)
  }
  const noteOf = async (id: number) =>
    (await service.get(`${admin}/events/${id}/history`, editor)).body.versions.at(-1).note

  test('whoever suggested an event has its address once it is accepted, in their language', async () => {
    const id = await suggested({ title: 'Straßenfest', ml_language: 'de' })
    await review(id, 'accept')
    assert.equal(await noteOf(id), undefined)
    const [mail, ...others] = await sent()
    assert.deepEqual(others, [])
    assert.deepEqual(mail!.to, ['vera@example.org'])
    assert.equal(mail!.subject, 'Angenommen: Straßenfest')
    assert.match(
      mail!.body,
      /^Die Redaktion von Biel\/Bienne hat die Veranstaltung „Straßenfest“ angenommen\.$/m,
    )
    assert.match(mail!.body, /^https:\/\/town\.example\.org\/de\/event\/strassenfest\/$/m)
    assert.equal((await fetch(`${service.origin}/de/event/strassenfest/`)).status, 200)
    assert.deepEqual([await stored(), await queued()], [[], []])
  })

  test('what is sent back and what is rejected comes with the note', async () => {
    const id = await suggested()
    await review(id, 'return', 'Which hall? And until when?')
    const [returned] = await sent()
    assert.equal(returned!.subject, 'Sent back: Concert')
    assert.match(returned!.body, /^They write:\n\nWhich hall\? And until when\?$/m)
    assert.match(returned!.body, /again, with what was missing:\n\nhttps:\/\/town\.example\.org\/suggest\/$/m)
    assert.match(returned!.body, /deleted once the editors have decided/)
    assert.equal(await noteOf(id), 'Vera <vera@example.org>')

    await service.delete(`/events/${id}`)
    const [rejected] = await sent()
    assert.equal(rejected!.subject, 'Not accepted: Concert')
    assert.doesNotMatch(rejected!.body, /https:|They write/)
    assert.equal(await noteOf(id), undefined)
    assert.deepEqual(await stored(), [])
  })

  test('a note keeps the lines that were written', async () => {
    const id = await suggested()
    await review(id, 'return', 'Please add:\r\n- the hall\r\n- the price\r\n\r\n\r\n\r\nThank you')
    const [mail] = await sent()
    assert.match(mail!.body, /^They write:\n\nPlease add:\n- the hall\n- the price\n\nThank you\n\n/m)
    const { body } = await service.get(`${admin}/reviews`, editor)
    assert.equal(body.reviews[0].note, 'Please add:\n- the hall\n- the price\n\nThank you')
    await service.delete(`/events/${id}?force=true`)
  })

  test('contributors are told what others decide, and not what they do themselves', async () => {
    const as = { as: 'carl:password of carl' }
    const ids: number[] = []
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const { body } = await service.post('/events', anEvent({ title, status: 'pending' }), as)
      ids.push(body.id)
    }
    await review(ids[0]!, 'accept')
    await review(ids[1]!, 'return', 'Please add a picture.')
    await service.patch(`/events/${ids[2]}`, { status: 'draft' }, as)
    await service.delete(`/events/${ids[3]}?force=true`)
    const mails = await sent()
    assert.deepEqual(
      mails.map(({ to, subject }) => [...to, subject]),
      [
        ['carl@example.org', 'Accepted: One'],
        ['carl@example.org', 'Sent back: Two'],
      ],
    )
    for (const { body } of mails) assert.doesNotMatch(body, /You gave this address/)
    const [accepted, returned] = mails.map(({ body }) => body)
    const form = `https://town.example.org/admin/events/${ids[1]}`
    assert.ok(returned!.endsWith(`change it here and submit it again:\n\n${form}\n`), returned)
    assert.doesNotMatch(accepted!, /admin/)
  })

  test('the form says that the decision is told', async () => {
    assert.match((await service.get('//suggest/')).text, /You are told by e-mail how they decide, then it/)
    assert.match((await service.get('//de/suggest/thanks/')).text, /Sie erfahren per E-Mail/)
  })

  test('a decision that is undone is not told, and the contact is there again', async () => {
    const id = await suggested()
    await review(id, 'reject')
    assert.equal(await noteOf(id), undefined)
    await service.patch(`/events/${id}`, { status: 'pending' })
    assert.equal(await noteOf(id), 'Vera <vera@example.org>')
    assert.deepEqual(await sent(), [])
    await review(id, 'accept')
    assert.deepEqual(
      (await sent()).map(({ subject }) => subject),
      ['Accepted: Concert'],
    )
  })

  test('the contact of a suggestion that repeats is told of the decision about its series', async () => {
    const id = await suggested({ title: 'Choir' })
    const { body } = await service.patch(`/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const series: number = body.post_parent
    await review(series, 'accept')
    const mails = await sent()
    assert.deepEqual(
      mails.map(({ to, subject }) => [...to, subject]),
      [['vera@example.org', 'Accepted: Choir']],
    )
    assert.deepEqual([await noteOf(id), await noteOf(series)], [undefined, undefined])
  })

  test('a suggestion that no longer repeats still awaits its decision', async () => {
    const id = await suggested({ title: 'Once only' })
    const { body } = await service.patch(`/events/${id}`, { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    assert.equal((await service.patch(`/events/${body.post_parent}`, { recurrence: '' })).status, 200)
    assert.deepEqual(await sent(), [])
    await review(id, 'reject')
    assert.deepEqual(
      (await sent()).map(({ subject }) => subject),
      ['Not accepted: Once only'],
    )
    assert.equal(await noteOf(id), undefined)
  })

  test('a decision that is not stored is not told', async () => {
    const id = await suggested()
    const { status } = await service.post(
      `${admin}/events/${id}/review`,
      { decision: 'accept' },
      { headers: { 'if-match': '"another"' } },
    )
    assert.equal(status, 412)
    assert.deepEqual(await stored(), [])
    await service.patch(`/events/${id}?dry_run=true`, { status: 'publish' })
    assert.deepEqual(await stored(), [])
    await review(id, 'reject')
    await sent()
  })

  test('nothing that people wrote becomes a header or another recipient', async () => {
    const evil = 'Jazz\r\nBcc: evil@example.org\r\n.\r\nRCPT TO:<evil@example.org>'
    const id = await suggested({
      title: evil,
      contact: { ...contact, name: `${evil} <evil@example.org>` },
    })
    await review(id, 'return', evil)
    // As it would be if a title or a note ever had lines.
    const { message } = (await stored())[0]!
    const lines = { ...(JSON.parse(message) as object), title: evil, note: evil }
    await service.database.db
      .updateTable('mails')
      .set({ message: JSON.stringify(lines) })
      .execute()
    const [mail, ...others] = await sent()
    assert.deepEqual([mail!.to, others], [['vera@example.org'], []])
    assert.equal(mail!.headers.get('to'), 'vera@example.org')
    assert.equal(mail!.headers.get('bcc'), undefined)
    assert.equal(mail!.subject, `Sent back: ${evil.replaceAll('\r\n', ' ')}`)
    assert.match(mail!.body, /^RCPT TO:<evil@example\.org>$/m)
  })

  test('what cannot be sent survives a restart, and the address goes when it is given up after a day', async () => {
    await mailbox.close()
    const [kept, lost] = [await suggested({ title: 'Kept' }), await suggested({ title: 'Lost' })]
    await review(kept, 'accept')
    await service.restart()
    service.now += undoable
    await settled()
    assert.equal((await stored()).length, 1)
    await mailbox.open()
    service.now += 60
    await settled()
    assert.equal(readMail(await mailbox.next()).subject, 'Accepted: Kept')

    await mailbox.close()
    await review(lost, 'reject')
    const begun = service.now
    service.now += undoable
    for (let tries = 1; tries <= 7; tries++) {
      assert.equal((await stored()).length, 1, `before the ${tries}th`)
      await settled()
      service.now += 60 * 4 ** (tries - 1)
    }
    assert.deepEqual([await stored(), await queued()], [[], []])
    assert.ok(service.now - begun > 86_400 / 2)
    await mailbox.open()
  })
})

test('without a server for e-mail nothing is kept, and the form does not promise any', async () => {
  const service = new Service({ CALENDS_SUGGESTIONS: 'on' })
  await service.start()
  try {
    assert.match((await service.get('//suggest/')).text, /It is deleted once they have decided\./)
    await service.post(`${admin}/suggestions`, anEvent({ contact }), anybody)
    const { body } = await service.get('/events?status=pending', editor)
    await service.post(`${admin}/events/${body.events[0].id}/review`, { decision: 'accept' })
    assert.deepEqual(await service.database.db.selectFrom('mails').selectAll().execute(), [])
  } finally {
    await service.stop()
  }
})

test('what a server answers is logged without addresses', async () => {
  const mailbox = createMailbox({ refuses: true })
  await mailbox.open()
  const database = openDatabase('sqlite::memory:')
  await migrate(database)
  const environment = {
    DATABASE_URL: 'sqlite::memory:',
    CALENDS_SMTP_URL: mailbox.url(),
    CALENDS_MAIL_FROM: 'calendar@example.org',
    CALENDS_PUBLIC_URL: 'https://town.example.org',
  }
  const lines: string[] = []
  const app = buildApp({
    config: readConfig({ environment, readFile: () => undefined }),
    database,
    now: () => testTime * 1000,
    logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  })
  try {
    const to = { contact: 'Vera <vera@example.org>' }
    const decision = {
      to,
      language: 'en',
      decision: 'accepted',
      event: 1,
      title: 'Concert',
      note: '',
    } as const
    await inTransaction(database.db, (trx) => enqueueMail(trx, { about: 'decision', ...decision }, testTime))
    await app.ready()
    const isTold = () => lines.some((line) => line.includes('could not send an e-mail, will retry'))
    for (let tries = 0; !isTold() && tries < 500; tries++) await pause(10)
    assert.ok(isTold())
    assert.doesNotMatch(lines.join(''), /vera/i)
    assert.match(lines.join(''), /no such box/)
  } finally {
    await app.close()
    await database.close()
    await mailbox.close()
  }
})

test('what is left of an e-mail after a day is forgotten, even where none is sent any more', async () => {
  const service = new Service({ CALENDS_SUGGESTIONS: 'on' })
  await service.start()
  try {
    const { db } = service.database
    await db.insertInto('mails').values({ message: '{}', event: null, created: service.now }).execute()
    service.now += 86_401
    await service.restart()
    for (let tries = 0; (await db.selectFrom('mails').selectAll().execute()).length > 0; tries++) {
      assert.ok(tries < 500)
      await pause(10)
    }
  } finally {
    await service.stop()
  }
})
