import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './accessible.ts'
import { openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { administrator, anEvent, Service, type Json } from './service.ts'

/** Start, end and repeating in the edit form, and which dates visitors see afterwards. */

describe('when an event takes place', () => {
  const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
  const visit = useBrowser({ reusesWindows: true })
  before(() => service.start())
  after(() => service.stop())

  const open = async (path: string, options = {}): Promise<Page> => {
    const { page } = await openAdmin(service, visit, path, options)
    page.setDefaultTimeout(20_000)
    return page
  }
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const save = async (page: Page) => {
    await page.keyboard.press('Control+s')
    await page
      .getByRole('complementary')
      .getByText(/^Saved \d\d:\d\d$/)
      .waitFor()
  }
  const series = async (recurrence: string, fields: Json = {}): Promise<Json> => {
    const times = { start_date: '2027-03-09 19:00:00', end_date: '2027-03-09 20:00:00' }
    return (await service.post('/events', anEvent({ ...times, recurrence, ...fields }))).body
  }
  const datesOf = async ({ id }: Json): Promise<string[]> => {
    const { body } = await service.get(`/events?start_date=2027-01-01&post_parent=${id}`, { as: null })
    return (body.events as Json[]).map(({ start_date }) => start_date as string)
  }

  test('a time that comes twice is told with both readings', async () => {
    const page = await open('/events/new')
    await field(page, 'Start day').fill('31.10.2027')
    await field(page, 'Start time').fill('2:30')
    await page.keyboard.press('Tab')
    await page.getByText('The first time, UTC+2, is used; the second one is UTC+1.').waitFor()
  })

  test('the last day of a rule that ends at a time in UTC is the local one, and leaving out adds no date', async () => {
    const yoga = await series('RRULE:FREQ=DAILY;UNTIL=20270605T035959Z', {
      start_date: '2027-06-01 20:00:00',
      end_date: '2027-06-01 21:00:00',
      timezone: 'America/New_York',
    })
    const page = await open(`/events/${yoga.id}`)
    await page.getByRole('button', { name: /^Leave out Wed 2 Jun/ }).click()
    assert.equal(await field(page, 'Last day').inputValue(), 'Fri 4 Jun 2027')
    await save(page)
    assert.deepEqual(
      await datesOf(yoga),
      [1, 3, 4].map((day) => `2027-06-0${day} 20:00:00`),
    )
  })

  test('an end after midnight is on the next day, and one before it on the day that was given', async () => {
    const page = await open('/events/new')
    await field(page, 'Start day').fill('30.4.2027')
    await field(page, 'Start time').fill('20:00')
    const end = async (time: string) => {
      await field(page, 'End time').fill('')
      // Typed key by key, it is another time for a moment.
      await field(page, 'End time').pressSequentially(time)
      await page.keyboard.press('Tab')
      return [await field(page, 'End day').inputValue(), await field(page, 'End time').inputValue()]
    }
    assert.deepEqual(await end('01:00'), ['Sat 1 May 2027', '01:00'])
    assert.deepEqual(await end('23:30'), ['Fri 30 Apr 2027', '23:30'])
    assert.deepEqual(await end('24:00'), ['Sat 1 May 2027', '00:00'])
    // Before the start, it is that which may be changed next.
    await field(page, 'End day').fill('30.4.2027')
    assert.deepEqual(await end('16:00'), ['Fri 30 Apr 2027', '16:00'])
  })

  test('an end before the start is told without the names that programs use', async () => {
    const page = await open('/events/new?start_date=2027-04-30T20:00:00&end_date=2027-04-30T16:00:00')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Matinée')
    await page.keyboard.press('Control+s')
    await page.getByText('An event must not end before it starts.', { exact: true }).waitFor()
  })

  test('a last day that is not understood is told in words, and nothing is sent', async () => {
    const page = await open('/events/new')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Choir')
    await field(page, 'Start day').fill('9.3.2027')
    await field(page, 'Start time').fill('20:00')
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every week')
    await page.getByRole('combobox', { name: 'Stops' }).selectOption('until')
    await field(page, 'Last day').fill('whenever')
    await page.getByText('Such as 9.12. or tomorrow').first().waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('link', { name: 'Repeats: Such as 9.12. or tomorrow' }).waitFor()
    assert.equal(await page.getByText('Invalid parameter').count(), 0)
  })

  test('a date that is left out stays out when the start moves', async () => {
    const pottery = await series('RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20270313T020000')
    const page = await open(`/events/${pottery.id}`)
    await page.getByRole('button', { name: /^Leave out Tue 16 Mar/ }).click()
    const time = field(page, 'Start time')
    await time.fill('')
    // Typed key by key, it is 02:00 for a moment.
    await time.pressSequentially('20:00')
    await save(page)
    const { body } = await service.get(`/events/${pottery.id}`)
    assert.deepEqual(body.recurrence, [
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'RDATE:20270313T020000',
      'EXDATE:20270316T200000',
    ])
    const all = ['09 20', '13 02', '23 20', '30 20']
    assert.deepEqual(
      await datesOf(pottery),
      all.map((moment) => `2027-03-${moment}:00:00`),
    )
    await page.getByRole('checkbox', { name: 'All day' }).check()
    await page.getByRole('button', { name: /^Leave out Tue 23 Mar/ }).click()
    await page.getByRole('checkbox', { name: 'All day' }).uncheck()
    await save(page)
    assert.deepEqual(
      await datesOf(pottery),
      all.filter((moment) => moment !== '23 20').map((moment) => `2027-03-${moment}:00:00`),
    )
  })

  test('dates that the form shows are those that are stored, when the start moves to another day', async () => {
    for (const [rule, days] of [
      ['RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20270323T190000', ['10', '17', '24', '31']],
      ['RRULE:FREQ=WEEKLY;UNTIL=20270330', ['10', '17', '24']],
    ] as const) {
      const pottery = await series(rule)
      const page = await open(`/events/${pottery.id}`)
      await field(page, 'Start day').fill('10.3.2027')
      await save(page)
      assert.deepEqual(
        await datesOf(pottery),
        days.map((day) => `2027-03-${day} 19:00:00`),
      )
    }
  })

  test('after a save for the whole series the form shows what is stored of the date', async () => {
    const choir = await series('RRULE:FREQ=WEEKLY;COUNT=3', { title: 'Choir' })
    const { body } = await service.get(`/events?start_date=2027-01-01&post_parent=${choir.id}`)
    const [, second] = body.events as Json[]
    await service.patch(`/events/${second!.id}`, { title: 'Encore' })
    const page = await open(`/events/${second!.id}`)
    const saveAll = async () => {
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'This event is one of a series' })
      await dialog.getByRole('radio', { name: /^The whole series/ }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Choral')
    await saveAll()
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title in English' }).inputValue(), 'Encore')
    assert.equal((await service.get(`/events/${choir.id}`)).body.title, 'Choral')

    await field(page, 'Start day').fill('17.3.2027')
    await page.keyboard.press('Control+s')
    await page
      .getByText(/, 3 of them are replaced by new ones/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await saveAll()
    await page.getByText('Saved. This date was replaced by another one; this is its series.').waitFor()
    await page.waitForURL(`**/events/${choir.id}`)
    assert.equal(await field(page, 'Start day').inputValue(), 'Wed 10 Mar 2027')
  })

  test('an end that is typed before the start stays', async () => {
    const page = await open('/events/new')
    const ends = async () => [
      await field(page, 'End day').inputValue(),
      await field(page, 'End time').inputValue(),
    ]
    await field(page, 'Start day').fill('3.5.2027')
    await field(page, 'End day').fill('5.5.2027')
    const time = field(page, 'Start time')
    await time.pressSequentially('10:00')
    await time.blur()
    assert.deepEqual(await ends(), ['Wed 5 May 2027', '11:00'])
    await time.fill('12')
    assert.deepEqual(await ends(), ['Wed 5 May 2027', '13:00'])

    await page.reload()
    await page.getByRole('button', { name: 'Discard it' }).click()
    await field(page, 'End day').fill('5.5.2027')
    await field(page, 'End time').fill('18:00')
    await field(page, 'Start day').fill('5.5.2027')
    await time.pressSequentially('10:00')
    assert.deepEqual(await ends(), ['Wed 5 May 2027', '18:00'])
  })

  test('a phrase that is understood late keeps what was typed after it, and a save waits for it', async () => {
    const page = await open('/events/new')
    const network = new EventEmitter()
    const isFast = once(network, 'fast')
    await page.route('**/assets/*.js', async (route) => {
      await isFast
      await route.continue()
    })
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Late')
    const day = field(page, 'Start day')
    const isAsked = page.waitForRequest('**/assets/*.js')
    await day.pressSequentially('in two weeks')
    await field(page, 'Start time').fill('19:30')
    await page.keyboard.press('Control+s')
    await isAsked
    network.emit('fast')
    await page.waitForURL(/\/events\/\d+$/)
    const id = /\d+$/.exec(page.url())![0]
    const { body } = await service.get(`/events/${id}`, { as: administrator })
    assert.match(String(body.start_date), / 19:30:00$/)
    assert.match(String(body.end_date), / 20:30:00$/)
    assert.equal(await field(page, 'Start time').inputValue(), '19:30')
    assert.match(await day.inputValue(), /\d{4}$/)
  })

  test('a time that is typed behind the day goes to its own field', async () => {
    const page = await open('/events/new')
    await field(page, 'Start day').pressSequentially('Tue 9.3.2027, 19h30')
    await page.keyboard.press('Tab')
    await field(page, 'End day').fill('9.3.2027 11pm')
    await page.keyboard.press('Tab')
    const times = ['Start day', 'Start time', 'End day', 'End time'].map((name) =>
      field(page, name).inputValue(),
    )
    const day = 'Tue 9 Mar 2027'
    assert.deepEqual(await Promise.all(times), [day, '19:30', day, '23:00'])
  })

  test('start and end may be typed in one, in either field of the start and behind a phrase', async () => {
    const page = await open('/events/new')
    const names = ['Start day', 'Start time', 'End day', 'End time']
    const times = () => Promise.all(names.map((name) => field(page, name).inputValue()))
    await field(page, 'Start day').pressSequentially('Tue 9.3.2027, 19–22 Uhr')
    await page.keyboard.press('Tab')
    assert.deepEqual(await times(), ['Tue 9 Mar 2027', '19:00', 'Tue 9 Mar 2027', '22:00'])
    await field(page, 'End time').fill('21:30-23')
    await page.keyboard.press('Tab')
    assert.deepEqual(await times(), ['Tue 9 Mar 2027', '19:00', 'Tue 9 Mar 2027', '23:00'])
    await field(page, 'Start time').clear()
    await field(page, 'Start time').pressSequentially('21h à minuit')
    await page.keyboard.press('Tab')
    assert.deepEqual(await times(), ['Tue 9 Mar 2027', '21:00', 'Wed 10 Mar 2027', '00:00'])

    await page.reload()
    await page.getByRole('button', { name: 'Discard it' }).click()
    await field(page, 'Start day').pressSequentially('in two weeks, 7-10pm')
    await page.keyboard.press('Tab')
    const [day, from, lastDay, until] = await times()
    assert.deepEqual([from, lastDay, until], ['19:00', day, '22:00'])
    assert.match(day!, /\d{4}$/)
  })

  test('Ctrl+Enter saves from the button of the calendar, where Tab leads from a day', async () => {
    const page = await open('/events/new')
    await page.getByRole('textbox', { name: 'Title in English' }).fill('By keyboard')
    await field(page, 'Start day').fill('9.3.2027 at 7pm')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/events\/\d+$/)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('a time that nobody typed is asked for instead of being midnight', async () => {
    const page = await open('/events/new')
    const summary = page.getByRole('alert')
    const sentence = 'Enter a time, or choose “All day”.'
    await field(page, 'Start day').fill('9.3.2027')
    await field(page, 'End day').fill('9.3.2027')
    await page.keyboard.press('Control+Enter')
    await summary.getByText('Not saved: 3 fields need your attention.').waitFor()
    await summary.getByText(`Starts: ${sentence}`).waitFor()
    await assertAccessible(page, 'times are missing')
    const missing = page.getByRole('region', { name: 'Checks' })
    await missing.getByRole('link', { name: 'End time' }).waitFor()
    await page.getByRole('textbox', { name: 'Title in English' }).fill('Timeless')
    await missing.getByRole('link', { name: 'Start time' }).click()
    await page.keyboard.type('19:30')
    assert.equal(await missing.getByRole('link', { name: 'End time' }).count(), 0)
    await save(page)

    const times = { start_date: '2027-03-09', end_date: '2027-03-09', all_day: true }
    const { body: whole } = await service.post('/events', anEvent(times))
    await page.goto(`${service.origin}/admin/events/${whole.id}`)
    await page.getByRole('checkbox', { name: 'All day' }).uncheck()
    await page.keyboard.press('Control+s')
    await summary.getByText(`Ends: ${sentence}`).waitFor()
    const { body } = await service.get(`/events/${whole.id}`)
    assert.equal(body.all_day, true)
    await page.getByRole('checkbox', { name: 'All day' }).check()
    assert.equal(await summary.count(), 0)
  })

  test('how many times and how often can be emptied and typed anew', async () => {
    const choir = await series('RRULE:FREQ=WEEKLY;COUNT=10')
    const page = await open(`/events/${choir.id}`)
    const retype = async (name: RegExp, keys: readonly string[]) => {
      const number = page.getByRole('textbox', { name })
      await number.press('End')
      for (const key of keys) await number.press(key)
      const typed = await number.inputValue()
      await number.blur()
      return [typed, await number.inputValue()]
    }
    const many = /^How many times/
    assert.deepEqual(await retype(many, ['Backspace', 'Backspace', '5']), ['5', '5'])
    assert.deepEqual(await retype(/^Interval/, ['Backspace', '2']), ['2', '2'])
    assert.deepEqual(await retype(many, ['0', '0', '0']), ['5000', '1000'])
    assert.deepEqual(await retype(many, ['Backspace', 'Backspace', 'Backspace', 'Backspace']), ['', '1'])
    assert.deepEqual(await retype(many, ['Backspace', '4']), ['4', '4'])
    await save(page)
    assert.deepEqual((await service.get(`/events/${choir.id}`)).body.recurrence, [
      'RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4',
    ])
  })

  test('the day of the month is that of the rule, and follows the start', async () => {
    const course = await series('RRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3')
    const page = await open(`/events/${course.id}`)
    const chosen = page.getByLabel('Which day of the month').locator('option:checked')
    assert.equal(await chosen.innerText(), 'on the second Tuesday')
    await field(page, 'Start day').fill('16.3.2027')
    assert.equal(await chosen.innerText(), 'on the third Tuesday')
    await save(page)
    const dates = ['03-16', '04-20', '05-18'].map((day) => `2027-${day} 19:00:00`)
    assert.deepEqual(await datesOf(course), dates)

    const other = await series('RRULE:FREQ=MONTHLY;BYDAY=1TU;COUNT=3')
    await page.goto(`${service.origin}/admin/events/${other.id}`)
    assert.equal(await chosen.innerText(), 'on the first Tuesday')
  })
})
