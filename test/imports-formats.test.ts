import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendar, importFile, importsPath, preview, readImport, run, vevent } from './importing.ts'
import { anEvent, onEachDatabase, type Json } from './service.ts'

/** What files of each format become. */

/** In Zurich clocks show 02:00 to 03:00 twice in this night. */
const nights = [
  ['2027-10-31T01:30:00Z', '2027-10-31T03:00:00Z'],
  ['2027-10-31T00:30:00Z', '2027-10-31T01:15:00Z'],
  ['2027-10-31T00:30:00Z', '2027-10-31T00:45:00Z'],
] as const

const environment = { CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_LANGUAGES: 'en,fr,de' }

onEachDatabase((service) => {
  let sources = 0
  const importNew = async (content: string | Buffer, filename = 'a.ics', fields = {}): Promise<Json> =>
    importFile(service, content, { source: `source ${(sources += 1)}`, ...fields }, filename)
  const eventOf = async ({ rows }: Json, place = 0): Promise<Json> =>
    (await service.get(`/events/${rows[place].id}`)).body
  const imported = async (content: string | Buffer, filename?: string) =>
    eventOf(await importNew(content, filename))
  const occurrencesOf = async (id: number): Promise<Json[]> =>
    (await service.get(`/events?start_date=2027-01-01&post_parent=${id}&per_page=50`)).body.events

  /** Makes events in repeated hours and returns their times, and where to export them. */
  async function makeNights(): Promise<{ times: readonly Json[]; query: string }> {
    const made = []
    for (const [start_date, end_date] of nights)
      made.push(await service.post('/events', { title: 'Night', start_date, end_date }))
    const query = `include=${made.map(({ body }) => body.id).join(',')}`
    return { times: made.map(({ body }) => timesOf(body)), query }
  }
  const timesOf = ({ start_date, end_date, utc_start_date, utc_end_date }: Json) => [
    start_date,
    end_date,
    utc_start_date,
    utc_end_date,
  ]
  const allTimes = async (done: Json) => {
    const events = await Promise.all(done.rows.map((_: Json, place: number) => eventOf(done, place)))
    return events.map(timesOf).toSorted()
  }

  describe('iCalendar', () => {
    test('what EXRULE takes out are dates that do not take place', async () => {
      const series = async (...lines: string[]) => {
        const file = calendar(vevent('a', 'DTSTART:20270301T190000', 'DTEND:20270301T200000', ...lines))
        const { body } = await preview(service, file, { source: `source ${(sources += 1)}` })
        const done = await run(service, body.id)
        const { recurrence } = await eventOf(done)
        return { reason: body.rows[0].reason, recurrence, occurrences: await occurrencesOf(done.rows[0].id) }
      }
      const bounded = await series('RRULE:FREQ=DAILY;COUNT=10', 'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU')
      assert.deepEqual(
        bounded.occurrences.map(({ start_date: start }) => start.slice(8, 10)),
        ['01', '02', '03', '04', '05', '08', '09', '10'],
      )
      assert.doesNotMatch(bounded.reason, /EXRULE/)
      const endless = await series('RRULE:FREQ=WEEKLY', 'EXRULE:FREQ=WEEKLY;INTERVAL=2')
      assert.match(endless.reason, /EXRULE is replaced by dates, the last of which is 2037-/)
      assert.equal(endless.occurrences[0]!.start_date, '2027-03-08 19:00:00')
    })

    test('dates before the start of a series are left out, with a note', async () => {
      const early = 'RDATE:20270215T190000,20270222T190000,20270304T190000'
      const period = 'RDATE;VALUE=PERIOD:20270201T190000/PT5H'
      const lines = ['DTSTART:20270301T190000', 'DTEND:20270301T200000', 'RRULE:FREQ=WEEKLY;COUNT=2']
      const file = calendar(vevent('early', ...lines, early, period))
      const { body } = await preview(service, file, { source: 'early' })
      assert.equal(body.rows[0].action, 'create')
      assert.match(body.rows[0].reason, /RDATE before DTSTART are left out, the last of which is 2027-02-22/)
      const done = await run(service, body.id)
      assert.deepEqual(
        (await occurrencesOf(done.rows[0].id)).map(({ start_date: start }) => start),
        ['2027-03-01 19:00:00', '2027-03-04 19:00:00', '2027-03-08 19:00:00'],
      )
    })

    test('the properties of an event become its fields', async () => {
      const event = await imported(
        calendar(
          vevent(
            'a',
            'SUMMARY;LANGUAGE=de-CH:Konzert\\, gross',
            'DESCRIPTION:Eins < zwei\\n\\nDrei',
            'LOCATION:Kulturhaus\\, Hauptstrasse 1\\, Biel',
            'GEO:47.14;7.25',
            'ORGANIZER;CN="Verein, neu":mailto:info@example.org',
            'CATEGORIES:Musik,Fest\\, Markt',
            'CATEGORIES:Kinder',
            'URL:https://example.org/konzert',
            'STATUS:CANCELLED',
          ),
        ),
      )
      assert.deepEqual(
        [event.title, event.language, event.description, event.website, event.event_status],
        [
          'Konzert, gross',
          'de',
          '<p>Eins &lt; zwei</p>\n<p>Drei</p>',
          'https://example.org/konzert',
          'cancelled',
        ],
      )
      assert.deepEqual(
        [event.venue.venue, event.venue.address, event.venue.geo_lat],
        ['Kulturhaus', 'Hauptstrasse 1, Biel', 47.14],
      )
      assert.deepEqual(
        [event.organizer[0].organizer, event.organizer[0].email],
        ['Verein, neu', 'info@example.org'],
      )
      assert.deepEqual(
        event.categories.map(({ name }: Json) => name),
        ['Musik', 'Fest, Markt', 'Kinder'],
      )
    })

    test('a calendar without events says so', async () => {
      for (const [content, notes] of [
        [calendar(), ['This calendar has no events.']],
        [calendar('BEGIN:VTIMEZONE\nTZID:Our zone\nEND:VTIMEZONE'), ['This calendar has no events.']],
        [calendar('BEGIN:VEVENT\nEND:VEVENT'), undefined],
        [calendar(vevent('a')), undefined],
      ] as const)
        assert.deepEqual((await preview(service, content, { source: 'nothing' })).body.notes, notes)
    })

    test('what other programs write besides is undone', async () => {
      const { venue, organizer, description } = await imported(
        calendar(
          vevent(
            'b',
            'LOCATION:Impact Hub (Sihlquai 131\\, Zürich)',
            'ORGANIZER;CN="Kultur%20%26%20Caf%C3%A9":MAILTO:info@example.org',
            'DESCRIPTION:Flohmarkt f&uuml;r alle &ndash; 5 &lt; 6 &amp; B&B',
          ),
        ),
      )
      assert.deepEqual([venue.venue, venue.address], ['Impact Hub', 'Sihlquai 131, Zürich'])
      assert.equal(organizer[0].organizer, 'Kultur & Café')
      assert.equal(description, '<p>Flohmarkt für alle – 5 &lt; 6 &amp; B&amp;B</p>')
    })

    const styled: readonly (readonly [string, string])[] = [
      ['X-ALT-DESC;FMTTYPE=text/html:<p>Bring\\na <b>chair</b></p>', '<p>Bring\na <b>chair</b></p>'],
      ['X-ALT-DESC;FMTTYPE=text/html:<HTML><BODY></BODY></HTML>', '<p>Plain</p>'],
      ['X-ALT-DESC;FMTTYPE=text/html:', '<p>Plain</p>'],
      ['X-ALT-DESC;FMTTYPE=text/html:<p>C:\\\\new\\, a</p>', '<p>C:\\new, a</p>'],
      ['STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<p>C:\\\\new\\, a</p>', '<p>C:\\new, a</p>'],
    ]
    for (const [line, expected] of styled)
      test(`of ${line} and a plain description, one is taken`, async () => {
        const { description } = await imported(calendar(vevent('a', 'DESCRIPTION:Plain', line)))
        assert.equal(description, expected)
      })

    const times: readonly (readonly [string, readonly string[], readonly unknown[]])[] = [
      [
        'a local time',
        ['DTSTART:20270310T190000', 'DTEND:20270310T210000'],
        ['2027-03-10 19:00:00', '2027-03-10 21:00:00', 'Europe/Zurich', false],
      ],
      [
        'UTC',
        ['DTSTART:20270310T190000Z', 'DURATION:PT90M'],
        ['2027-03-10 20:00:00', '2027-03-10 21:30:00', 'Europe/Zurich', false],
      ],
      [
        'a length in hours over a change of clocks',
        ['DTSTART;TZID=Europe/Berlin:20270327T220000', 'DURATION:PT8H'],
        ['2027-03-27 22:00:00', '2027-03-28 07:00:00', 'Europe/Berlin', false],
      ],
      [
        'a length in days over a change of clocks',
        ['DTSTART:20270327T220000', 'DURATION:P1DT1H'],
        ['2027-03-27 22:00:00', '2027-03-28 23:00:00', 'Europe/Zurich', false],
      ],
      [
        'a zone',
        ['DTSTART;TZID=America/New_York:20270310T190000'],
        ['2027-03-10 19:00:00', '2027-03-10 19:00:00', 'America/New_York', false],
      ],
      [
        'a zone of Windows',
        ['DTSTART;TZID="W. Europe Standard Time":20270310T190000'],
        ['2027-03-10 19:00:00', '2027-03-10 19:00:00', 'Europe/Zurich', false],
      ],
      [
        'a zone at the end of a path',
        ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Paris:20270310T190000'],
        ['2027-03-10 19:00:00', '2027-03-10 19:00:00', 'Europe/Paris', false],
      ],
      [
        'a day',
        ['DTSTART;VALUE=DATE:20270310'],
        ['2027-03-10 00:00:00', '2027-03-10 23:59:59', 'Europe/Zurich', true],
      ],
      [
        'days, the end exclusive',
        ['DTSTART;VALUE=DATE:20270310', 'DTEND;VALUE=DATE:20270313'],
        ['2027-03-10 00:00:00', '2027-03-12 23:59:59', 'Europe/Zurich', true],
      ],
      ...[
        [';TZID=Europe/Athens:20270310T000000', ';TZID=Europe/Athens:20270312T000000', 'Europe/Athens'],
        [':20270309T230000Z', ':20270311T230000Z', 'Europe/Zurich'],
        [':20270310T000000Z', ':20270312T000000Z', 'Europe/Zurich'],
      ].map(
        ([start, end, zone]) =>
          [
            `what Exchange marks as days, with DTSTART${start},`,
            [`DTSTART${start}`, `DTEND${end}`, 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
            ['2027-03-10 00:00:00', '2027-03-11 23:59:59', zone, true],
          ] as const,
      ),
      [
        'what is marked as days, but has times,',
        ['DTSTART:20270310T190000', 'DTEND:20270310T210000', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
        ['2027-03-10 19:00:00', '2027-03-10 21:00:00', 'Europe/Zurich', false],
      ],
      [
        'a date without its type',
        ['DTSTART:20270310'],
        ['2027-03-10 00:00:00', '2027-03-10 23:59:59', 'Europe/Zurich', true],
      ],
    ]
    test('the letters of a time may be small', async () => {
      const small = ['DTSTART;TZID=Europe/Zurich:20270725t100000z', 'DTEND:20270725t110000z']
      const { utc_start_date, utc_end_date } = await eventOf(await importNew(calendar(vevent('z', ...small))))
      assert.deepEqual([utc_start_date, utc_end_date], ['2027-07-25 10:00:00', '2027-07-25 11:00:00'])
    })

    test('a length in hours may end in the second of two equal hours', async () => {
      const event = await imported(calendar(vevent('a', 'DTSTART:20271030T220000', 'DURATION:PT5H')))
      assert.deepEqual([event.end_date, event.utc_end_date], ['2027-10-31 02:00:00', '2027-10-31 01:00:00'])
    })

    test('all occurrences of a length in hours end at the same time of day', async () => {
      const done = await importNew(
        calendar(vevent('a', 'DTSTART:20270327T220000', 'DURATION:PT8H', 'RRULE:FREQ=WEEKLY;COUNT=3')),
      )
      const ends = (await occurrencesOf(done.rows[0].id)).map(({ end_date: end }) => end.slice(11))
      assert.deepEqual(ends, ['06:00:00', '06:00:00', '06:00:00'])
    })

    for (const [name, lines, expected] of times)
      test(`${name} is read`, async () => {
        const { start_date, end_date, timezone, all_day } = await imported(calendar(vevent('a', ...lines)))
        assert.deepEqual([start_date, end_date, timezone, all_day], expected)
      })

    test('a zone that only the file knows is recognised by its rules, also after the events', async () => {
      const zone = `BEGIN:VTIMEZONE
TZID:Our zone
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`
      const event = await imported(calendar(vevent('a', 'DTSTART;TZID=Our zone:20270710T190000'), zone))
      assert.deepEqual([event.timezone, event.utc_start_date], ['America/New_York', '2027-07-10 23:00:00'])
    })

    const observance = (name: string, start: string, from: string, to: string, ...lines: string[]) =>
      [
        `BEGIN:${name}`,
        `DTSTART:${start}`,
        `TZOFFSETFROM:${from}`,
        `TZOFFSETTO:${to}`,
        ...lines,
        `END:${name}`,
      ].join('\n')
    const zoneNamed = async (name: string, ...observances: string[]): Promise<string> => {
      const zone = ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE']
      return (await imported(calendar(...zone, vevent('a', `DTSTART;TZID=${name}:20270710T190000`)))).timezone
    }
    const zoneOf = (...observances: string[]) => zoneNamed('Our zone', ...observances)
    const eastern = [
      observance('STANDARD', '20071104T020000', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
      observance('DAYLIGHT', '20070311T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
    ]

    test('the name of an offset counts unless the rules beside it are others', async () => {
      for (const name of ['EST', 'UTC-5', 'Etc/GMT+5'])
        assert.equal(await zoneNamed(name, ...eastern), 'America/New_York')
      const sameAllYear = observance('STANDARD', '19700101T000000', '-0500', '-0500')
      for (const name of ['EST', 'UTC-5', 'Etc/GMT+5']) assert.equal(await zoneNamed(name, sameAllYear), name)
      assert.equal(await zoneNamed('Etc/GMT-5', sameAllYear), 'UTC-5')
      // The rules of a place may be from before it gave up summer time.
      assert.equal(await zoneNamed('America/Bogota', ...eastern), 'America/Bogota')
    })

    test('of the rules of a zone the latest count, wherever they are', async () => {
      const until = 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z'
      const before = [
        observance('DAYLIGHT', '19870405T020000', '-0600', '-0500', until),
        observance('STANDARD', '19000101T000000', '-0456', '-0600', 'RDATE:19010101T000000,19020101T000000'),
      ]
      for (const rules of [
        [...before, ...eastern],
        [...eastern, ...before],
        [...before, ...eastern.toReversed()],
      ])
        assert.equal(await zoneOf(...rules), 'America/New_York')
    })

    test('a zone with a single offset is that offset', async () => {
      for (const [offset, expected] of [
        ['+0400', 'UTC+4'],
        ['-0600', 'UTC-6'],
        ['+0530', 'UTC+5:30'],
        ['+0000', 'UTC+0'],
      ] as const)
        assert.equal(await zoneOf(observance('STANDARD', '19700101T000000', offset, offset)), expected)
    })

    const series = [
      vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20270317T190000', 'RDATE:20270312T190000'),
      vevent(
        's',
        'RECURRENCE-ID:20270324T190000',
        'SUMMARY:Special',
        'DTSTART:20270325T200000',
        'DTEND:20270325T210000',
      ),
      vevent(
        's',
        'RECURRENCE-ID:20270331T190000',
        'STATUS:CANCELLED',
        'DTSTART:20270331T190000',
        'DTEND:20270331T210000',
      ),
    ]

    test('a start that RDATE names as well is not repeated in the series', async () => {
      const start = 'RDATE:20270310T190000'
      for (const [lines, recurrence] of [
        [['RRULE:FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3', start], ['RRULE:FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3']],
        [[`${start},20270312T190000`], ['RDATE:20270312T190000']],
        [[start], [start]],
      ] as const) {
        const { rows } = await importNew(calendar(vevent('named', ...lines)))
        assert.deepEqual((await service.get(`/events/${rows[0].id}`)).body.recurrence, recurrence)
      }
    })

    test('an exception that ends before it starts fails alone, in the preview as in the run', async () => {
      const early = ['DTSTART:20270324T200000', 'DTEND:20270324T190000']
      const { would, rows } = await importNew(
        calendar(
          vevent('early', 'RRULE:FREQ=WEEKLY;COUNT=4'),
          vevent('early', 'RECURRENCE-ID:20270324T190000', ...early),
        ),
      )
      assert.deepEqual(would, { create: 1, change: 0, skip: 0, fail: 1 })
      assert.equal((await occurrencesOf(rows[0].id)).length, 4)
      assert.equal(rows[1].reason, 'An event must not end before it starts.')
    })

    test('a rule and its exceptions become one series', async () => {
      const done = await importNew(calendar(...series))
      const occurrences = await occurrencesOf(done.rows[0].id)

      assert.deepEqual(done.would, { create: 1, change: 0, skip: 0, fail: 0 })
      assert.deepEqual(
        occurrences.map(({ title, start_date, event_status }) => [title, start_date, event_status]),
        [
          ['Event s', '2027-03-10 19:00:00', 'scheduled'],
          ['Event s', '2027-03-12 19:00:00', 'scheduled'],
          ['Special', '2027-03-25 20:00:00', 'scheduled'],
          ['Event s', '2027-03-31 19:00:00', 'cancelled'],
          ['Event s', '2027-04-07 19:00:00', 'scheduled'],
          ['Event s', '2027-04-14 19:00:00', 'scheduled'],
        ],
      )
      assert.deepEqual(occurrences[3].overrides, ['event_status'])
    })

    test('an exception that is gone at the source is gone here', async () => {
      const source = { source: 'exceptions' }
      const first = await importFile(service, calendar(...series), source)
      await importFile(service, calendar(series[0]!), source)
      const titles = (await occurrencesOf(first.rows[0].id)).map(({ title, start_date }) => [
        title,
        start_date,
      ])

      assert.deepEqual(titles[2], ['Event s', '2027-03-24 19:00:00'])
    })

    test('an exception that goes with its date is not back when the date is', async () => {
      const moved = vevent(
        's',
        'RECURRENCE-ID:20270317T190000',
        'STATUS:CANCELLED',
        'DTSTART:20270317T210000',
      )
      const weekly = 'RRULE:FREQ=WEEKLY;COUNT=3'
      const without = ['RRULE:FREQ=WEEKLY;COUNT=1', `${weekly}\nEXDATE:20270317T190000`]
      for (const [place, lines] of without.entries()) {
        const source = { source: `exception and date ${place}` }
        const first = await importFile(service, calendar(vevent('s', weekly), moved), source)
        const [, before] = await occurrencesOf(first.rows[0].id)
        const gone = await importFile(service, calendar(vevent('s', lines)), source)
        await importFile(service, calendar(vevent('s', weekly)), source)
        const [, after] = await occurrencesOf(first.rows[0].id)

        assert.deepEqual([before!.start_date, before!.event_status], ['2027-03-17 21:00:00', 'cancelled'])
        assert.deepEqual(
          [after!.id, after!.start_date, after!.event_status, after!.overrides],
          [before!.id, '2027-03-17 19:00:00', 'scheduled', []],
        )
        assert.equal(gone.rows[0].outcome, 'written')
      }
    })

    test('a date that was private and has gone is still private when it is back', async () => {
      const source = { source: 'private date' }
      const hidden = vevent('s', 'RECURRENCE-ID:20270317T190000', 'SUMMARY:Gala', 'CLASS:PRIVATE')
      const weekly = vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=3')
      const first = await importFile(service, calendar(weekly, hidden), source)
      await importFile(service, calendar(weekly.replace('COUNT=3', 'COUNT=1')), source)
      await importFile(service, calendar(weekly), source)
      const path = `/events?start_date=2027-03-17&post_parent=${first.rows[0].id}&status=private`
      const [occurrence] = (await service.get(path, { as: 'admin:secret' })).body.events

      assert.deepEqual([occurrence.title, occurrence.overrides], ['Event s', ['status']])
    })

    describe('an exception in a file without its series', () => {
      const source = (name: string) => ({ source: `exception alone ${name}` })
      const cancelled = vevent(
        's',
        'RECURRENCE-ID;TZID=Europe/Berlin:20270407T190000',
        'STATUS:CANCELLED',
        'DTSTART;TZID=Europe/Berlin:20270407T190000',
        'DTEND;TZID=Europe/Berlin:20270407T210000',
      )
      const inBerlin = series.map((one) =>
        one.replaceAll(/^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID):/gm, '$1;TZID=Europe/Berlin:'),
      )
      const statesOf = async (id: number) =>
        (await occurrencesOf(id)).map(({ title, event_status }) => `${title} ${event_status}`)

      test('is one of the series that was imported before, and is taken back', async () => {
        const first = await importFile(service, calendar(...inBerlin), source('known'))
        const [{ id }] = first.rows
        const before = await occurrencesOf(id)
        const { total } = (await service.get('/events')).body
        const { body } = await preview(service, calendar(cancelled), source('known'))
        assert.deepEqual(body.would, { create: 0, change: 1, skip: 0, fail: 0 })
        assert.deepEqual([body.rows[0].id, body.rows[0].reason], [id, 'Changes occurrences.'])
        const done = await run(service, body.id)

        assert.equal((await service.get('/events')).body.total, total)
        assert.deepEqual(await statesOf(id), [
          'Event s scheduled',
          'Event s scheduled',
          'Special scheduled',
          'Event s cancelled',
          'Event s cancelled',
          'Event s scheduled',
        ])
        const again = (await preview(service, calendar(cancelled), source('known'))).body
        assert.equal(again.rows[0].reason, 'Nothing differs.')
        const whole = (await preview(service, calendar(...inBerlin, cancelled), source('known'))).body
        assert.equal(whole.rows[0].reason, 'Nothing differs.')

        await service.delete(`${importsPath}/${done.id}`)
        const shown = (events: Json[]) => events.map(({ modified: _, modified_utc: __, ...event }) => event)
        assert.deepEqual(shown(await occurrencesOf(id)), shown(before))
      })

      test('is invalid if the known series has no such date', async () => {
        await importFile(service, calendar(...inBerlin), source('dateless'))
        const file = calendar(cancelled.replaceAll('20270407', '20270408'))
        const { body } = await preview(service, file, source('dateless'))
        assert.deepEqual(body.would, { create: 0, change: 0, skip: 0, fail: 1 })
        assert.match(body.rows[0].reason, /The series has no date/)
      })

      test('is an event of its own if no series is known, and stays one', async () => {
        const first = await importFile(service, calendar(cancelled), source('alone'))
        assert.equal(first.rows[0].action, 'create')
        await importFile(service, calendar(...inBerlin), source('alone'))
        const renamed = cancelled.replace('SUMMARY:Event s', 'SUMMARY:Renamed')
        const { body } = await preview(service, calendar(renamed), source('alone'))
        assert.deepEqual([body.rows[0].action, body.rows[0].id], ['change', first.rows[0].id])
      })
    })

    test('what changes for this and all later dates becomes another series', async () => {
      const done = await importNew(
        calendar(
          vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=4'),
          vevent(
            's',
            'RECURRENCE-ID;RANGE=THISANDFUTURE:20270324T190000',
            'SUMMARY:Later',
            'DTSTART:20270324T200000',
            'DTEND:20270324T220000',
          ),
        ),
      )
      const [first, second] = done.rows as Json[]

      assert.deepEqual(
        (await occurrencesOf(first!.id)).map(({ start_date }) => start_date),
        ['2027-03-10 19:00:00', '2027-03-17 19:00:00'],
      )
      assert.deepEqual(
        (await occurrencesOf(second!.id)).map(({ title, start_date }) => [title, start_date]),
        [
          ['Later', '2027-03-24 20:00:00'],
          ['Later', '2027-03-31 20:00:00'],
        ],
      )
    })

    describe('what a source no longer has as an event of its own', () => {
      const weekly = vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=3')
      const lines = ['SUMMARY:Own', 'DTSTART:20270317T200000', 'DURATION:PT1H']
      const later = vevent('s', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20270317T190000', ...lines)
      const exception = vevent('s', 'RECURRENCE-ID:20270317T190000', ...lines)
      const again = (name: string, policy: string, ...parts: string[]) =>
        importFile(service, calendar(...parts), { source: name, policy })
      const shown = async (query: string) =>
        (await service.get(`/events?start_date=2027-01-01&per_page=50${query}`)).body.events.map(
          ({ title, start_date }: Json) => `${title} ${start_date.slice(8, 13)}`,
        )
      const statusOf = async (id: number) => (await service.get(`/events/${id}`)).status
      const whole = ['Event s 10 19', 'Event s 17 19', 'Event s 24 19']
      const cases = [
        ['a continued series', [weekly, later], [weekly], whole],
        ['an occurrence', [exception], [weekly, exception], [whole[0], 'Own 17 20', whole[2]]],
      ] as const

      for (const [name, first, second, dates] of cases) {
        test(`goes to the trash: ${name}`, async () => {
          const source = `withdrawn ${name}`
          const { rows } = await again(source, 'keep_local', ...first)
          const own = rows.at(-1).id
          const done = await again(source, 'keep_local', ...second)
          const series = done.rows.find(({ external_id }: Json) => external_id === 's').id
          assert.deepEqual(await shown(`&post_parent=${series}`), dates)
          assert.equal(await statusOf(own), 410)
          const repeated = await again(source, 'keep_local', ...second)
          assert.deepEqual(repeated.would, { create: 0, change: 0, skip: 1, fail: 0 })

          assert.equal((await service.delete(`${importsPath}/${done.id}`)).body.left, undefined)
          assert.equal(await statusOf(own), 200)
          await again(source, 'keep_local', ...second)
          assert.equal(await statusOf(own), 410)
          if (name === 'an occurrence') return
          const back = await again(source, 'keep_local', ...first)
          assert.deepEqual(back.would, { create: 1, change: 1, skip: 0, fail: 0 })
          assert.deepEqual(await shown(`&post_parent=${back.rows[1].id}`), ['Own 17 20', 'Own 24 20'])
        })

        for (const [policy, status] of [
          ['keep_local', 200],
          ['create_only', 200],
          ['overwrite', 410],
        ] as const)
          test(`is ${status === 200 ? 'left' : 'trashed'} by ${policy} if it was edited here: ${name}`, async () => {
            const source = `withdrawn and edited ${name} ${policy}`
            const { rows } = await again(source, policy, ...first)
            const own = rows.at(-1).id
            const [edited] = name === 'an occurrence' ? [{ id: own }] : await occurrencesOf(own)
            await service.patch(`/events/${edited!.id}`, { description: 'Edited here' })
            await again(source, policy, ...second)
            assert.equal(await statusOf(own), status)
          })
      }
    })

    test('what changes for all dates stays one series', async () => {
      const range = (wall: string, title: string, day: string) =>
        vevent(
          's',
          `RECURRENCE-ID;RANGE=THISANDFUTURE:${wall}T190000`,
          `SUMMARY:${title}`,
          `DTSTART:${day}T200000`,
          'DURATION:PT1H',
        )
      const weekly = vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=3')
      const source = { source: 'all dates' }
      const first = await importFile(service, calendar(weekly), source)
      const done = await importFile(service, calendar(weekly, range('20270310', 'Later', '20270311')), source)

      assert.deepEqual([done.rows.length, done.rows[0].id], [1, first.rows[0].id])
      assert.deepEqual(
        (await occurrencesOf(done.rows[0].id)).map(({ title, start_date }) => [title, start_date]),
        ['11', '18', '25'].map((day) => ['Later', `2027-03-${day} 20:00:00`]),
      )
    })

    test('a malformed page URL in a file of ours gives no slug', async () => {
      for (const [place, path] of ['%E0%A4%A', '100%'].entries()) {
        const event = vevent(`malformed ${place}`, `URL:https://example.org/event/${path}/`)
        const { slug } = await imported(calendar(event).replace('//Test//', '//Calends//Calends 0.1.0//'))
        assert.equal(slug, `event-malformed-${place}`)
      }
    })

    test('each calendar of a file has its own zone and program', async () => {
      const event = (uid: string) => vevent(uid, 'URL:https://example.org/event/page/')
      const done = await importNew(
        calendar('X-WR-TIMEZONE:America/New_York', event('first')).replace('//Test//', '//Calends//1//') +
          calendar(event('second')),
      )
      const [first, second] = [await eventOf(done), await eventOf(done, 1)]
      assert.deepEqual([first.timezone, first.slug, first.website], ['America/New_York', 'page', ''])
      assert.deepEqual(
        [second.timezone, second.slug, second.website],
        ['Europe/Zurich', 'event-second', 'https://example.org/event/page/'],
      )
    })

    test('times in a zone with rules of its own are instants, unless they repeat', async () => {
      const rules = (name: string, start: string, from: string, to: string) =>
        `BEGIN:${name}\nDTSTART:${start}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY\nEND:${name}`
      const zone = [
        'BEGIN:VTIMEZONE\nTZID:Own',
        rules('STANDARD', '20240101T000000', '+1000', '+1200'),
        rules('DAYLIGHT', '20240505T080000', '+1200', '+1000'),
        'END:VTIMEZONE',
      ].join('\n')
      const at = (start: string, ...lines: string[]) => vevent(start, `DTSTART;TZID=Own:${start}`, ...lines)
      const done = await importNew(
        calendar(
          at('20270303T080000'),
          zone,
          ...['20270803T080000', '20270505T080001', '20270505T070001', '20280101T010000'].map((start) =>
            at(start),
          ),
          at('20270804T080000', 'RRULE:FREQ=DAILY;COUNT=2'),
        ),
      )
      const events = await Promise.all([0, 1, 2, 3, 4].map((place) => eventOf(done, place)))
      assert.deepEqual(
        events.map(({ utc_start_date, timezone }) => [utc_start_date, timezone]),
        [
          '2027-03-02 20:00:00',
          '2027-08-02 22:00:00',
          '2027-05-04 22:00:01',
          '2027-05-04 19:00:01',
          '2027-12-31 15:00:00',
        ].map((instant) => [instant, 'Europe/Zurich']),
      )
      assert.equal(done.rows[5].reason, 'The time zone "Own" is not known.')
    })

    test('rules that no clock has are not computed, and the zone counts as unknown', async () => {
      const zone = (name: string, rule: string) =>
        [
          `BEGIN:VTIMEZONE\nTZID:${name}`,
          `BEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+1000\nTZOFFSETTO:+1200\n${rule}\nEND:STANDARD`,
          'BEGIN:DAYLIGHT\nDTSTART:16010505T080000\nTZOFFSETFROM:+1200\nTZOFFSETTO:+1000',
          'RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=8;BYDAY=1SU;BYMONTH=5\nEND:DAYLIGHT\nEND:VTIMEZONE',
        ].join('\n')
      const rules = [
        'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=SU;BYMONTH=1;BYSETPOS=1;UNTIL=20991231T000000Z',
        'RRULE:FREQ=DAILY',
        'RRULE:FREQ=YEARLY;BYDAY=MO;BYHOUR=1,2,3;BYSETPOS=-1',
        'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE',
      ]
      const zones = rules.map((rule, place) => zone(`Odd ${place}`, rule))
      const done = await importNew(
        calendar(
          ...zones,
          ...zones.map((_, place) =>
            vevent(String(place), `DTSTART;TZID=Odd ${place}:2027030${place + 1}T080000`),
          ),
        ),
      )
      assert.equal((await eventOf(done, 0)).utc_start_date, '2027-02-28 20:00:00')
      assert.deepEqual(
        done.rows.slice(1).map(({ action, reason }: Json) => [action, reason]),
        [1, 2, 3].map((place) => ['fail', `The time zone "Odd ${place}" is not known.`]),
      )
    })

    test('a calendar may name its zone after its events', async () => {
      const done = await importNew(
        calendar(
          vevent('first'),
          'X-WR-TIMEZONE:America/New_York',
          vevent('second', 'DTSTART:20270310T190000Z'),
        ) +
          calendar(
            vevent('third'),
            'BEGIN:VEVENT\nDTSTART:x\nEND:VEVENT',
            vevent('third', 'SUMMARY:Repeated'),
          ),
      )
      const all = await Promise.all([0, 1, 2].map((place) => eventOf(done, place)))
      assert.deepEqual(
        all.map(({ title, timezone, start_date }) => [title, timezone, start_date]),
        [
          ['Event first', 'America/New_York', '2027-03-10 19:00:00'],
          ['Event second', 'America/New_York', '2027-03-10 14:00:00'],
          ['Event third', 'Europe/Zurich', '2027-03-10 19:00:00'],
        ],
      )
      assert.deepEqual(
        done.rows.slice(3).map(({ action }: Json) => action),
        ['fail', 'fail'],
      )
    })

    test('each calendar of a file has its own definitions of zones, and finds those of others', async () => {
      const zoned = (uid: string, name = 'Customized Time Zone') =>
        vevent(uid, `DTSTART;TZID=${name}:20270710T190000`, 'RRULE:FREQ=DAILY;COUNT=2')
      const defined = (offset: string, name = 'Customized Time Zone') =>
        `BEGIN:VTIMEZONE\nTZID:${name}\n${observance('STANDARD', '19700101T000000', offset, offset)}\nEND:VTIMEZONE`
      const done = await importNew(
        calendar(zoned('before', 'Of the other'), defined('+0400'), zoned('first')) +
          calendar(zoned('second'), defined('+0500'), defined('+0600', 'Of the other'), zoned('third')),
      )
      const zones = new Map<string, string>()
      for (const [place] of done.rows.entries()) {
        const { title, timezone } = await eventOf(done, place)
        zones.set(title, timezone)
      }
      assert.deepEqual(Object.fromEntries(zones), {
        'Event before': 'UTC+6',
        'Event first': 'UTC+4',
        'Event second': 'UTC+5',
        'Event third': 'UTC+5',
      })
    })

    test('a calendar may begin where the one before was cut off', async () => {
      const cut = calendar('X-WR-TIMEZONE:America/New_York', 'BEGIN:VEVENT').split('END:VCALENDAR')[0]!
      const done = await importNew(cut + calendar(vevent('a')))
      assert.deepEqual(
        done.rows.map(({ line, action }: Json) => [line, action]),
        [
          [5, 'fail'],
          [9, 'create'],
        ],
      )
      assert.equal((await eventOf(done, 1)).timezone, 'Europe/Zurich')
    })

    const weekly = (start: string, end: string, rule: string) => [
      'SUMMARY:Weekly',
      `DTSTART${start}`,
      `DTEND${end}`,
      `RRULE:FREQ=WEEKLY;${rule}`,
    ]
    const weeklyInUtc = weekly(':20270302T180000Z', ':20270302T190000Z', 'COUNT=8')
    const weeklyInNewYork = weekly(
      ';TZID=America/New_York:20270302T180000',
      ';TZID=America/New_York:20270302T190000',
      'COUNT=6',
    )
    const renamed = (id: string, start: string, end: string) =>
      vevent('s', `RECURRENCE-ID${id}:${start}`, `DTSTART:${start}`, `DTEND:${end}`, 'SUMMARY:Renamed')

    test('an exception in UTC is in the zone of its series', async () => {
      const times: readonly (readonly [readonly string[], string, string, string])[] = [
        [weeklyInUtc, '20270406T180000Z', '20270406T190000Z', 'UTC'],
        [weeklyInNewYork, '20270316T220000Z', '20270316T230000Z', 'America/New_York'],
      ]
      for (const [series, start, end, timezone] of times) {
        const done = await importNew(calendar(vevent('s', ...series), renamed('', start, end)))
        const occurrences = await occurrencesOf(done.rows[0].id)
        const [own] = occurrences.filter(({ title }) => title === 'Renamed')
        assert.deepEqual(
          [own!.overrides, own!.timezone, own!.start_date.slice(11)],
          [['title'], timezone, '18:00:00'],
        )
      }
    })

    test('a date that is excluded in UTC beside a start without a zone is excluded', async () => {
      for (const [excluded, left] of [
        // The local time and the instant, which is an hour earlier in UTC.
        ['20270317T190000Z', ['2027-03-10', '2027-03-24']],
        ['20270317T180000Z', ['2027-03-10', '2027-03-24']],
        ['20270317T170000Z', ['2027-03-10', '2027-03-17', '2027-03-24']],
      ] as const) {
        const lines = ['RRULE:FREQ=WEEKLY;COUNT=3', `EXDATE:${excluded}`]
        const done = await importNew(calendar(vevent('s', 'DTSTART:20270310T190000', ...lines)))
        const occurrences = await occurrencesOf(done.rows[0].id)
        assert.deepEqual(
          occurrences.map(({ start_date }) => start_date.slice(0, 10)),
          left,
        )
      }
    })

    test('a series that continues in UTC stays in its zone', async () => {
      const times: readonly (readonly [readonly string[], string, string, string])[] = [
        [weeklyInUtc, '20270309T180000Z', '20270309T190000Z', 'UTC'],
        [weeklyInNewYork, '20270309T230000Z', '20270310T000000Z', 'America/New_York'],
      ]
      for (const [series, start, end, timezone] of times) {
        const done = await importNew(
          calendar(vevent('s', ...series), renamed(';RANGE=THISANDFUTURE', start, end)),
        )
        const occurrences = await occurrencesOf(done.rows[1].id)
        assert.ok(occurrences.length > 4)
        for (const occurrence of occurrences)
          assert.deepEqual(
            [occurrence.title, occurrence.timezone, occurrence.start_date.slice(11)],
            ['Renamed', timezone, '18:00:00'],
          )
      }
    })

    const moved = (...lines: string[]) =>
      vevent('s', 'DTSTART:20270325T200000', 'DTEND:20270325T210000', 'SUMMARY:Moved', ...lines)

    test('an exception of a date that the series does not have is told', async () => {
      const weeklyOn = vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=6', 'EXDATE:20270317T190000')
      for (const id of ['20270324T070000', '20270323T190000', '20270317T190000', '20281231T190000']) {
        const done = await importNew(calendar(moved(`RECURRENCE-ID:${id}`), weeklyOn))
        const [failed, series] = done.rows as Json[]
        assert.deepEqual([failed!.line, failed!.action, series!.action], [4, 'fail', 'create'])
        assert.match(
          failed!.reason,
          /^The series has no date 202[78]-[-0-9]+ [:0-9]+, so this exception is sk/,
        )
        assert.equal((await occurrencesOf(series!.id)).length, 5)
      }
    })

    test('an exception without SUMMARY has the title of its series, also for all later dates', async () => {
      const at = (name: string, date: string, hour: number) => [
        `RECURRENCE-ID${name}:${date}T190000`,
        ...[`DTSTART:${date}T${hour}0000`, `DTEND:${date}T${hour + 1}0000`],
      ]
      const exception = (...lines: string[]) => vevent('s', 'SUMMARY:', ...lines).replace('SUMMARY:\n', '')
      const done = await importNew(
        calendar(
          vevent('s', 'SUMMARY:Choir', 'RRULE:FREQ=WEEKLY;COUNT=4'),
          exception(...at('', '20270317', 19), 'STATUS:CANCELLED'),
          exception(...at(';RANGE=THISANDFUTURE', '20270324', 20)),
        ),
      )
      const [first, second] = done.rows as Json[]
      const shown = async (row: Json) =>
        (await occurrencesOf(row.id)).map(({ title, event_status }) => `${title} ${event_status}`)

      assert.deepEqual(done.would, { create: 2, change: 0, skip: 0, fail: 0 })
      assert.deepEqual(await shown(first!), ['Choir scheduled', 'Choir cancelled'])
      assert.deepEqual(await shown(second!), ['Choir scheduled', 'Choir scheduled'])
    })

    test('periods of RDATE keep their lengths', async () => {
      const file = calendar(
        vevent(
          's',
          'RRULE:FREQ=WEEKLY;COUNT=2',
          'RDATE;VALUE=PERIOD:20270311T120000/20270311T170000,20270312T120000/PT2H,20270313T120000/PT30M',
          'RDATE;VALUE=PERIOD;TZID=America/New_York:20270314T120000/20270314T150000',
        ),
        vevent('s', 'RECURRENCE-ID:20270313T120000', 'DTSTART:20270313T130000', 'DTEND:20270313T133000'),
      )
      const occurrences = await occurrencesOf((await importNew(file)).rows[0].id)
      assert.deepEqual(
        occurrences.map(({ start_date: start, end_date: end, overrides = [] }) =>
          [start.slice(8, 13), end.slice(8, 16), overrides.includes('end_date')].join(' '),
        ),
        [
          '10 19 10 21:00 false',
          '11 12 11 17:00 true',
          '12 12 12 14:00 false',
          '13 13 13 13:30 true',
          '14 17 14 20:00 true',
          '17 19 17 21:00 false',
        ],
      )
    })

    const failuresOf = ({ rows }: Json) =>
      rows
        .filter(({ action }: Json) => action === 'fail')
        .map(({ line, reason }: Json) => `${line}: ${reason}`)

    test('of several exceptions of one date the one with the highest SEQUENCE counts', async () => {
      const exception = (...lines: readonly string[]) =>
        vevent('r', 'RECURRENCE-ID:20270317T190000', 'DTSTART:20270317T190000', ...lines)
      const whole = vevent('r', 'RRULE:FREQ=WEEKLY;COUNT=3')
      for (const [first, second, title, failure] of [
        ['SEQUENCE:5', 'SEQUENCE:1', 'First', '19: This has the same identifier as line 11.'],
        ['SEQUENCE:1', 'SEQUENCE:5', 'Second', '11: This has the same identifier as line 19.'],
        ['SEQUENCE:5', 'SEQUENCE:5', 'First', '19: This has the same identifier as line 11.'],
      ] as const) {
        const done = await importNew(
          calendar(whole, exception(first, 'SUMMARY:First', 'X-A:a'), exception(second, 'SUMMARY:Second')),
        )
        const series = done.rows.find(({ action }: Json) => action === 'create')
        const [, occurrence] = await occurrencesOf(series.id)
        assert.deepEqual([occurrence!.title, failuresOf(done)], [title, [failure]])
      }
    })

    test('an exception of the date from which a series continues is not lost', async () => {
      const done = await importNew(
        calendar(
          vevent('r', 'RRULE:FREQ=WEEKLY;COUNT=3'),
          vevent('r', 'RECURRENCE-ID:20270317T190000', 'DTSTART:20270317T190000', 'SUMMARY:One'),
          vevent(
            'r',
            'RECURRENCE-ID;RANGE=THISANDFUTURE:20270317T190000',
            'DTSTART:20270317T200000',
            'SUMMARY:Rest',
          ),
        ),
      )
      const rest = await occurrencesOf(done.rows[1].id)
      assert.deepEqual(
        [failuresOf(done), rest.map(({ title, start_date: start }) => [title, start])],
        [
          [],
          [
            ['One', '2027-03-17 19:00:00'],
            ['Rest', '2027-03-24 20:00:00'],
          ],
        ],
      )
    })

    test('of several events with one UID the one with the highest SEQUENCE counts', async () => {
      const many = Array.from({ length: 600 }, (_, place) => vevent(`other ${place}`))
      const old = (...lines: readonly string[]) => vevent('v', 'SEQUENCE:1', 'SUMMARY:Old', ...lines)
      const revised = (...lines: readonly string[]) => vevent('v', 'SEQUENCE:2', 'SUMMARY:New', ...lines)
      const rule = 'RRULE:FREQ=WEEKLY;COUNT=2'
      for (const components of [
        [old(), revised()],
        [revised(), old()],
        [old(), ...many, revised()],
        [revised(), ...many, old()],
        [old(rule), revised(rule)],
        [revised(rule), old(rule)],
        [old(rule), revised()],
        [old(), revised(rule)],
      ]) {
        const { body } = await preview(service, calendar(...components), { source: 'revisions' })
        const { text } = await readImport(service, body.id, '/rows.csv?action=create')
        const { body: failed } = await readImport(service, body.id, '?action=fail')

        assert.deepEqual([body.would.create, body.would.fail], [components.length - 1, 1])
        assert.deepEqual([text.includes('New'), text.includes('Old')], [true, false])
        assert.match(failed.rows[0].reason, /^This has the same identifier as line \d+\.$/)
      }
    })

    test('a copy of an event, a series or an exception does not fail', async () => {
      const series = [vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=3'), moved('RECURRENCE-ID:20270317T190000')]
      const many = Array.from({ length: 600 }, (_, place) => vevent(`other ${place}`))
      const single = vevent('v', 'DTSTAMP:20270101T000000Z')
      const later = vevent('v', 'DTSTAMP:20270102T000000Z')
      const { body } = await preview(
        service,
        calendar(single, later, ...many, single, ...series, ...series),
        {
          source: 'copies',
        },
      )
      const { body: copies } = await readImport(service, body.id, '?action=skip')

      assert.deepEqual(body.would, { create: 602, change: 0, skip: 4, fail: 0 })
      assert.equal(copies.rows[0].reason, 'This is the same as line 4.')
    })

    test('an exception beyond the dates that exist is not missing', async () => {
      const daily = vevent('s', 'RRULE:FREQ=DAILY')
      const far = moved('RECURRENCE-ID:20990324T190000')
      const { body } = await preview(service, calendar(daily, far), { source: 'far' })
      assert.deepEqual(body.would, { create: 1, change: 0, skip: 0, fail: 0 })
    })

    test('an exception of a day is one of the date on that day', async () => {
      for (const lines of [['RECURRENCE-ID;VALUE=DATE:20270324'], ['RECURRENCE-ID:20270324']]) {
        const done = await importNew(calendar(vevent('s', 'RRULE:FREQ=WEEKLY;COUNT=3'), moved(...lines)))
        const dates = (await occurrencesOf(done.rows[0].id)).map(({ title, start_date }) => [
          title,
          start_date,
        ])
        assert.deepEqual(dates[2], ['Moved', '2027-03-25 20:00:00'])
      }
    })

    test('the days of an all-day series are those that Exchange writes as midnights of its zone, or of ours in UTC', async () => {
      const holidays = (...lines: string[]) =>
        vevent('h', 'DTSTART;VALUE=DATE:20270310', 'DTEND;VALUE=DATE:20270311', ...lines)
      const midnights = [
        ['TZID="Tokyo Standard Time"', '20270311T000000'],
        ['TZID=Europe/Athens', '20270311T000000'],
        ['TZID=Eastern Standard Time', '20270311T000000'],
        ['VALUE=DATE-TIME', '20270310T230000Z'],
      ]
      for (const [parameters, midnight] of midnights) {
        const deleted = holidays('RRULE:FREQ=DAILY;COUNT=3', `EXDATE;${parameters}:${midnight}`)
        const { rows: excluded } = await importNew(calendar(deleted))
        assert.deepEqual(
          (await occurrencesOf(excluded[0].id)).map(({ start_date }) => start_date.slice(8, 10)),
          ['10', '12'],
        )
        const changed = vevent(
          'h',
          'DTSTART;VALUE=DATE:20270311',
          `RECURRENCE-ID;${parameters}:${midnight}`,
          'SUMMARY:Changed',
        )
        const { rows } = await importNew(calendar(holidays('RRULE:FREQ=DAILY;COUNT=3'), changed))
        assert.deepEqual(
          (await occurrencesOf(rows[0].id)).map(({ title }) => title),
          ['Event h', 'Changed', 'Event h'],
        )
      }
    })

    test('days that Exchange writes as midnights repeat until a midnight of their own zone', async () => {
      const file = vevent(
        'h',
        'DTSTART;TZID=Europe/Athens:20270310T000000',
        'DTEND;TZID=Europe/Athens:20270311T000000',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
        'RRULE:FREQ=DAILY;UNTIL=20270312T220000Z',
        'EXDATE;TZID=Europe/Athens:20270311T000000',
      )
      const { rows } = await importNew(calendar(file))
      assert.deepEqual(
        (await occurrencesOf(rows[0].id)).map(({ start_date, all_day }) => [start_date.slice(8), all_day]),
        ['10 00:00:00', '12 00:00:00', '13 00:00:00'].map((start) => [start, true]),
      )
    })

    test('an exception in UTC of a time that the clock skips is found', async () => {
      const nightly = vevent(
        's',
        'DTSTART:20270327T023000',
        'DTEND:20270327T024500',
        'RRULE:FREQ=DAILY;COUNT=2',
      )
      const done = await importNew(calendar(nightly, moved('RECURRENCE-ID:20270328T013000Z')))
      assert.equal((await occurrencesOf(done.rows[0].id))[0]!.title, 'Moved')
    })

    test('an exception of an event that does not repeat replaces it', async () => {
      const event = vevent('e', 'DTSTART:20270324T190000', 'SEQUENCE:2')
      const other = vevent('f')
      for (const parts of [
        [event, other, moved('RECURRENCE-ID:20270324T190000').replace('UID:s', 'UID:e')],
        [moved('RECURRENCE-ID:20270324T180000Z').replace('UID:s', 'UID:e'), event, other],
        [moved('RECURRENCE-ID;VALUE=DATE:20270324').replace('UID:s', 'UID:e'), other, event],
      ]) {
        const source = { source: `replaced ${(sources += 1)}` }
        const first = await importFile(service, calendar(other, event), source)
        const done = await importFile(service, calendar(...parts), source)
        const row = done.rows.find(({ external_id }: Json) => external_id === 'e')
        const { title, start_date } = (await service.get(`/events/${row.id}`)).body

        assert.deepEqual([done.rows.length, done.would.fail, row.id], [2, 0, first.rows[1].id])
        assert.deepEqual([title, start_date], ['Moved', '2027-03-25 20:00:00'])
      }
    })

    test('an exception of another date than that of an event is an event', async () => {
      const other = moved('RECURRENCE-ID:20270331T190000')
      const done = await importNew(calendar(vevent('s', 'DTSTART:20270324T190000'), other))
      assert.deepEqual(done.would, { create: 2, change: 0, skip: 0, fail: 0 })
    })

    test('an exception without its series is an event', async () => {
      const event = await imported(calendar(series[1]!))
      assert.deepEqual([event.title, event.post_parent], ['Special', 0])
    })
  })

  describe('malformed calendars', () => {
    const good = vevent('good')
    const cases: readonly (readonly [string, string | Buffer, number, RegExp])[] = [
      [
        'cut off',
        calendar(good, 'BEGIN:VEVENT', 'SUMMARY:Half').split('END:VCALENDAR')[0]!,
        10,
        /BEGIN:VEVENT" has no END/,
      ],
      [
        'nested without an end',
        calendar(good, `BEGIN:VEVENT\n${'BEGIN:VALARM\n'.repeat(5_000)}`),
        10,
        /nested more than 8 deep/,
      ],
      [
        'in another encoding',
        // The byte means nothing in Windows-1252.
        Buffer.from(calendar(good, vevent('x', 'SUMMARY:Caf\x81')), 'latin1'),
        10,
        /UTF-8/,
      ],
      [
        'with a line without an end',
        calendar(good, vevent('x', `SUMMARY:${'x'.repeat(5_000_000)}`)),
        10,
        /longer than 2097152 bytes/,
      ],
      [
        'with an unknown zone',
        calendar(good, vevent('x', 'DTSTART;TZID=Nowhere/Land:20270310T190000')),
        10,
        /"Nowhere\/Land" is not known/,
      ],
      ['without a start', calendar(good, 'BEGIN:VEVENT\nUID:x\nEND:VEVENT'), 10, /DTSTART is missing/],
      ['with a wrong rule', calendar(good, vevent('x', 'RRULE:FREQ=SECONDLY')), 10, /SECONDLY/],
      [
        'that ends before it begins',
        calendar(good, vevent('x', 'DTSTART:20270310T190000', 'DTEND:20270310T180000')),
        10,
        /end_date: /,
      ],
      [
        'with thousands of parameters',
        calendar(good, vevent('x', `SUMMARY${';A=b'.repeat(500_000)}:x`)),
        10,
        /^title: Is missing/,
      ],
      [
        'without end',
        calendar(good, vevent('x', 'DTSTART:20270310T190000', 'DURATION:P999999999999999999W')),
        10,
        /"P9+W" is not a date or time/,
      ],
      [
        'with a length that is none',
        calendar(good, vevent('x', 'DTSTART:20270310T190000', 'DURATION:two hours')),
        10,
        /"two hours" is not a date or time/,
      ],
      [
        'again with another text',
        calendar(good, good.replace('SUMMARY:', 'SUMMARY:Another ')),
        10,
        /same identifier as line 4/,
      ],
      [
        'with a structured start',
        calendar(good, vevent('x', 'DTSTART;VALUE=RECUR:FREQ=DAILY')),
        10,
        /"FREQ=DAILY" is not a date or time/,
      ],
      ...[
        ...['TBD', 'garbage', '2027-02-10T19:00', '20270210T1900', '20271301T100000'],
        ...['20270725T100000-0500', '20270725T100000.000Z', '20270725T100000foo'],
      ].map(
        (text) =>
          [
            `that starts at ${text}`,
            calendar(good, vevent('x', `DTSTART;TZID="Europe/Zurich":${text}`)),
            10,
            new RegExp(`^"${text}" is not a date or time`),
          ] as const,
      ),
      [
        'whose end is a word',
        calendar(good, vevent('x', 'DTSTART:20270310T190000', 'DTEND:late')),
        10,
        /^"late" is not a date or time/,
      ],
    ]
    for (const [name, content, line, reason] of cases)
      test(`of one ${name}, line and fault are told and the rest is imported`, async () => {
        const done = await importNew(content)
        const failed = done.rows.find(({ action }: Json) => action === 'fail')

        assert.deepEqual([done.would.create, done.would.fail], [1, 1])
        assert.equal(failed.line, line)
        assert.match(failed.reason, reason)
        assert.equal((await eventOf(done)).title, 'Event good')
      })

    test('blanks in rules and lists of dates, as Exchange writes them, and repeated lines are ignored', async () => {
      const zone = '"GMT +0100 (Standard) / GMT +0200 (Daylight)"'
      const rule = 'RRULE:FREQ=DAILY;UNTIL=20270312T180000Z;INTERVAL=1;BYDAY=MO, TU, WE, TH, FR\n ;WKST=SU'
      const observance = (kind: string, to: string, from: string, month: number) =>
        `BEGIN:${kind}\nDTSTART:16010101T020000\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU\nEND:${kind}`
      const done = await importNew(
        calendar(
          `BEGIN:VTIMEZONE\nTZID:GMT +0100 (Standard) / GMT +0200 (Daylight)`,
          observance('STANDARD', '+0100', '+0200', 10),
          observance('DAYLIGHT', '+0200', '+0100', 3),
          'END:VTIMEZONE',
          vevent(
            'exchange',
            `DTSTART;TZID=${zone}:20270308T190000`,
            rule,
            rule,
            `EXDATE;TZID=${zone}:20270309T190000, 20270310T190000`,
            `RDATE;TZID=${zone}:20270314T190000, 20270315T190000`,
            'EXRULE:FREQ=WEEKLY; BYDAY=FR',
          ),
        ),
      )
      const occurrences = await occurrencesOf(done.rows[0].id)

      assert.deepEqual(
        occurrences.map(({ start_date }) => start_date.slice(8, 10)),
        ['08', '11', '14', '15'],
      )
    })

    test('the events of a calendar that cancels are cancelled', async () => {
      const cancelling = calendar('METHOD:CANCEL', vevent('a'), vevent('b', 'STATUS:CONFIRMED'))
      const done = await importNew(cancelling)

      assert.equal((await eventOf(done)).event_status, 'cancelled')
      assert.equal((await eventOf(done, 1)).event_status, 'cancelled')
      assert.equal((await imported(calendar('METHOD:PUBLISH', vevent('a')))).event_status, 'scheduled')
    })

    test('empty parts of a location are left out', async () => {
      const { venue } = await imported(calendar(vevent('a', 'LOCATION:\\, Biel\\, \\, Seestrasse')))

      assert.deepEqual([venue.venue, venue.address], ['Biel', 'Seestrasse'])
    })

    test('e-mail addresses and URLs that are none are left out', async () => {
      const organizers = {
        ';CN=Staff:MAILTO:nobody@nowhere': ['Staff', undefined],
        ':mailto:staff@intranet': ['staff@intranet', undefined],
        ';CN=Club:"mailto:club@example.org"': ['Club', 'club@example.org'],
      }
      for (const [value, expected] of Object.entries(organizers)) {
        const { organizer } = await imported(calendar(vevent(`by ${value}`, `ORGANIZER${value}`)))
        assert.deepEqual([organizer[0].organizer, organizer[0].email], expected, value)
      }
      for (const url of [
        'https://[redacted]/a',
        'https://example.org/"b"',
        `https://a.example/${'c'.repeat(2100)}`,
      ])
        assert.equal((await imported(calendar(vevent(url.slice(0, 30), `URL:${url}`)))).website, '', url)
    })

    test('coordinates that are none are left out', async () => {
      for (const geo of ['', '47.1', '47.1,8.5', '47.1;x', '91;8.5', '47.1;181', '47.1;8.5;3'].entries()) {
        const [place, value] = geo
        const { venue } = await imported(calendar(vevent('place', `LOCATION:Place ${place}`, `GEO:${value}`)))
        assert.deepEqual([venue.venue, venue.geo_lat], [`Place ${place}`, undefined], value)
      }
    })

    test('coordinates that Apple writes beside a location are those of the venue, unless GEO says others', async () => {
      const apple = 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-APPLE-RADIUS=70;X-TITLE="Kunsthaus, Biel":'
      const placeOf = async (name: string, ...lines: string[]) => {
        const { venue } = await imported(calendar(vevent('apple', `LOCATION:${name}`, ...lines)))
        return [venue.venue, venue.geo_lat, venue.geo_lng]
      }
      const place = 'geo:47.135,7.246'
      assert.deepEqual(await placeOf('Hall A', `${apple}${place}`), ['Hall A', 47.135, 7.246])
      assert.deepEqual(await placeOf('Hall B', `${apple}${place},440;u=35`), ['Hall B', 47.135, 7.246])
      assert.deepEqual(await placeOf('Hall C', 'GEO:46.9;7.4', `${apple}${place}`), ['Hall C', 46.9, 7.4])
      assert.deepEqual(await placeOf('Hall D', `${apple}geo:`), ['Hall D', undefined, undefined])
    })

    test('blanks around a time are ignored', async () => {
      const blanks = ['SUMMARY:Blanks', 'DTSTART: 20270310T190000', 'DTEND;TZID=UTC: 20270310T203000Z ']
      const event = await imported(
        calendar(['BEGIN:VEVENT', 'UID:blanks', ...blanks, 'END:VEVENT'].join('\n')),
      )
      assert.deepEqual([event.start_date, event.utc_end_date], ['2027-03-10 19:00:00', '2027-03-10 20:30:00'])
    })

    test('an extension that is not readable is left out, any other line is the reason of the row', async () => {
      const read = async (line: string) => {
        const { body } = await preview(service, calendar(good, vevent('odd', line)), { source: line })
        const { action, reason } = body.rows[1]
        return [action, reason]
      }
      for (const line of ['X-FOO;VALUE=PERIOD:x', 'X-FOO;Y="a:b', 'X-FOO;=:b'])
        assert.equal((await read(line))[0], 'create', line)
      for (const line of ['DTEND;VALUE=PERIOD:20270310T190000Z', 'LOCATION;LANGUAGE="de:Biel'])
        assert.deepEqual(await read(line), ['fail', `This component cannot be read: ${line}`])
    })

    test('structured values of properties that hold text are left out', async () => {
      for (const name of ['UID', 'SUMMARY', 'URL', 'STATUS', 'CLASS', 'DESCRIPTION', 'DTEND', 'DURATION']) {
        const lines = ['SUMMARY:Bare', 'DTSTART:20270310T190000', `${name};VALUE=RECUR:FREQ=DAILY`]
        const bare = ['BEGIN:VEVENT', 'UID:bare', ...lines, 'END:VEVENT'].join('\n')
        const { status, body } = await preview(service, calendar(good, bare), { source: name })
        assert.deepEqual([status, body.rows[0].action], [201, 'create'], name)
      }
    })

    test('a fold may divide the bytes of a character', async () => {
      const folded = (bytes: string) =>
        Buffer.from(calendar(good, vevent('x', `SUMMARY:Caf${bytes} concert`)), 'latin1')
      for (const end of ['\r\n', '\n', '\r']) {
        const event = await eventOf(await importNew(folded(`\xc3${end} \xa9`)), 1)
        assert.equal(event.title, 'Café concert')
      }
      const inUtf8 = vevent('y', 'SUMMARY:Caf\xc3\xa9')
      const done = await importNew(
        Buffer.from(calendar(inUtf8, vevent('x', 'SUMMARY:Caf\xc3\r\n x')), 'latin1'),
      )
      const [, failed] = done.rows as Json[]
      assert.equal(failed!.action, 'fail')
      assert.match(failed!.reason, /UTF-8/)
    })

    test('a line outside of events that is not UTF-8 is told with its number', async () => {
      const content = Buffer.from(calendar(good, 'X-NAME:Eins\n zwei\n dr\x81i'), 'latin1')
      const done = await importNew(content)
      assert.deepEqual(
        done.rows.map(({ line, action }: Json) => [line, action]),
        [
          [4, 'create'],
          [10, 'fail'],
        ],
      )
    })

    test('lines may end in carriage returns, or in several', async () => {
      for (const [uid, end] of [
        ['old', '\r'],
        ['doubled', '\r\r\n'],
      ] as const) {
        const content = calendar(vevent(uid, 'DESCRIPTION:One', ' -two')).replaceAll('\r\n', end)
        const event = await imported(content)
        assert.deepEqual([event.title, event.description], [`Event ${uid}`, '<p>One-two</p>'])
      }
    })

    test('what is no event is left out, and counted', async () => {
      const todo = (uid: string) => `BEGIN:VTODO\nUID:${uid}\nBEGIN:VALARM\nEND:VALARM\nEND:VTODO`
      const content = calendar(todo('a'), good, todo('b'), 'BEGIN:VJOURNAL\nEND:VJOURNAL', todo('c'))
      const { body: seen } = await preview(service, content, { source: 'to-dos' })
      const done = await run(service, seen.id)
      const { body: german } = await readImport(service, seen.id, '?ml_language=de')

      const notes = [
        '3 to-dos were skipped, because only events are imported.',
        '1 journal entry was skipped, because only events are imported.',
      ]
      assert.deepEqual(seen.would, { create: 1, change: 0, skip: 0, fail: 0 })
      assert.deepEqual([seen.notes, seen.rows.length], [notes, 1])
      assert.deepEqual([done.notes, done.progress, done.total], [notes, { done: 1, total: 1 }, 1])
      assert.equal(
        german.notes[0],
        '3 Aufgaben wurden ausgelassen, weil nur Veranstaltungen importiert werden.',
      )
    })

    test('an empty file is told', async () => {
      for (const name of ['empty.csv', 'empty.json']) {
        const { body } = await preview(service, '', {}, name)
        assert.deepEqual(
          body.rows.map(({ line, action, reason }: Json) => [line, action, reason]),
          [[1, 'fail', 'This file is empty.']],
        )
      }
    })

    test('what is no calendar at all is told', async () => {
      const { body } = await preview(service, 'Dear all,\nthe concert is on Friday.', {}, 'mail.ics')
      assert.deepEqual(body.would, { create: 0, change: 0, skip: 0, fail: 1 })
      assert.match(body.rows[0].reason, /not an iCalendar file/)
    })
  })

  describe('our own iCalendar', () => {
    const day = { start_date: '2027-04-10 20:00', end_date: '2027-04-10 22:00' }
    const there = {
      venue: 'Left hall, big; room',
      address: 'Lane 1',
      city: 'Biel',
      geo_lat: 47.1,
      geo_lng: 7.2,
    }

    for (const event_status of ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved-online'])
      test(`what is ${event_status} comes back as it was`, async () => {
        const { body } = await service.post('/events', {
          ...{ title: `Is ${event_status}`, ...day, event_status },
          venue: { ...there, venue: `Hall of ${event_status}` },
        })
        const { text } = await service.get(`/events/${body.id}.ics`)
        await service.delete(`/venues/${body.venue.id}?force=true`)
        const event = await imported(text)
        const { venue, address, geo_lat, geo_lng } = event.venue
        assert.deepEqual(
          [event.event_status, venue, address, geo_lat, geo_lng],
          [event_status, `Hall of ${event_status}`, 'Lane 1, Biel', 47.1, 7.2],
        )
      })

    test('what has moved online without a venue gets none', async () => {
      const { body } = await service.post('/events', { title: 'Call', ...day, event_status: 'moved-online' })
      const { text } = await service.get(`/events/${body.id}.ics?ml_language=de`)
      const event = await imported(text)
      assert.deepEqual([event.event_status, event.venue], ['moved-online', []])
    })

    test('an occurrence that has moved online is one of its series', async () => {
      const { body: series } = await service.post('/events', {
        ...{ title: 'Weekly', ...day, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3', venue: there },
      })
      const [, second] = await occurrencesOf(series.id)
      await service.patch(`/events/${second!.id}`, { event_status: 'moved-online' })
      const { text } = await service.get(`/events/${series.id}.ics`)
      const { rows } = await importNew(text)
      const shown = await occurrencesOf(rows[0].id)
      assert.deepEqual(
        shown.map(({ event_status, venue, overrides }: Json) => [event_status, venue.venue, overrides]),
        ['scheduled', 'moved-online', 'scheduled'].map((status) => [
          status,
          'Left hall',
          status === 'scheduled' ? [] : ['event_status'],
        ]),
      )
    })
  })

  describe('CSV', () => {
    test('columns are known in three languages, whatever divides them', async () => {
      const german = await imported(
        'Titel;Datum;Beginn;Ende;Ort;Preis;Kategorie\r\n"Jazz; live";24.12.2026;20:00;22.30 Uhr;Kulturhaus CSV;CHF 20;Musik, Fest\r\n',
        'a.csv',
      )
      assert.deepEqual(
        [german.title, german.start_date, german.end_date, german.venue.venue, german.cost],
        ['Jazz; live', '2026-12-24 20:00:00', '2026-12-24 22:30:00', 'Kulturhaus CSV', 'CHF 20'],
      )
      const french = await imported('Titre\tDate de début\tLieu\nMarché\t2026-12-24\tPlace\n', 'a.csv')
      assert.deepEqual([french.title, french.all_day, french.venue.venue], ['Marché', true, 'Place'])
    })

    test('a table or a calendar in Windows-1252 is read, with a note', async () => {
      const files = {
        'a.csv': 'Titel;Datum;Größe;Preis\r\nEröffnung – “Grüße”;24.12.2027;groß;20 €\r\n',
        'a.ics': calendar(
          vevent('w', 'SUMMARY:Eröffnung – “Grüße”', 'DESCRIPTION:Preis: 20 €', 'LOCATION:Gr', ' ößter Saal'),
        ),
      }
      const ansi: Readonly<Record<string, string>> = { '–': '\x96', '“': '\x93', '”': '\x94', '€': '\x80' }
      for (const [name, text] of Object.entries(files)) {
        const bytes = Buffer.from(
          text.replace(/[–“”€]/g, (sign) => ansi[sign]!),
          'latin1',
        )
        const { body } = await preview(service, bytes, {}, name)
        assert.deepEqual(body.notes, [
          'This file is not encoded in UTF-8, and was read as Windows-1252. Check its accents.',
        ])
        assert.equal((await eventOf(await importNew(bytes, name))).title, 'Eröffnung – “Grüße”', name)
      }
    })

    const beforeHeader = [
      ['sep=;', 3],
      ['"sep=;"', 3],
      ['\ufeffSEP=;', 3],
      ['', 3],
      ['\n;;', 4],
    ] as const

    for (const [before, line] of beforeHeader)
      test(`${JSON.stringify(before)} may stand before the header`, async () => {
        const file = `${before}\ntitel;datum;kategorien\nLesung;2.3.2027;"a, b, c, d"\n`
        const { rows } = await importNew(file, 'a.csv')
        const { title, start_date } = await eventOf({ rows })
        assert.deepEqual([rows[0].line, title, start_date], [line, 'Lesung', '2027-03-02 00:00:00'])
      })

    test('a beginning and an end are days where no other column is', async () => {
      const { start_date, end_date } = await imported(
        'Titel;Beginn;Uhrzeit;Ende\nLesung;24.12.2026;19:30;25.12.2026 21:00\n',
        'a.csv',
      )
      assert.deepEqual([start_date, end_date], ['2026-12-24 19:30:00', '2026-12-25 21:00:00'])
    })

    const ends: readonly (readonly [string, string, string, string])[] = [
      [
        'the day of the start and no time',
        '2027-03-02;19:00;2027-03-02;',
        '2027-03-02 19:00',
        '2027-03-02 19:00',
      ],
      ['this day, written otherwise', '2.3.2027;19 Uhr;02.03.2027;', '2027-03-02 19:00', '2027-03-02 19:00'],
      ['a time after a day with a time', '2.3.2027 19:00;;;22:00', '2027-03-02 19:00', '2027-03-02 22:00'],
      ['a time after an ISO time', '2027-03-02T19:00;;;22 Uhr', '2027-03-02 19:00', '2027-03-02 22:00'],
      ['the end of the day', '31.12.2027;22:00;;24:00', '2027-12-31 22:00', '2028-01-01 00:00'],
      ['its end on a day', '30.12.2027;22:00;31.12.2027;24 Uhr', '2027-12-30 22:00', '2028-01-01 00:00'],
      ['a time after midnight', '31.12.2027;22:00;;2 Uhr', '2027-12-31 22:00', '2028-01-01 02:00'],
      ['no day and no time', '2.3.2027;19:00;;', '2027-03-02 19:00', '2027-03-02 19:00'],
      ['a later day', '2.3.2027;19:00;3.3.2027;02:00', '2027-03-02 19:00', '2027-03-03 02:00'],
    ]
    for (const [name, cells, ...expected] of ends)
      test(`an end may be ${name}`, async () => {
        const { start_date, end_date } = await imported(
          `title;start_date;start_time;end_date;end_time\nEnd;${cells}\n`,
          'a.csv',
        )
        assert.deepEqual(
          [start_date, end_date],
          expected.map((text) => `${text}:00`),
        )
      })

    for (const [name, cells, last] of [
      ['a later midnight, which is no day of it', '2.3.2027;00:00:00;3.3.2027;00:00:00;WAHR', '02'],
      ['a later midnight in one cell', '2.3.2027;;2027-03-05 00:00;;WAHR', '04'],
      ['midnight of its day', '2.3.2027;00:00:00;2.3.2027;00:00:00;WAHR', '02'],
      ['a later day', '2.3.2027;;3.3.2027;;WAHR', '03'],
      ['a later time', '2.3.2027;00:00;3.3.2027;23:59;WAHR', '03'],
      ['the end of its last day', '2.3.2027;00:00;3.3.2027;24:00;WAHR', '03'],
      ['left out', '2.3.2027;00:00;;;WAHR', '02'],
    ] as const)
      test(`the end of an all-day event may be ${name}`, async () => {
        const table = `Titel;Datum;Beginn;Bis Datum;Endzeit;Ganztägig\nTag;${cells}\n`
        const { start_date, end_date, all_day } = await imported(table, 'a.csv')
        assert.deepEqual(
          [start_date, end_date, all_day],
          ['2027-03-02 00:00:00', `2027-03-${last} 23:59:59`, true],
        )
      })

    const ranges: readonly (readonly [string, string, string, string])[] = [
      ['14:00-16:30', '', '2027-03-02 14:00', '2027-03-02 16:30'],
      ['14:00 – 16:30 Uhr', '', '2027-03-02 14:00', '2027-03-02 16:30'],
      ['10-12', '', '2027-03-02 10:00', '2027-03-02 12:00'],
      ['20–24 Uhr', '', '2027-03-02 20:00', '2027-03-03 00:00'],
      ['von 20.15 bis 22 Uhr', '', '2027-03-02 20:15', '2027-03-02 22:00'],
      ['de 19h30 à 21 h', '', '2027-03-02 19:30', '2027-03-02 21:00'],
      ['22:00-02:00', '', '2027-03-02 22:00', '2027-03-03 02:00'],
      ['14:00-16:30', '17:00', '2027-03-02 14:00', '2027-03-02 17:00'],
    ]
    for (const [cell, end, ...expected] of ranges)
      test(`the time ${cell} with the end "${end}" is a range`, async () => {
        for (const row of [`2.3.2027;${cell};${end}`, `2.3.2027 ${cell.replace(/^\D+/, '')};;${end}`]) {
          const event = await imported(
            `Titel;Datum;Uhrzeit;Ende;Zeitzone\nKurs;${row};Europe/Berlin\n`,
            'a.csv',
          )
          assert.deepEqual(
            [event.start_date, event.end_date, event.timezone],
            [...expected.map((text) => `${text}:00`), 'Europe/Berlin'],
          )
        }
      })

    test('a range of times behind an ISO date, and one with an hour that does not exist, are refused', async () => {
      for (const [cells, reason] of [
        ['2027-03-02 19:30-21:00;', /^start_date: /],
        ['2.3.2027;19-30', /^end_date: /],
      ] as const) {
        const { body } = await preview(service, `Titel;Datum;Uhrzeit\nKurs;${cells}\n`, {}, 'a.csv')
        assert.match(body.rows[0].reason, reason)
      }
    })

    test('cells hold lists with commas, semicolons or bars, whatever divides the columns', async () => {
      for (const [place, [delimiter, list]] of [
        [',', 'Jazz; Blues'] as const,
        [',', 'Jazz | Blues'],
        [';', '"Jazz; Blues"'],
        [';', 'Jazz, Blues'],
        ['\t', 'Jazz;Blues'] as const,
      ].entries()) {
        const rows = [
          ['title', 'start_date', 'categories', 'tags', 'organizer'],
          [`Lists ${place}`, '2026-12-24', list, list, list],
        ]
        const { categories, tags, organizer } = await imported(
          rows.map((cells) => cells.join(delimiter)).join('\n'),
          'lists.csv',
        )
        const names = [categories, tags].map((terms) => terms.map(({ name }: Json) => name).toSorted())
        assert.deepEqual(
          names,
          [
            ['Blues', 'Jazz'],
            ['Blues', 'Jazz'],
          ],
          `${delimiter} ${list}`,
        )
        assert.deepEqual(
          organizer.map((one: Json) => one.organizer),
          ['Jazz', 'Blues'],
        )
      }
    })

    test('columns can be mapped, which is remembered for the source', async () => {
      const fields = { source: 'mapped' }
      const file = 'Kürzel,Was,Wann\n1,Lesung,2026-12-24 19:00\n'
      const mapping = JSON.stringify({ Was: 'title', Wann: 'start_date', Kürzel: 'external_id' })
      await importFile(service, file, { ...fields, mapping }, 'a.csv')
      const { body } = await preview(service, file.replace('Lesung', 'Konzert'), fields, 'a.csv')
      assert.deepEqual(body.mapping, JSON.parse(mapping))
      assert.deepEqual(
        [body.rows[0].action, body.rows[0].external_id, body.rows[0].title],
        ['change', '1', 'Konzert'],
      )
    })

    test('a column is left out next time too if somebody chose that, but not if nothing was known of it', async () => {
      const fields = { source: 'known since' }
      const file = 'Titel,Datum,Ort,Eintritt\nLesung,2026-12-24,Keller,12\n'
      const mapping = JSON.stringify({ Titel: 'title', Datum: 'start_date', Ort: '', Eintritt: '' })
      await preview(service, file, { ...fields, mapping }, 'a.csv')
      // As if a former version had not known this column.
      await service.database.db
        .updateTable('imports')
        .set({ mapping: JSON.stringify({ ...JSON.parse(mapping), Eintritt: null }) })
        .where('source', '=', fields.source)
        .execute()
      const { body: again } = await preview(service, file, fields, 'a.csv')
      assert.deepEqual(again.mapping, { Titel: 'title', Datum: 'start_date', Ort: '', Eintritt: 'cost' })
    })

    test('what is not known of a column is not remembered', async () => {
      const fields = { source: 'unknown', mapping: '{"Geheimnis":"","Ort":""}' }
      const { body } = await preview(
        service,
        'Titel,Datum,Geheimnis,Ort\nLesung,2026-12-24,x,y\n',
        fields,
        'a.csv',
      )
      const { mapping } = (await service.database.db
        .selectFrom('imports')
        .select('mapping')
        .where('id', '=', body.id)
        .executeTakeFirst())!
      assert.deepEqual(JSON.parse(mapping), { Titel: 'title', Datum: 'start_date', Geheimnis: null, Ort: '' })
      assert.equal(body.mapping.Geheimnis, '')
    })

    test('a mapping finds its columns whatever their case, and a misspelt one is refused', async () => {
      const fields = { source: 'misspelt' }
      const file = 'Was , Wo genau,Wann\nLesung,Keller,2026-12-24 19:00\n'
      const right = { was: 'title', 'wo  GENAU': 'venue', Wann: 'start_date' }
      const read = (mapping: object) =>
        preview(service, file, { ...fields, mapping: JSON.stringify(mapping) }, 'a.csv')
      const known = await read(right)
      const wrong = await read({ ...right, Wass: 'title', Wo: 'venue' })
      const { body: remembered } = await preview(service, file, fields, 'a.csv')

      const mapping = { Was: 'title', 'Wo genau': 'venue', Wann: 'start_date' }
      assert.deepEqual([known.status, known.body.mapping], [201, mapping])
      assert.deepEqual([wrong.status, wrong.body.code], [400, 'rest_invalid_param'])
      assert.deepEqual(wrong.body.data.params, {
        mapping: 'There is no column Wass, Wo; the columns are Was, Wo genau, Wann.',
      })
      assert.deepEqual(remembered.mapping, mapping)
      const { body: dropped } = await preview(service, 'Was,Wann\nLesung,2026-12-24\n', fields, 'a.csv')
      assert.deepEqual(dropped.would, { create: 1, change: 0, skip: 0, fail: 0 })
    })

    test('what has an effect on other sources only is refused', async () => {
      const file = calendar(vevent('unfit'))
      const read = (fields: Record<string, string>) => preview(service, file, { source: 'unfit', ...fields })
      const unfit = await read({ mapping: '{"Was":"title"}', user: 'ada:abcd efgh', languages: 'fr' })
      const empty = await read({ mapping: '{}' })
      const table = await preview(service, 'Title,Start\n', { source: 'unfit', languages: 'fr' }, 'a.csv')

      assert.deepEqual([unfit.status, unfit.body.code], [400, 'rest_invalid_param'])
      assert.deepEqual(unfit.body.data.params, {
        mapping: 'Can only be used with CSV.',
        user: 'Can only be used with a site (format tec).',
        languages: 'Can only be used with a site (format tec).',
      })
      assert.equal(empty.status, 201)
      assert.deepEqual(Object.keys(table.body.data.params), ['languages'])
    })

    test('that a table has no rows is told', async () => {
      for (const below of ['', '\n', '\n;\n'])
        assert.deepEqual((await preview(service, `Titel;Datum${below}`, {}, 'a.csv')).body.notes, [
          'This table has no rows below its header.',
        ])
      const { body } = await preview(service, 'Titel;Datum\nLesung;irgendwann\n', {}, 'a.csv')
      assert.deepEqual([body.notes, body.would.fail], [undefined, 1])
    })

    test('a preview says what each column is taken for', async () => {
      const file = 'Titel;Datum;Beginn;Kürzel\nLesung;24.12.2026;19:00;L\n'
      const { body } = await preview(service, file, { source: 'columns' }, 'a.csv')
      assert.deepEqual(body.mapping, {
        Titel: 'title',
        Datum: 'start_date',
        Beginn: 'start_time',
        Kürzel: '',
      })
    })

    test('coordinates may have decimal commas', async () => {
      const rows = ['Titel;Beginn;Ort;Breitengrad;Längengrad', 'Lesung;10.4.2027 20:00;Komma;47,135;7,246']
      const { venue } = await imported(rows.join('\n'), 'komma.csv')
      assert.deepEqual([venue.venue, venue.geo_lat, venue.geo_lng], ['Komma', 47.135, 7.246])
    })

    test('a column without a name is left out', async () => {
      const file = 'title,,start_date\nLesung,cancelled,24.12.2026\n'
      const { body } = await preview(service, file, { source: 'nameless' }, 'a.csv')
      assert.deepEqual(body.mapping, { title: 'title', '': '', start_date: 'start_date' })
      assert.equal((await imported(file, 'a.csv')).event_status, 'scheduled')
    })

    test('rows that cannot be read are told, and the others imported', async () => {
      const done = await importNew(
        'title,start_date\nOne,2026-12-24 20:00\nTwo,31.02.2027\nThree\n"Four\nlines",2026-12-25 20:00\n"Five,2026-12-26\n',
        'a.csv',
      )
      assert.deepEqual(
        done.rows.map(({ line, action }: Json) => [line, action]),
        [
          [2, 'create'],
          [3, 'fail'],
          [4, 'fail'],
          [5, 'create'],
          [7, 'fail'],
        ],
      )
      assert.match(done.rows[1].reason, /^start_date: /)
      assert.equal(done.rows[2].reason, 'The number of columns is 1 here and 2 in the first row.')
    })

    test('a table with too many columns is refused', async () => {
      const { body } = await preview(service, `title${',x'.repeat(1_000)}\n`, {}, 'wide.csv')
      assert.deepEqual([body.mapping, body.rows[0].reason], [{}, 'This table has more than 1000 columns.'])
    })

    test('our own export is imported as it was', async () => {
      const made = {
        title: '=1+1 "quoted";=2',
        start_date: '2028-01-10 09:00',
        end_date: '2028-01-10 11:00',
        timezone: 'Europe/Paris',
        description: '<p>One</p><p>Two</p>',
        cost: 'CHF 20',
        website: 'https://example.org/',
        venue: { venue: 'Round trip hall', city: 'Biel', geo_lat: 47, geo_lng: 7 },
        categories: ['Round', 'Trip'],
        organizer: { organizer: '＝1+1' },
        featured: true,
        sticky: true,
        show_map: false,
      }
      await service.post('/events', made)
      const window = 'start_date=2028-01-01&end_date=2028-02-01'
      const exported = await service.get(`/events.csv?${window}`)
      const event = await imported(exported.text, 'own.csv')
      assert.match(exported.text, /,'＝1\+1,/)
      assert.ok(exported.text.includes(`,"'=1+1 ""quoted"";'=2",`))
      assert.equal(event.title, made.title)
      const again = (await service.get(`/events.csv?${window}`)).text.replace(/^\ufeff/, '').split('\r\n')
      const cells = (row: string) => row.split(',')
      // Without the ID and the URL, which are others, and the time of the change.
      const columns = (row: string) => [...cells(row).slice(1, -13), ...cells(row).slice(-8)]

      assert.equal(event.venue.venue, 'Round trip hall')
      assert.deepEqual(columns(again[1]!), columns(again[2]!))
    })

    test('our own export keeps the second of two equal hours', async () => {
      const { times, query } = await makeNights()
      const { text } = await service.get(`/events.csv?${query}`)
      assert.deepEqual(await allTimes(await importNew(text, 'own.csv')), times.toSorted())
    })

    test('a local time counts if it was changed and that in UTC beside it was not', async () => {
      const start = '2027-10-31 02:30:00'
      for (const [name, local, utc, expected] of [
        ['of another hour', '2027-10-31 03:30:00', '2027-10-31 01:30:00', '2027-10-31 02:30:00'],
        ['of the first hour', start, '2027-10-31 00:30:00', '2027-10-31 00:30:00'],
        ['of the second hour', start, '2027-10-31 01:30:00', '2027-10-31 01:30:00'],
        [
          'of the second hour as a spreadsheet writes it',
          '31.10.2027 02:30',
          '31.10.2027 01:30',
          '2027-10-31 01:30:00',
        ],
        ['without UTC', start, '', '2027-10-31 00:30:00'],
        ['with what is no time', start, 'x', '2027-10-31 00:30:00'],
        ['at the end of time', '9999-12-31 22:00', '9999-12-31 23:59:59', '9999-12-31 21:00:00'],
      ] as const) {
        const file = `title,start_date,end_date,utc_start_date\nNight,${local},,${utc}\n`
        assert.equal((await imported(file, 'a.csv')).utc_start_date, expected, name)
      }
    })

    test('the URL of an image stays a link if nothing is fetched', async () => {
      const url = 'https://example.org/poster.png'
      const event = await imported(`title,start_date,image\nFilm,2027-03-12 20:00,${url}\n`, 'a.csv')
      assert.equal(event.image.url, url)
    })

    test('what is not public in our own export does not become public', async () => {
      const day = { start_date: '2028-09-10 09:00', end_date: '2028-09-10 11:00' }
      const made = [
        { title: 'Closed', ...day, description: 'Act two', password: 'sesame' },
        { title: 'Later', ...day, status: 'future', date: '2028-01-01 09:00' },
      ]
      const ids = await Promise.all(made.map(async (one) => (await service.post('/events', one)).body.id))
      const path = `/events.csv?include=${ids.join(',')}&status=any&orderby=title`
      const exported = await service.get(path, { as: 'admin:secret' })
      const { rows } = await importNew(exported.text, 'own.csv')
      const shown = await Promise.all(
        rows.map(async ({ id }: Json) => (await service.get(`/events/${id}`, { as: 'admin:secret' })).body),
      )
      assert.deepEqual(
        shown.map(({ title, status }: Json) => [title, status]),
        [
          ['Closed', 'private'],
          ['Later', 'pending'],
        ],
      )
      assert.match(rows[0].reason, /has a password at the source/)
      assert.match(rows[1].reason, /does not say when this event is to be published/)
    })

    test('the table of a German Outlook is imported as it is', async () => {
      const names = 'Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Ort;Privat'
      const rows = [
        'Sitzung;2.3.2027;19:00:00;2.3.2027;20:30:00;Aus;Saal;Aus',
        'Ferien;2.3.2027;00:00:00;4.3.2027;00:00:00;Ein;;Aus',
      ]
      const done = await importNew([names, ...rows].join('\r\n'), 'outlook.csv')
      const events = await Promise.all([0, 1].map((place) => eventOf(done, place)))
      assert.deepEqual(
        events.map(({ start_date, end_date, all_day }) => [start_date, end_date, all_day]),
        [
          ['2027-03-02 19:00:00', '2027-03-02 20:30:00', false],
          ['2027-03-02 00:00:00', '2027-03-03 23:59:59', true],
        ],
      )
    })

    const cellsOfPrivate = [
      ['Private', 'True', 'private'],
      ['Private', 'False', 'publish'],
      ['Private', '', 'publish'],
      ['Privat', 'Ein', 'private'],
      ['Privat', 'Aus', 'publish'],
      ['Privé', 'Vrai', 'private'],
      ['Privé', 'Faux', 'publish'],
      ['Private', 'Confidential', 'private'],
    ]

    for (const [column, cell, status] of cellsOfPrivate)
      test(`of what Outlook and Google Calendar export, "${cell}" in the column ${column} means ${status}`, async () => {
        const file = `Subject,Start Date,Start Time,${column}\nDoctor,2027-05-30,10:00 AM,${cell}\n`
        const { rows } = await importNew(file, 'outlook.csv')
        const { body } = await service.get(`/events/${rows[0].id}`, { as: 'admin:secret' })
        assert.equal(body.status, status)
      })

    test('what is hidden in our own export stays so, with its venue and organizers', async () => {
      const made = {
        title: 'Hidden',
        start_date: '2028-10-10 09:00',
        end_date: '2028-10-10 11:00',
        hide_from_listings: true,
        venue: { venue: 'Hidden hall', status: 'draft' },
        organizer: { organizer: 'Hidden people', status: 'future', date: '2028-10-01' },
      }
      const as = 'admin:secret'
      const { body } = await service.post('/events', made)
      const { text } = await service.get(`/events.csv?include=${body.id}&context=edit`, { as })
      for (const { id } of [body.venue, ...body.organizer])
        await service.delete(`/${id === body.venue.id ? 'venues' : 'organizers'}/${id}?force=true`)
      const { rows } = await importNew(text, 'own.csv')
      const path = `/events/${rows[0].id}`
      const shown = (await service.get(path, { as })).body
      assert.deepEqual(
        [shown.hide_from_listings, shown.venue.status, shown.organizer[0].status],
        [true, 'draft', 'pending'],
      )
      const ofVisitors = (await service.get(`${path}.csv`, { as: null })).text.split('\r\n')
      assert.ok(ofVisitors[1]!.endsWith(',true,false,false,,,true,true'), ofVisitors[1])
    })

    test('an event is hidden, featured or sticky if its cell says yes', async () => {
      const file = 'title,start_date,featured,sticky,hide_from_listings\nLesung,24.12.2026,ja,,no\n'
      const { featured, sticky, hide_from_listings } = await imported(file, 'a.csv')
      assert.deepEqual([featured, sticky, hide_from_listings], [true, false, false])
    })

    test('the columns of the importer of The Events Calendar are known', async () => {
      const columns: Readonly<Record<string, string>> = {
        'Event Name': 'Lesung',
        'Event Start Date': '2026-12-24',
        'Event Start Time': '18:00',
        'Event End Date': '2026-12-24',
        'Event End Time': '19:30',
        'Event Time Zone': 'America/New_York',
        'All Day Event': 'FALSE',
        'Hide Event From Event Listings': 'TRUE',
        'Event Sticky in Month View': 'TRUE',
        'Feature Event': 'TRUE',
        'Event Venue Name': 'Halle',
        'Event Organizer Name(s) or ID(s)': 'Verein',
        'Event Cost': '12',
      }
      const file = [Object.keys(columns), Object.values(columns)].map((row) => row.join(',')).join('\n')
      const event = await imported(file, 'tec.csv')
      assert.deepEqual(
        [event.utc_start_date, event.utc_end_date, event.timezone, event.all_day],
        ['2026-12-24 23:00:00', '2026-12-25 00:30:00', 'America/New_York', false],
      )
      assert.deepEqual([event.hide_from_listings, event.sticky, event.featured], [true, true, true])
      assert.deepEqual([event.venue.venue, event.organizer[0].organizer], ['Halle', 'Verein'])
    })
  })

  test('offsets with a fraction of an hour, as WordPress writes them, are read in every format', async () => {
    const [zone, start, end] = ['UTC+5.5', '2027-02-01 10:00:00', '2027-02-01 12:00:00']
    const event = { title: 'Delhi', timezone: zone, start_date: start, end_date: end }
    const times = ['20270201T100000', '20270201T120000']
    const files = {
      'a.json': JSON.stringify({ events: [{ ...event, utc_start_date: '2027-02-01 04:30:00' }] }),
      'a.csv': `title,timezone,start_date,end_date\nDelhi,${zone},${start},${end}\n`,
      'a.ics': calendar(
        vevent('delhi', `DTSTART;TZID=${zone}:${times[0]}`, `DTEND;TZID=${zone}:${times[1]}`),
      ),
    }
    for (const [filename, content] of Object.entries(files)) {
      const { timezone, start_date, utc_start_date } = await imported(content, filename)
      const expected = ['UTC+5:30', start, '2027-02-01 04:30:00']
      assert.deepEqual([timezone, start_date, utc_start_date], expected, filename)
    }
  })

  describe('JSON', () => {
    const one = { id: 7, title: 'JSON event', start_date: '2027-03-10 19:00', end_date: '2027-03-10 21:00' }
    test('a series from a list says that its own dates are not in it', async () => {
      const isSaid = async () => {
        const { text } = await service.get('/events?series=only&search=JSON+series', { as: 'admin:secret' })
        const { body } = await preview(service, text, { source: 'series' }, 'a.json')
        assert.deepEqual([body.would.create, body.would.fail], [1, 0])
        return / Dates that differ from this series are not in this file, /.test(body.rows[0].reason)
      }
      const rule = ['RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20270317T190000,20270324T190000']
      const { body } = await service.post('/events', { ...one, title: 'JSON series', recurrence: rule })
      const before = await isSaid()
      const [, other] = await occurrencesOf(body.id)
      await service.patch(`/events/${other!.id}`, { status: 'private' })

      assert.deepEqual([before, await isSaid()], [false, true])
    })

    test('a document in a single line may be longer than the texts of an event', async () => {
      const description = 'Long. '.repeat(100_000)
      const events = ['a', 'b', 'c', 'd'].map((title) => ({ ...one, id: title, title, description }))
      const document = JSON.stringify({ events })
      assert.ok(document.length > 2 * 1024 * 1024)
      const { status, body } = await preview(service, document, { format: 'json', source: 'one line' })
      assert.deepEqual([status, body.total, body.rows[0].title], [201, 4, 'a'])
    })

    for (const [name, text] of [
      ['a list', JSON.stringify({ events: [one] })],
      ['an array', JSON.stringify([one], null, 2)],
      ['lines', `${JSON.stringify(one)}\n${JSON.stringify({ ...one, id: 8 })}\n`],
    ] as const)
      test(`${name} of events is imported`, async () => {
        assert.equal((await imported(text, 'a.json')).title, 'JSON event')
      })

    test('an answer of the API is imported with all that it names', async () => {
      await service.post('/events', {
        title: 'Answered',
        start_date: '2028-06-10 09:00',
        end_date: '2028-06-10 11:00',
        venue: { venue: 'Answered hall', city: 'Biel' },
        organizer: [{ organizer: 'Answered people' }],
        tags: ['answered'],
        featured: true,
      })
      const { text } = await service.get('/events?start_date=2028-06-01&end_date=2028-07-01')
      const event = await imported(text, 'a.json')
      assert.deepEqual(
        [event.title, event.venue.city, event.organizer[0].organizer, event.tags[0].name, event.featured],
        ['Answered', 'Biel', 'Answered people', 'answered', true],
      )
    })

    test('an answer of the API keeps the second of two equal hours', async () => {
      const { times, query } = await makeNights()
      const { text } = await service.get(`/events?${query}`)
      assert.deepEqual(await allTimes(await importNew(text, 'a.json')), times.toSorted())
    })

    test('an event that had a password does not become public', async () => {
      const event = { title: 'Closed', start_date: '2027-03-10 19:00', end_date: '2027-03-10 21:00' }
      const done = await importNew(
        JSON.stringify([{ ...event, protected: true, status: 'publish' }]),
        'a.json',
      )
      assert.match(done.rows[0].reason, /has a password at the source/)
      const { body } = await service.get(`/events/${done.rows[0].id}`, { as: 'admin:secret' })
      assert.equal(body.status, 'private')
    })

    test('the URL of an image stays a link if nothing is fetched', async () => {
      const event = { title: 'Film', start_date: '2027-03-12 20:00', end_date: '2027-03-12 22:00' }
      const url = 'https://example.org/poster.jpg'
      for (const image of [url, { url, id: 12, extension: 'jpg' }])
        assert.equal((await imported(JSON.stringify([{ ...event, image }]), 'a.json')).image.url, url)
    })

    test('a draft of WordPress, which has no date of publication yet, is imported', async () => {
      const event = { title: 'Draft', start_date: '2028-03-10 19:00', end_date: '2028-03-10 21:00' }
      const unset = { date: '2026-05-06 07:08:09', date_utc: '0000-00-00 00:00:00' }
      const { rows } = await importNew(JSON.stringify([{ ...event, ...unset, status: 'draft' }]), 'a.json')
      const { body } = await service.get(`/events/${rows[0].id}`, { as: 'admin:secret' })
      assert.deepEqual([body.title, body.status], ['Draft', 'draft'], rows[0].reason)
    })

    test('an event that is not published yet stays so, at its date if the file has one', async () => {
      const event = { title: 'Later', start_date: '2028-03-10 19:00', end_date: '2028-03-10 21:00' }
      const dated = { ...event, id: 1, status: 'future', date: '2027-12-01 09:00:00' }
      const file = JSON.stringify([
        { ...dated, date_utc: '2027-12-01 08:00:00' },
        { ...dated, id: 2 },
        { ...event, id: 3, status: 'future' },
      ])
      const { rows } = await importNew(file, 'a.json')
      const shown = await Promise.all(
        rows.map(async ({ id }: Json) => (await service.get(`/events/${id}`, { as: 'admin:secret' })).body),
      )
      assert.deepEqual(
        shown.map(({ status }: Json) => status),
        ['future', 'future', 'pending'],
      )
      assert.deepEqual(
        shown.slice(0, 2).map(({ date_utc }: Json) => date_utc),
        ['2027-12-01 08:00:00', '2027-12-01 08:00:00'],
      )
      assert.match(rows[2].reason, /does not say when this event is to be published/)
    })

    test('venues and organizers that are not public at the source are not published', async () => {
      const event = {
        title: 'At a secret place',
        start_date: '2028-03-10 19:00',
        end_date: '2028-03-10 21:00',
      }
      const file = JSON.stringify([
        {
          ...event,
          venue: { venue: 'Secret draft place', status: 'draft' },
          organizer: [
            { organizer: 'Secret people', status: 'future', date_utc: '2029-01-01 00:00:00' },
            { organizer: 'Known people', status: 'publish' },
          ],
        },
      ])
      const { rows } = await importNew(file, 'a.json')
      const { body } = await service.get(`/events/${rows[0].id}`, { as: 'admin:secret' })
      assert.deepEqual(
        [body.venue.status, ...body.organizer.map(({ status }: Json) => status)],
        ['draft', 'future', 'publish'],
      )
    })

    describe('linked data of schema.org', () => {
      const concert = {
        '@type': 'MusicEvent',
        name: 'Concert &amp; dance',
        startDate: '2027-03-02T19:30:00+01:00',
        duration: 'PT2H30M',
        description: '<p>Loud</p>',
        url: 'https://hall.example/concert',
        eventStatus: 'https://schema.org/EventPostponed',
        keywords: 'Jazz, Soul',
        inLanguage: 'de-CH',
        location: {
          '@type': 'Place',
          name: 'Hall',
          address: {
            '@type': 'PostalAddress',
            streetAddress: 'Main street 1',
            postalCode: '8000',
            addressLocality: 'Zurich',
          },
          geo: { '@type': 'GeoCoordinates', latitude: 47.37, longitude: '8.54' },
        },
        organizer: [{ '@type': 'Organization', name: 'Club', email: 'mailto:club@hall.example' }],
        offers: [
          { '@type': 'Offer', price: '12.00', priceCurrency: 'CHF' },
          { '@type': 'AggregateOffer', lowPrice: 20, highPrice: 30, priceCurrency: 'CHF' },
        ],
      }
      const eventsOf = async (document: unknown, filename = 'a.jsonld'): Promise<Json[]> => {
        const { rows } = await importNew(JSON.stringify(document), filename)
        return Promise.all(
          rows.map(async ({ id }: Json) => (await service.get(`/events/${id}?ml_language=de`)).body),
        )
      }
      const timesIn = (events: readonly Json[]) =>
        events.map(({ title, start_date, end_date, all_day }) => [title, start_date, end_date, all_day])

      test('of events here whose place is not known makes no venue of that name', async () => {
        const { body } = await service.post('/events', anEvent({ title: 'Secret concert' }))
        const unplaced = await service.get(`/events/${body.id}.jsonld?ml_language=de`)
        const [event] = await eventsOf({ ...JSON.parse(unplaced.text), '@id': 'https://hall.example/secret' })
        assert.deepEqual([event!.title, event!.venue], ['Secret concert', []])
      })

      test('has all that our fields hold, and lasts as long as it says without an end', async () => {
        const [event] = await eventsOf({ '@context': 'https://schema.org', ...concert })
        assert.deepEqual(
          [
            event!.title,
            event!.start_date,
            event!.end_date,
            event!.language,
            event!.event_status,
            event!.website,
          ],
          ['Concert & dance', '2027-03-02 19:30:00', '2027-03-02 22:00:00', 'de', 'postponed', concert.url],
        )
        const { venue, address, city, zip, geo_lat, geo_lng } = event!.venue
        assert.deepEqual(
          [venue, address, city, zip, geo_lat, geo_lng],
          ['Hall', 'Main street 1', 'Zurich', '8000', 47.37, 8.54],
        )
        assert.deepEqual(
          [event!.organizer[0].organizer, event!.organizer[0].email],
          ['Club', 'club@hall.example'],
        )
        assert.deepEqual(event!.cost_details.values, ['12.00', '20', '30'])
        assert.equal(event!.cost_details.currency_symbol, 'CHF')
        assert.deepEqual(event!.tags.map(({ name }: Json) => name).toSorted(), ['Jazz', 'Soul'])
        assert.equal(event!.description, '<p>Loud</p>')
      })

      test('is found in lists, graphs and pages, whose places and organizers may stand elsewhere', async () => {
        const at = (name: string, more = {}) => ({
          '@type': 'Event',
          name,
          startDate: '2027-03-02T20:00',
          location: { '@id': '#hall' },
          ...more,
        })
        const hall = { '@type': 'Place', '@id': '#hall', name: 'Graph hall' }
        const events = await eventsOf([
          {
            '@context': 'https://schema.org',
            '@graph': [{ '@type': 'WebPage', name: 'Page' }, hall, at('A')],
          },
          {
            '@type': 'ItemList',
            itemListElement: [
              { '@type': 'ListItem', position: 1, item: at('B') },
              {
                '@type': 'ListItem',
                position: 2,
                item: at('C', { startDate: '2027-03-03', duration: 'P3D' }),
              },
            ],
          },
          { '@type': 'CollectionPage', mainEntity: { '@type': 'ItemList', itemListElement: [at('D')] } },
          { '@graph': [{ '@graph': [at('E', { endDate: '2027-03-02T21:00' })] }] },
        ])
        assert.deepEqual(timesIn(events), [
          ['A', '2027-03-02 20:00:00', '2027-03-02 20:00:00', false],
          ['B', '2027-03-02 20:00:00', '2027-03-02 20:00:00', false],
          ['C', '2027-03-03 00:00:00', '2027-03-05 23:59:59', true],
          ['D', '2027-03-02 20:00:00', '2027-03-02 20:00:00', false],
          ['E', '2027-03-02 20:00:00', '2027-03-02 21:00:00', false],
        ])
        assert.deepEqual(new Set(events.map(({ venue }) => venue.venue)), new Set(['Graph hall']))
      })

      test('repeats by its schedule, and the dates of a series have what they lack from it', async () => {
        const schedule = {
          '@type': 'Schedule',
          startDate: '2027-03-02',
          startTime: '22:00:00',
          duration: 'PT3H',
          repeatFrequency: 'P1W',
          byDay: ['https://schema.org/Tuesday'],
          repeatCount: 4,
          exceptDate: '2027-03-16',
        }
        const { rows } = await importNew(
          JSON.stringify({ '@type': 'Event', name: 'Weekly', eventSchedule: schedule }),
          'a.json',
        )
        const dates = await occurrencesOf(rows[0].id)
        assert.deepEqual(
          dates.map(({ start_date, end_date }) => [start_date, end_date]),
          ['02', '09', '23'].map((day) => [
            `2027-03-${day} 22:00:00`,
            `2027-03-${String(Number(day) + 1).padStart(2, '0')} 01:00:00`,
          ]),
        )
        const until = { ...schedule, duration: undefined, endTime: '01:00', repeatFrequency: undefined }
        const [night] = await eventsOf({ '@type': 'Event', name: 'Night', eventSchedule: until })
        assert.deepEqual([night!.start_date, night!.end_date], ['2027-03-02 22:00:00', '2027-03-03 01:00:00'])
        const subEvent = ['2027-03-02T20:00', '2027-03-09T20:00'].map((startDate) => ({
          '@type': 'Event',
          startDate,
        }))
        const events = await eventsOf({ '@type': 'EventSeries', name: 'Series', url: concert.url, subEvent })
        assert.deepEqual(
          events.map(({ title, start_date }) => [title, start_date]),
          [
            ['Series', '2027-03-02 20:00:00'],
            ['Series', '2027-03-09 20:00:00'],
          ],
        )
      })

      test('fails event by event if it is odd, however many there are', async () => {
        const many = Array.from({ length: 3_000 }, (_, place) => ({
          ...concert,
          name: `N${place}`,
          url: `https://a.example/${place}`,
        }))
        const odd = [
          {
            '@type': 'Event',
            name: 'Long',
            startDate: '2027-03-02T20:00Z',
            duration: `P${'9'.repeat(400)}D`,
          },
          {
            '@type': 'Event',
            name: { a: [] },
            startDate: ['x'],
            eventSchedule: { repeatFrequency: 'P1W', repeatCount: {} },
          },
          {
            '@type': ['Event'],
            name: 'Rule',
            eventSchedule: [{ startDate: '2027-03-02', repeatFrequency: 'P1W', byDay: 7 }],
          },
        ]
        const { body } = await preview(
          service,
          JSON.stringify([...odd, ...many]),
          { source: 'odd' },
          'a.json',
        )
        assert.deepEqual(
          body.rows.slice(0, 4).map(({ action }: Json) => action),
          ['create', 'fail', 'fail', 'create'],
        )
        assert.deepEqual(body.would, { create: 3_001, change: 0, skip: 0, fail: 2 })
      })

      test('of other things has no events, and our own comes back', async () => {
        const { body } = await preview(
          service,
          '{"@type":"Organization","name":"Club"}',
          { source: 'none' },
          'a.json',
        )
        assert.equal(body.rows[0].reason, 'This is not a list of events.')
        const [made] = await eventsOf({ ...concert, url: undefined })
        const { text } = await service.get(`/events.jsonld?include=${made!.id}&start_date=2027-01-01`)
        const [again] = await eventsOf(JSON.parse(text))
        const shown = ({ title, utc_start_date, utc_end_date, venue, cost_details }: Json) => [
          title,
          utc_start_date,
          utc_end_date,
          venue.venue,
          cost_details.values[0],
        ]
        assert.deepEqual(shown(again!), shown(made!))
      })
    })

    test('a file with an event to a line may be called .jsonl or .ndjson, but is no export of a service', async () => {
      const day = { start_date: '2027-02-01', end_date: '2027-02-01' }
      for (const name of ['a.jsonl', 'A.NDJSON']) {
        const lines = ['One', 'Two'].map((title) => JSON.stringify({ title, ...day }))
        const { format, would } = await importNew(lines.join('\n'), name)
        assert.deepEqual([format, would.create], ['json', 2])
      }
      const whole = '{"calends":"export","format":1}\n{"table":"events","row":{"title":"Secret"}}\n'
      const { body } = await preview(service, whole, {}, 'town.jsonl')
      assert.deepEqual(
        body.rows.map(({ line, reason }: Json) => [line, reason]),
        [
          [
            1,
            'This is an export of a whole service, which only calends import reads, into an empty database.',
          ],
        ],
      )
    })

    test('links that name nothing are left out, which is noted', async () => {
      const day = { start_date: '2027-02-01', end_date: '2027-02-01' }
      const nameless: readonly Json[] = [
        { categories: [{ id: 3 }, { name: 'Fair' }] },
        { tags: { a: 'b' } },
        { venue: { id: 5 } },
        { venue: 5 },
        { organizer: [{ id: 6, organizer: '' }] },
      ]
      const nothing: readonly Json[] = [
        { venue: {} },
        { organizer: [{}] },
        { venue: '' },
        { tags: [null, ''] },
      ]
      const file = [...nameless, ...nothing].map((one, index) => ({ title: `${index}`, ...day, ...one }))
      const { rows, would } = await importNew(JSON.stringify(file), 'a.json')
      assert.deepEqual(would, { create: 9, change: 0, skip: 0, fail: 0 })
      assert.deepEqual(
        rows.map(({ reason }: Json) => / without a name were left out/.test(reason)),
        file.map((_, index) => index < nameless.length),
      )
      const { categories } = (await service.get(`/events/${rows[0].id}`)).body
      assert.deepEqual(
        categories.map(({ name }: Json) => name),
        ['Fair'],
      )
    })

    test('what is nested too deeply fails on its own', async () => {
      const deep = JSON.stringify({ ...one, id: 8 }).replace(
        '}',
        `,"tickets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      )
      const { rows } = await importNew(`${JSON.stringify(one)}\n${deep}\n`, 'a.jsonl')
      const [, { action, reason }] = rows as Json[]
      assert.deepEqual([action, reason], ['fail', 'This is nested more than 100 deep.'])
    })

    test('the rest of a file is not read once 20,000 records have failed or were copies', async () => {
      const file = JSON.stringify([one, ...Array<unknown>(25_000).fill({}), { ...one, id: 8 }])
      const { body } = await preview(service, file, { source: `source ${(sources += 1)}` }, 'a.json')

      const read = body.would.skip + body.would.fail
      assert.deepEqual([body.would.create, read < 20_300], [1, true])
      const last = await readImport(service, body.id, `?page=${read + 1}&per_page=1`)
      assert.equal(
        last.body.rows[0].reason,
        'The rest is not read, because 20000 records up to here have failed or are copies.',
      )
    })

    test('what is no JSON is told with its line', async () => {
      const { body } = await preview(service, '[\n{"title": "A"},\n{"title" "B"}]', {}, 'a.json')
      assert.deepEqual([body.rows[0].line, body.rows[0].action], [3, 'fail'])
    })
  })
}, environment)
