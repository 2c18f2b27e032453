import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { formatMessage } from '../../locales/index.ts'
import { isRecord, type SourceItem, type SourceInput } from '../record.ts'
import { icalendar } from './index.ts'

const file = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:first
SUMMARY;LANGUAGE=fr:First
DTSTART:20270310T190000
END:VEVENT
BEGIN:VEVENT
UID:second
SUMMARY;LANGUAGE=en:Second
DTSTART:20270310T190000
END:VEVENT
END:VCALENDAR
`

const inputOf = (content: unknown) =>
  ({
    content,
    site: { timezone: 'UTC', languages: ['en'] },
    onError: assert.ifError,
    findKnown: () => Promise.resolve(new Map()),
    findParts: () => Promise.resolve(new Map()),
  }) as unknown as SourceInput

const readAll = async (text: string): Promise<SourceItem[]> => {
  const found: SourceItem[] = []
  for await (const one of icalendar(inputOf([Buffer.from(text)]))) found.push(one)
  return found
}

const vevent = (...lines: readonly string[]) =>
  ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:Jazz', 'DTSTART:20270301T190000', ...lines, 'END:VEVENT'].join('\n')
const daily = vevent('RRULE:FREQ=DAILY')
const exceptions = (count: number, name: string) =>
  Array.from({ length: count }, (_, place) => {
    const day = new Date(Date.UTC(2027, 2, 2 + place)).toISOString().slice(0, 10).replaceAll('-', '')
    return vevent(`${name}:${day}T190000`)
  })

test('series take little more memory than their file until it has ended', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const heap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  await readAll(['BEGIN:VCALENDAR', daily, 'END:VCALENDAR', ''].join('\n'))
  let [size, held] = [0, 0]
  async function* content() {
    const start = heap()
    // Without a zone, all would wait for one.
    yield await Promise.resolve(Buffer.from('BEGIN:VCALENDAR\nX-WR-TIMEZONE:UTC\n'))
    for (let part = 0; part < 50; part += 1) {
      const events = Array.from({ length: 100 }, (_, place) =>
        vevent('RRULE:FREQ=DAILY', `DESCRIPTION:${'Played by some. '.repeat(20)}`).replace(
          'UID:a',
          `UID:${part}-${place}`,
        ),
      )
      const bytes = Buffer.from(`${events.join('\n')}\n`)
      size += bytes.length
      yield await Promise.resolve(bytes)
    }
    held = heap() - start
  }
  let count = 0
  for await (const one of icalendar(inputOf(content()))) count += Number(isRecord(one))

  assert.equal(count, 5_000)
  assert.ok(held < 4 * size, `${held} bytes for ${size}`)
})

const costly: Readonly<Record<string, (count: number) => readonly string[]>> = {
  'At most 10000 events can have the same UID.': (count) => [
    daily,
    ...exceptions(count === 0 ? 9_999 : 10_000, 'RECURRENCE-ID'),
  ],
  'A series can be divided by RANGE=THISANDFUTURE at most 100 times.': (count) => [
    daily,
    ...exceptions(100 + count, 'RECURRENCE-ID;RANGE=THISANDFUTURE'),
  ],
  'At most 5 EXRULE are possible.': (count) => [
    vevent('RRULE:FREQ=DAILY', ...Array<string>(5 + count).fill('EXRULE:FREQ=DAILY;INTERVAL=2')),
  ],
}
for (const [sentence, components] of Object.entries(costly))
  test(`a series costs no more than any calendar needs: ${sentence}`, async () => {
    const faults = (count: number) =>
      readAll(
        [
          'BEGIN:VCALENDAR',
          daily.replace('UID:a', 'UID:other'),
          ...components(count),
          'END:VCALENDAR',
          '',
        ].join('\n'),
      ).then((found) => found.map((one) => ('fault' in one ? formatMessage(one.fault, 'en') : undefined)))

    assert.ok((await faults(0)).every((fault) => fault === undefined))
    assert.deepEqual(await faults(1), [undefined, sentence])
  })

test('the EXRULE of a file take no longer than those of an old calendar', async () => {
  const rules = Array<string>(5).fill('EXRULE:FREQ=YEARLY;INTERVAL=2')
  const series = (uid: number) => vevent('RRULE:FREQ=YEARLY;COUNT=2', ...rules).replace('UID:a', `UID:${uid}`)
  const found = await readAll(
    ['BEGIN:VCALENDAR', ...Array.from({ length: 201 }, (_, uid) => series(uid)), 'END:VCALENDAR', ''].join(
      '\n',
    ),
  )
  const faults = found.flatMap((one) => ('fault' in one ? formatMessage(one.fault, 'en') : []))
  assert.deepEqual([found.length, faults], [201, ['At most 1000 EXRULE are possible.']])
})

test('of the zones that only a file knows, no more are read than there can be', async () => {
  const zone = (name: number) =>
    `BEGIN:VTIMEZONE\nTZID:Zone ${name}\nBEGIN:${rules('+0300')}\nEND:STANDARD\nEND:VTIMEZONE`
  const event = (name: number) =>
    vevent().replace('UID:a', `UID:${name}`).replace('DTSTART:', `DTSTART;TZID=Zone ${name}:`)
  const names = Array.from({ length: 1_001 }, (_, name) => name)
  const found = await readAll(
    ['BEGIN:VCALENDAR', ...names.map(zone), ...names.map(event), 'END:VCALENDAR', ''].join('\n'),
  )
  const faults = found.flatMap((one) => ('fault' in one ? formatMessage(one.fault, 'en') : []))
  assert.deepEqual([found.length, faults], [1_001, ['The time zone "Zone 1000" is not known.']])
})

test('an internal error is reported and fails only its component', async () => {
  const errors: unknown[] = []
  // The language that is no text lets the first event fail as a fault of ours would.
  const site = { timezone: 'UTC', languages: ['en', undefined] } as unknown as SourceInput['site']
  const found: SourceItem[] = []
  const input = {
    content: [Buffer.from(file)],
    site,
    onError: (error: unknown) => errors.push(error),
    findParts: () => Promise.resolve(new Map()),
  }
  for await (const one of icalendar(input as unknown as SourceInput)) found.push(one)

  assert.deepEqual(
    found.map((one) => (isRecord(one) ? one.externalId : 'fault' in one && one.fault.text)),
    ['This cannot be read because of an internal error.', 'second'],
  )
  assert.ok(errors[0] instanceof TypeError)
})

/** The fields of the only event of a calendar; undefined if it is not imported. */
const fieldsOf = async (...lines: readonly string[]) => {
  const [item] = await readAll(['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\n'))
  return isRecord(item!) ? item.fields : undefined
}

const rules = (offset: string) =>
  ['STANDARD', 'DTSTART:16010101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`].join('\n')

test('others are served while thousands of exceptions of one series are read', async () => {
  let turns = 0
  let isReading = true
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  await readAll(
    ['BEGIN:VCALENDAR', daily, ...exceptions(5_000, 'RECURRENCE-ID'), 'END:VCALENDAR', ''].join('\n'),
  )
  isReading = false
  assert.ok(turns > 3, String(turns))
})

test('a zone is found by a name with commas, which its definition escapes', async () => {
  const zone = `BEGIN:VTIMEZONE\nTZID:(UTC+07:00) Bangkok\\, Hanoi\nBEGIN:${rules('+0700')}\nEND:STANDARD\nEND:VTIMEZONE`
  const event = vevent().replace('DTSTART', 'DTSTART;TZID="(UTC+07:00) Bangkok, Hanoi"')
  const fields = await fieldsOf(zone, event)
  assert.ok(fields)
  assert.deepEqual([fields.timezone, fields.start_date], ['UTC+7', '2027-03-01 19:00:00'])
})

test('a zone is found by the name that Windows displays, unless the calendar defines it', async () => {
  const zones = {
    '(UTC-05:00) Eastern Time (US & Canada)': 'America/New_York',
    '(GMT+10:00) Canberra, Melbourne, Sydney': 'Australia/Canberra',
    '(UTC+08:00) Urumqi, Singapore': 'Asia/Singapore',
    'Amsterdam, Belgrade, Berlin, Brussels': 'Europe/Amsterdam',
    'Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London': 'Europe/Dublin',
    '(GMT +01:00)': 'UTC+1',
    'Mitteleuropäische Zeit': 'Europe/Berlin',
    "heure d'Europe centrale": 'Europe/Berlin',
    MESZ: 'Europe/Berlin',
    '(UTC+02:00) Athen, Bukarest': 'Europe/Athens',
    'W. Europe Daylight Time': 'Europe/Berlin',
    '(UTC+04:00) Moscow, St. Petersburg, Volgograd': undefined,
    Berlin: undefined,
    constructor: undefined,
    [`(UTC+01:00) ${'Nowhere, '.repeat(20)}Paris`]: undefined,
    // Every end of it taken for a name would keep the service busy for hours.
    [`${'of/'.repeat(100_000)}Europe/Berlin`]: 'Europe/Berlin',
  }
  const zoneOf = async (name: string, ...lines: readonly string[]) => {
    const event = vevent().replace('DTSTART', `DTSTART;TZID="${name}"`)
    const fields = await fieldsOf(event, ...lines)
    return fields?.timezone
  }
  for (const [name, zone] of Object.entries(zones)) assert.equal(await zoneOf(name), zone, name.slice(0, 50))
  const name = '(UTC+01:00) Paris'
  const own = `BEGIN:VTIMEZONE\nTZID:${name}\nBEGIN:${rules('+0300')}\nEND:STANDARD\nEND:VTIMEZONE`
  assert.equal(await zoneOf(name, own), 'UTC+3')
})

test('a zone that Windows names for several countries is that of the site, if its clock is the same', async () => {
  const zoneOf = async (name: string, timezone: string) => {
    const event = vevent().replace('DTSTART', `DTSTART;TZID="${name}"`)
    const input = inputOf([Buffer.from(['BEGIN:VCALENDAR', event, 'END:VCALENDAR', ''].join('\n'))])
    for await (const one of icalendar({ ...input, site: { ...input.site, timezone } }))
      if (isRecord(one)) return one.fields.timezone
    return undefined
  }
  const names = ['W. Europe Standard Time', '(UTC+01:00) Amsterdam, Berlin, Bern', 'Mitteleuropäische Zeit']
  for (const name of names) assert.equal(await zoneOf(name, 'Europe/Zurich'), 'Europe/Zurich', name)
  assert.equal(await zoneOf('Europe/Berlin', 'Europe/Zurich'), 'Europe/Berlin')
  assert.equal(await zoneOf('W. Europe Standard Time', 'Africa/Lagos'), 'Europe/Berlin')
  assert.equal(await zoneOf('Tokyo Standard Time', 'UTC'), 'Asia/Tokyo')
  assert.equal(await zoneOf('Eastern Standard Time', 'America/Toronto'), 'America/Toronto')
  assert.equal(await zoneOf('Cuba Standard Time', 'America/New_York'), 'America/Havana')
})

test('the rules of a zone that only its calendar knows may end after a number of years', async () => {
  const observance = (kind: string, start: string, month: number, from: string, to: string) =>
    `BEGIN:${kind}\nDTSTART:${start}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU;COUNT=2\nEND:${kind}`
  const standard = observance('STANDARD', '20261025T030000', 10, '+0215', '+0145')
  const daylight = observance('DAYLIGHT', '20270328T020000', 3, '+0145', '+0215')
  const zone = `BEGIN:VTIMEZONE\nTZID:Ours\n${standard}\n${daylight}\nEND:VTIMEZONE`
  const startOf = async (day: string) => {
    const event = vevent()
      .replace(/DTSTART:\d+/, `DTSTART;TZID=Ours:${day}`)
      .replace(/DTEND:.*\n/, '')
    return (await fieldsOf(zone, event))?.start_date
  }
  assert.deepEqual(
    [await startOf('20270701'), await startOf('20271201'), await startOf('20290701')],
    ['2027-07-01 16:45:00', '2027-12-01 17:15:00', '2029-07-01 16:45:00'],
  )
})

test('the zone of New York is found by the rules that it had before 2007, and by the name in RFC 2445', async () => {
  const observance = (kind: string, month: number, day: string, from: string, to: string) =>
    `BEGIN:${kind}\nDTSTART:19700101T020000\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}\nEND:${kind}`
  const standard = observance('STANDARD', 10, '-1SU', '-0400', '-0500')
  const daylight = observance('DAYLIGHT', 4, '1SU', '-0500', '-0400')
  const zone = `BEGIN:VTIMEZONE\nTZID:Ours\n${standard}\n${daylight}\nEND:VTIMEZONE`
  const named = { Ours: ['America/New_York', zone], 'US-Eastern': ['US/Eastern'] }
  for (const [name, [expected, ...lines]] of Object.entries(named)) {
    const event = vevent().replace('DTSTART', `DTSTART;TZID=${name}`)
    const fields = await fieldsOf(...lines, event)
    assert.ok(fields, name)
    assert.equal(fields.timezone, expected, name)
  }
})

test('an attendee who cannot be read does not keep an event from being imported', async () => {
  // As mail programs break it, without the blank at the beginning of the next line.
  const event = vevent('ATTENDEE;ROLE=REQ-PARTICIPANT;CN="Staff"', ':MAILTO:staff@example.org')
  const fields = await fieldsOf(event)
  assert.ok(fields)
  assert.equal(fields.title, 'Jazz')
})

test('a URL that was typed without a scheme becomes the website', async () => {
  const websites = {
    'www.example.org/events': 'http://www.example.org/events',
    'https://www.example.org/': 'https://www.example.org/',
    'www. to be announced': '',
    'ask us': '',
  }
  for (const [url, website] of Object.entries(websites)) {
    const fields = await fieldsOf(vevent(`URL:${url}`))
    assert.ok(fields, url)
    assert.equal(fields.website, website, url)
  }
})

test('texts in quoted-printable, as in vCalendar 1.0, are decoded', async () => {
  const encoded = (charset: string, value: string) => `;${charset}ENCODING=QUOTED-PRINTABLE:${value}`
  const event = vevent(
    `DESCRIPTION${encoded('CHARSET=UTF-8;', 'Erste Zeile=0D=0Azweite=\n Zeile und C=C3=\n=B4te')}`,
    `LOCATION${encoded('CHARSET=ISO-8859-1;', 'Caf=E9 =80')}`,
    `CATEGORIES${encoded('CHARSET=ISO-2022-JP;', '=1B$B2;3Z=1B(B')}`,
    'DTEND:20270301T200000',
  ).replace('SUMMARY:Jazz', `SUMMARY${encoded('', 'm=C3=B6chen =3D a=2Cb')}`)
  const fields = await fieldsOf('VERSION:1.0', event)
  assert.ok(fields)
  assert.equal(fields.title, 'möchen = a,b')
  assert.equal(fields.description, 'Erste Zeile\nzweite Zeile und Côte')
  assert.deepEqual([fields.venue, fields.categories], [{ venue: 'Café €' }, ['音楽']])
})
