import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isInstalled, judge, judges } from './judges.ts'
import { made, makeEvent } from './listed.ts'
import { Service } from './service.ts'

/** Calendars as libraries read them that calendar programs are made with. */

/** Of settled rules, because one of the libraries goes by time-zone data of its own, which may be older than that of Node.js. */
const zones = [
  ...['Africa/Cairo', 'America/New_York', 'America/St_Johns', 'Asia/Jerusalem', 'Asia/Kolkata'],
  ...['Australia/Lord_Howe', 'Europe/Dublin', 'Europe/Zurich', 'Pacific/Chatham', 'UTC', 'UTC+5:30'],
]

const title = 'Semi; colon, back\\slash: “quotes” 🎺 and a very long title that has to be folded somewhere'

describe('calendars in other programs', () => {
  const service = new Service()
  let text = ''
  let expected: unknown[] = []

  before(async () => {
    await service.start()
    const venue = await made(service, '/venues', { venue: 'Hall; "2", B', geo_lat: -33.9, geo_lng: 151.2 })
    const organizer = await made(service, '/organizers', { organizer: 'Who; "ever"', email: 'a@example.org' })
    for (const [index, timezone] of zones.entries()) {
      const common = {
        timezone,
        venue: [venue],
        organizer: [organizer],
        website: 'https://example.org/a;b,c',
      }
      const month = String(1 + (index % 12)).padStart(2, '0')
      await makeEvent(service, title, {
        ...common,
        description: '<p>One</p><ul><li>two</li></ul>',
        start_date: `2027-${month}-20 03:00`,
        end_date: `2027-${month}-20 05:00`,
      })
      await makeEvent(service, 'Day', {
        ...common,
        all_day: true,
        event_status: index % 2 === 0 ? 'cancelled' : 'moved-online',
        start_date: `2027-${month}-21`,
        end_date: `2027-${month}-22`,
      })
    }
    text = (await service.get('/events.ics')).text
    const { body } = await service.get('/events?per_page=100')
    expected = body.events.map((event: Record<string, string>) => [
      `${event.id}@${new URL(service.origin).host}`,
      event.title,
      event.all_day ? event.start_date!.slice(0, 10) : `${event.utc_start_date!.replace(' ', 'T')}+00:00`,
    ])
  })
  after(() => service.stop())

  for (const name of judges)
    test(`${name} reads every event, at the same instant`, async (context) => {
      if (!(await isInstalled(name)))
        return context.skip(
          `${name} is not installed: apt-get install python3-icalendar python3-gi gir1.2-ical-3.0`,
        )
      assert.deepEqual(await judge(name, text), expected)
      const { text: empty } = await service.get('/events.ics?search=nothing')
      assert.deepEqual(await judge(name, empty), [])
    })
})
