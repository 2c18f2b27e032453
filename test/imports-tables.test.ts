import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importFile, preview } from './importing.ts'
import { onEachDatabase, type Json } from './service.ts'

/** What tables become, as towns, universities and clubs write them or their programs export them. */

const environment = { CALENDS_TIMEZONE: 'Europe/Zurich', CALENDS_LANGUAGES: 'en,fr,de' }

onEachDatabase((service) => {
  let sources = 0
  const read = async (content: string | Buffer, filename = 'a.csv'): Promise<Json> =>
    (await preview(service, content, { source: `read ${(sources += 1)}` }, filename)).body
  const importAll = async (content: string | Buffer, filename = 'a.csv'): Promise<Json[]> => {
    const { rows } = await importFile(service, content, { source: `table ${(sources += 1)}` }, filename)
    return Promise.all(rows.map(async ({ id }: Json) => (await service.get(`/events/${id}`)).body))
  }
  const timesIn = (events: readonly Json[]) =>
    events.map(({ start_date, end_date, all_day }) => [
      start_date.slice(0, -3),
      end_date.slice(0, -3),
      ...(all_day ? ['all day'] : []),
    ])
  const reasonsIn = ({ rows }: Json) => rows.map(({ line, reason }: Json) => [line, reason])

  test('rows with the same title and start are other events at other venues', async () => {
    const header = 'Titel,Datum,Zeit,Ort,Beschreibung'
    const rows = [
      'Yoga,2027-03-02,18:00,Room 1,For all',
      'Yoga,2027-03-02,18:00,Room 2,For all',
      'Yoga,2027-03-02,18:00,Room 2,For all',
      'Yoga,2027-03-02,18:00,Room 1,For few',
    ]
    const again = async () => {
      const { rows: found } = await importFile(
        service,
        [header, ...rows].join('\n'),
        { source: 'yoga' },
        'a.csv',
      )
      return found.map(({ action, reason }: Json) => [action, reason])
    }
    const same = [
      ['skip', 'This is the same as line 3.'],
      [
        'fail',
        'This has the same title and start as line 2, and no identifier (id or UID) that makes it another event.',
      ],
    ]

    const first = await again()
    assert.deepEqual(
      [first.map(([action]: string[]) => action), first.slice(2)],
      [['create', 'create', 'skip', 'fail'], same],
    )
    assert.deepEqual(
      (await again()).map(([action]: string[]) => action),
      ['skip', 'skip', 'skip', 'fail'],
    )
  })

  describe('a table of venues or organizers alone', () => {
    const rowsOf = async (table: string, source: string) =>
      (await importFile(service, table, { source }, 'a.csv')).rows

    test('creates and changes them, by the columns of The Events Calendar', async () => {
      const header =
        'Venue Name,Venue Country,Venue Address,Venue Address 2,Venue City,Venue State/Province,Venue Zip,Venue Phone,Venue URL,Venue Show Map'
      const table = (phone: string) =>
        `${header}\nTable hall,Switzerland,Main street 1,2nd floor,Zurich,ZH,8000,${phone},hall.example,no\nTable hall,,,,Basel,,,,,\n,,,,Bern,,,,,\n`
      const rows = await rowsOf(table('044'), 'venues of a table')
      assert.deepEqual(
        rows.map(({ kind, action }: Json) => [kind, action]),
        [
          ['venues', 'create'],
          ['venues', 'create'],
          ['venues', 'fail'],
        ],
      )
      const { body } = await service.get(`/venues/${rows[0].id}`)
      const { venue, country, address, city, stateprovince, zip, phone, website, show_map } = body
      assert.deepEqual(
        [venue, country, address, city, stateprovince, zip, phone, website, show_map],
        [
          'Table hall',
          'Switzerland',
          'Main street 1, 2nd floor',
          'Zurich',
          'ZH',
          '8000',
          '044',
          'http://hall.example',
          false,
        ],
      )
      const again = await rowsOf(table('045'), 'venues of a table')
      assert.deepEqual(
        again.map(({ action, id }: Json) => [action, id]),
        [
          ['change', rows[0].id],
          ['skip', rows[1].id],
          ['fail', undefined],
        ],
      )
      const [event] = await importAll('Titel,Datum,Veranstaltungsort,Stadt\nA,2027-03-02,Table hall,Basel\n')
      assert.equal(event!.venue.id, rows[1].id)
    })

    test('has no columns of anything else, because one of events may name its titles and days in its own way', async () => {
      const [{ kind, action, reason }] = await rowsOf(
        'Attraction,Moment,Venue,City\nBall,2027-03-02,Hall,Basel\n',
        'own names',
      )
      assert.deepEqual(
        [kind, action, reason],
        ['events', 'fail', 'No column is known to hold title, start_date.'],
      )
    })

    test('is also one of organizers, whose columns may be in other languages', async () => {
      const [first] = await rowsOf(
        'Organizer Name,Organizer Description,Organizer Email,Organizer Website,Organizer Phone\nTable club,For all,club@hall.example,https://club.example,031\n',
        'organizers of a table',
      )
      const { body } = await service.get(`/organizers/${first.id}`, { as: 'admin:secret' })
      assert.deepEqual(
        [body.organizer, body.description, body.email, body.website, body.phone],
        ['Table club', '<p>For all</p>', 'club@hall.example', 'https://club.example', '031'],
      )
      const [second] = await rowsOf('Veranstalter;E-Mail\nVerein;verein@hall.example\n', 'Vereine')
      assert.deepEqual([second.kind, second.action], ['organizers', 'create'])
    })
  })

  describe('columns', () => {
    for (const [header, mapping, notes] of [
      ['Event,Date,Start,Finish', 'title,start_date,start_time,end_time'],
      ['Name,Start,End', 'title,start_date,end_date'],
      ['Datum,Tag,Von,Bis,Titel,Name', 'start_date,,start_time,end_time,title,'],
      ['Tag,Zeit von,Zeit bis,Anlass', 'start_date,start_time,end_time,title'],
      ['Titel,Startdatum,Ort,Veranstaltungsort', 'title,start_date,city,venue'],
      ['Titel,Startdatum,PLZ,Ort', 'title,start_date,zip,venue'],
      ['Titre,Du,Au,De,À,Emplacement', 'title,start_date,end_date,start_time,end_time,venue'],
      ['Titre,Date,Statut', 'title,start_date,status'],
      ['Title,Date,Zip Code,Featured Image', 'title,start_date,zip,image'],
      ['Was,Wann,Wo', 'title,start_date,venue'],
      ['Quoi,Quand,Où', 'title,start_date,venue'],
      ['What,When,Where', 'title,start_date,venue'],
      ['Datum,Wann,Was', 'start_date,start_time,title'],
      ['Termin,Anlass,Eintritts-Preis,Bild-URL', 'start_date,title,,image'],
      ['Datum,Termin,Titel', 'start_date,,title'],
      ['name,start_time,end_time', 'title,start_date,end_time'],
      ['Title,Date & Time,Location', 'title,start_date,venue'],
      [
        'Event Title,Start Date,Web Link,Event Image,Organizer Name,Address 1',
        'title,start_date,website,image,organizer,address',
      ],
      [
        'Event ID,Event Name,Event Start Date,Event URL,Venue Name,Venue Address',
        'external_id,title,start_date,website,venue,address',
      ],
      [
        'Titel,Veranstaltung,Datum,Preis,Eintritt',
        'title,,start_date,cost,',
        ['More than one column holds title, cost; only one of each is read.'],
      ],
    ] as const)
      test(`${header} are known, each for one field`, async () => {
        const names = header.split(',')
        const { mapping: found, notes: noted } = await read(`${header}\n${names.map(() => 'x').join(',')}\n`)
        const fields = mapping.split(',')
        assert.deepEqual(found, Object.fromEntries(names.map((name, place) => [name, fields[place]])))
        assert.deepEqual(noted, notes)
      })

    test('may be named below a title and blank lines, in a table with any delimiter', async () => {
      for (const [above, delimiter] of [
        ['Programm, Konzerte und mehr;;\n;;\n', ';'],
        ['Stand: 1.2.2027\n\n\n', '\t'],
        ['"Kulturverein ""Mühle""",,\n"Telefon, E-Mail",044,\n', ','],
      ] as const) {
        const table = ['Titel;Datum;Ort', 'Jazz;2027-03-02;Mühle', 'Lesung;2027-03-03;Mühle']
        const line = above.split('\n').length
        const { would, notes, rows } = await read(above + table.join('\n').replaceAll(';', delimiter))
        assert.deepEqual([would.create, rows[0].line], [2, line + 1])
        assert.deepEqual(notes, [`The columns are named in line ${line}; what stands above it is not read.`])
      }
    })

    test('that are not known are those of the first line with several cells, so that they can be mapped', async () => {
      const { mapping } = await read('Programm 2027\nWorum;Woher\nJazz;2027-03-02\n')
      assert.deepEqual(mapping, { Worum: '', Woher: '' })
    })

    test('of two columns with one name, the first counts or each has its meaning', async () => {
      const [seminar] = await importAll(
        'Titel;Datum;Zeit;Datum;Zeit\nSeminar;1.3.2027;10:00;2.3.2027;16:00\n',
      )
      const [meeting] = await importAll(
        'Objet,Début,Début,Fin,Fin\nRéunion,15/03/2027,18:00:00,15/03/2027,20:00:00\n',
      )
      assert.deepEqual(timesIn([seminar!, meeting!]), [
        ['2027-03-01 10:00', '2027-03-01 10:00'],
        ['2027-03-15 18:00', '2027-03-15 20:00'],
      ])
    })

    test('empty cells may be missing or too many at the end of a row', async () => {
      const { rows } = await read('Titel;Datum;;\nA;1.3.2027\nB;2.3.2027;;;;\nC\nD;3.3.2027;;;x\n')
      assert.deepEqual(
        rows.map(({ action }: Json) => action),
        ['create', 'create', 'fail', 'fail'],
      )
    })
  })

  describe('days', () => {
    for (const [cell, first, last = first] of [
      ['Mo, 1.3.2027', '2027-03-01'],
      ['Montag, 1. März 2027', '2027-03-01'],
      ['lundi 1er mars 2027', '2027-03-01'],
      ['Mon 1 Mar 2027', '2027-03-01'],
      ['1. 3. 2027', '2027-03-01'],
      ['01.03.27', '2027-03-01'],
      ['01-Mar-27', '2027-03-01'],
      ['25/03/2027', '2027-03-25'],
      ['3/25/2027', '2027-03-25'],
      ['5/5/2027', '2027-05-05'],
      ['1.3.2027 - 3.3.2027', '2027-03-01', '2027-03-03'],
      ['1.–3.3.2027', '2027-03-01', '2027-03-03'],
    ] as const)
      test(`${cell} is ${first}`, async () => {
        const events = await importAll(`title;start_date
Day;${cell}
`)
        assert.deepEqual(timesIn(events), [[`${first} 00:00`, `${last} 23:59`, 'all day']])
      })

    test('one with another weekday is refused', async () => {
      assert.match((await read('Titel;Datum\nA;Di, 1.3.2027\n')).rows[0].reason, /^start_date: /)
    })

    test('all days of a table tell the order of day and month, also later ones', async () => {
      const american = 'Subject,Start Date,Start Time,End Date\n'
      const rows = 'A,3/5/2027,6:00 PM,3/6/2027\nB,3/25/2027,7pm,\n'
      assert.deepEqual(timesIn(await importAll(american + rows)), [
        ['2027-03-05 18:00', '2027-03-06 23:59'],
        ['2027-03-25 19:00', '2027-03-25 19:00'],
      ])
      assert.deepEqual(timesIn(await importAll('Subject,Start Date\nA,3/5/2027\nB,25/3/2027\n')), [
        ['2027-05-03 00:00', '2027-05-03 23:59', 'all day'],
        ['2027-03-25 00:00', '2027-03-25 23:59', 'all day'],
      ])
      assert.deepEqual(timesIn(await importAll('Titre;Date;Heure\nBal;03/05/2027;19h30\n')), [
        ['2027-05-03 19:30', '2027-05-03 19:30'],
      ])
    })

    test('a preview says as which day and time a start is read that is not written as in the API', async () => {
      const { rows, notes } = await read(
        'Titre;Date;Heure\nBal;07/12/2026;19h30\nFilm;2026-12-07;19:30\nFête;1er mai 2027;\nRien;31/12/2026;jamais\n',
      )
      assert.deepEqual(
        rows.map(({ read_start_date }: Json) => read_start_date),
        ['2026-12-07 19:30:00', undefined, '2027-05-01', undefined],
      )
      assert.deepEqual(notes, [
        'All days of the table, or its columns, say which number is the day: "07/12/2026" is 2026-12-07.',
      ])
      const american = await read('Subject,Start Date\nA,7/12/2026 - 7/14/2026\nB,3/25/2027\n')
      assert.match(american.notes[0], /"7\/12\/2026 - 7\/14\/2026" is 2026-07-12\.$/)
    })

    test('nothing is guessed if nothing tells their order, or if they contradict each other', async () => {
      const unclear = (day: string) =>
        `Nothing in this table tells which number of "${day}" is the day; write dates such as 2027-01-31.`
      const alone = await read('Subject,Start Date\nA,3/5/2027\nCertain,2027-03-01\nC\n')
      const others = await read('Subject,Start Date\nAmerican,3/25/2027\nEuropean,25/3/2027\nC,3/4/2027\n')
      assert.deepEqual(reasonsIn(alone), [
        [2, unclear('3/5/2027')],
        [3, 'This event is new.'],
        [4, 'The number of columns is 1 here and 2 in the first row.'],
      ])
      assert.deepEqual(reasonsIn(others), [
        [2, 'This event is new.'],
        [3, 'This event is new.'],
        [4, unclear('3/4/2027')],
      ])
    })

    test('how long an event lasts says when it ends, if nothing else does', async () => {
      const durations = [
        '2:30',
        '90 min',
        '2 hours 30 minutes',
        '1,5 Std.',
        '2 h 15',
        'PT45M',
        '5400000',
        '2h30',
        '',
      ]
      const table = durations.map((one, place) => `A${place};2027-03-02;19:30;;"${one}"`)
      const header = 'Titel;Datum;Beginn;Ende;Dauer'
      const more = ['B;2027-03-02;19:30;21:00;5:00', 'C;2027-03-02;;;3 Tage', 'D;2027-03-02;19:30;;a while']
      const events = await importAll([header, ...table, ...more].join('\n'))
      assert.deepEqual(
        timesIn(events).map(([, end]) => end.slice(5)),
        [
          '03-02 22:00',
          '03-02 21:00',
          '03-02 22:00',
          '03-02 21:00',
          '03-02 21:45',
          '03-02 20:15',
          '03-02 21:00',
          '03-02 22:00',
          '03-02 19:30',
          '03-02 21:00',
          '03-04 23:59',
          '03-02 19:30',
        ],
      )
      const { rows } = await read(`${header}\n${more.at(-1)}`)
      assert.match(rows[0].reason, /“a while” is not a duration such as 2:30 or 90 min, so it was ignored\./)
    })

    test('a time without a day is none of today', async () => {
      const { rows } = await read('Date,Time,Title\n2027-03-01,10am,A\n,7pm,B\n')
      assert.deepEqual(
        rows.map(({ action }: Json) => action),
        ['create', 'fail'],
      )
      assert.match(rows[1].reason, /^start_date: Is missing\./)
    })

    test('an event that ends on a later day without a time ends with that day', async () => {
      const [event] = await importAll('Titel;Datum;Beginn;Enddatum;Ende\nFest;1.3.2027;19:00;3.3.2027;\n')
      assert.deepEqual(timesIn([event!]), [['2027-03-01 19:00', '2027-03-03 23:59']])
    })

    test('a column of ends may hold days or times, whatever its name says', async () => {
      const events = await importAll(
        'Start Date;End;Title\n1.3.2027;3.3.2027;A\n1.3.2027 10:00;12:00;B\n1.3.2027 10:00;2.3.2027 12:00;C\n',
      )
      const named = await importAll('Titel;Datum;Beginn;Enddatum\nD;1.3.2027;10:00;12 Uhr\n')
      assert.deepEqual(timesIn([...events, ...named]), [
        ['2027-03-01 00:00', '2027-03-03 23:59', 'all day'],
        ['2027-03-01 10:00', '2027-03-01 12:00'],
        ['2027-03-01 10:00', '2027-03-02 12:00'],
        ['2027-03-01 10:00', '2027-03-01 12:00'],
      ])
    })
  })

  describe('times', () => {
    for (const [cell, time] of [
      ['ab 18 Uhr', '18:00'],
      ['ca. 20 Uhr', '20:00'],
      ['19:30h', '19:30'],
      ['12.00 h', '12:00'],
      ['19 Uhr 30', '19:30'],
      ['dès 19h30', '19:30'],
    ] as const)
      test(`${cell} is ${time}`, async () => {
        const [event] = await importAll(`Titel;Datum;Zeit\nKurs;1.3.2027;${cell}\n`)
        assert.equal(event!.start_date, `2027-03-01 ${time}:00`)
      })

    for (const cell of [
      '1.3.2027, 19:30 Uhr',
      '1.3.2027 19h30',
      'Montag, 1. März 2027, 19.30 Uhr',
      '2027-03-01 19h30',
      '01/03/2027 à 19h30',
      '3/1/2027 7:30 PM',
      'Mon, Mar 1, 2027 7:30 PM',
    ])
      test(`${cell} is a day and a time in one cell`, async () => {
        const separator = cell.startsWith('3/') ? '3/25/2027' : '25/3/2027'
        const table = `title;start date\nKurs;${cell}\nOrder;${separator}\n`
        const [event] = await importAll(table)
        assert.deepEqual(timesIn([event!]), [['2027-03-01 19:30', '2027-03-01 19:30']])
      })

    test('a column of times may hold days as well, if no other does', async () => {
      const [event] = await importAll(
        'name,start_time,end_time\nFest,2027-03-01T18:00:00+0100,2027-03-01T23:00:00+0100\n',
      )
      assert.deepEqual(timesIn([event!]), [['2027-03-01 18:00', '2027-03-01 23:00']])
      const { rows } = await read('Titel;Zeit\nFest;18:00\n')
      assert.equal(rows[0].action, 'fail')
    })

    test('no time or a word for it lasts all day', async () => {
      const events = await importAll('Titel;Datum;Zeit\nA;1.3.2027;-\nB;1.3.2027;ganztägig\n')
      assert.deepEqual(
        timesIn(events),
        ['A', 'B'].map(() => ['2027-03-01 00:00', '2027-03-01 23:59', 'all day']),
      )
    })

    test('a time that cannot be read is named', async () => {
      const done = await read('Titel;Datum;Zeit\nA;1.3.2027;abends\nB;1.3.2027;25:00\n')
      assert.deepEqual(reasonsIn(done), [
        [2, '"abends" is not a date or time.'],
        [3, '"25:00" is not a date or time.'],
      ])
    })
  })

  test('venues of one name in different streets or towns are different, also in later files', async () => {
    const header = 'Titel;Datum;Veranstaltungsort;Adresse;Ort\n'
    const venueIn = async (cells: string): Promise<number> =>
      (await importAll(`${header}Turnen;1.3.2027;Turnhalle;${cells}\n`))[0]!.venue.id
    const first = await venueIn('Schulweg 1;Bern')
    const others = [await venueIn('Dorfstrasse 3;Bern'), await venueIn('Schulweg 1;Basel')]
    assert.equal(new Set([first, ...others]).size, 3)
    assert.deepEqual(
      [
        await venueIn(';'),
        await venueIn(';Bern'),
        await venueIn('Schulweg 1;'),
        await venueIn('Dorfstrasse 3, 3000 Bern;'),
      ],
      [first, first, first, others[0]],
    )
    const town = await importAll(`${header}Turnen;1.3.2027;Aula;;Bern\n`)
    const street = await importAll(`${header}Turnen;1.3.2027;Aula;Bernstrasse 5, Zürich;\n`)
    assert.notEqual(town[0]!.venue.id, street[0]!.venue.id)
  })

  test('of several venues of one name, the one that a source has most often is meant', async () => {
    const [here, there] = await Promise.all(
      ['Bern', 'Basel'].map(async (city) => {
        const { body } = await service.post('/venues', { venue: 'Halle C', city })
        return Number(body.id)
      }),
    )
    const venuesOf = async (source: string, ...rows: readonly string[]) => {
      const table = `Titel;Datum;Lokal;Ort\n${rows.join('\n')}\n`
      const done = await importFile(service, table, { source }, 'a.csv')
      const events = await Promise.all(done.rows.map(({ id }: Json) => service.get(`/events/${id}`)))
      return events.map(({ body }) => body.venue.id)
    }
    const first = await venuesOf('club', 'A;1.3.2027;Halle C;Basel', 'B;2.3.2027;Halle C;Basel')
    const later = await venuesOf('club', 'C;3.3.2027;Halle C;')

    assert.deepEqual([first, later], [[there, there], [there]])
    assert.deepEqual(await venuesOf('others', 'C;3.3.2027;Halle C;'), [here])
  })

  describe('statuses', () => {
    for (const [word, status, event_status] of [
      ['abgesagt', 'publish', 'cancelled'],
      ['Annulé', 'publish', 'cancelled'],
      ['verschoben', 'publish', 'postponed'],
      ['findet statt', 'publish', 'scheduled'],
      ['Entwurf', 'draft', 'scheduled'],
      ['postponed', 'publish', 'postponed'],
      ['completed', 'publish', 'scheduled'],
      ['', 'publish', 'scheduled'],
    ] as const)
      test(`"${word}" is understood`, async () => {
        const { rows } = await importFile(
          service,
          `Titel,Datum,Status\n${word} A,2027-03-02,${word}\n`,
          { source: `status ${word}` },
          'a.csv',
        )
        const { body } = await service.get(`/events/${rows[0].id}`, { as: 'admin:secret' })
        assert.deepEqual([body.status, body.event_status], [status, event_status])
      })

    test('what is cancelled and then takes place does so here too', async () => {
      const table = (status: string) => `Titel,Datum,Status\nB,2027-03-02,${status}\n`
      await importFile(service, table('abgesagt'), { source: 'again' }, 'a.csv')
      const { rows } = await importFile(service, table(''), { source: 'again' }, 'a.csv')
      assert.equal((await service.get(`/events/${rows[0].id}`)).body.event_status, 'scheduled')
    })

    test('of publication may stand in the column that tells whether an event takes place, and the other way round', async () => {
      const table = [
        'Title,Date,Status,Event Status',
        'Live A,2027-03-02,,Live',
        'Draft B,2027-03-02,,Draft',
        'Called off C,2027-03-02,Canceled,Draft',
        'Later D,2027-03-02,draft,postponed',
      ].join('\n')
      const { rows } = await importFile(service, table, { source: 'columns of statuses' }, 'a.csv')
      const read = (id: number) => service.get(`/events/${id}`, { as: 'admin:secret' })
      const bodies = await Promise.all(rows.map(async ({ id }: Json) => (await read(id)).body))
      assert.deepEqual(
        bodies.map(({ status, event_status }) => [status, event_status]),
        [
          ['publish', 'scheduled'],
          ['draft', 'scheduled'],
          ['draft', 'cancelled'],
          ['draft', 'postponed'],
        ],
      )
    })

    test('what is no status is refused', async () => {
      const { rows } = await read('Titel,Datum,Status\nA,2027-03-02,vielleicht\n')
      assert.deepEqual([rows[0].action, rows[0].fields], ['fail', ['status']])
    })
  })

  test('languages may be named in any of them, and those that are not here are told', async () => {
    const names = ['Deutsch', 'allemand', 'German', 'Français', 'Französisch', 'English', 'fr-CH', 'Italiano']
    const { rows } = await importFile(
      service,
      `Titel,Datum,Sprache\n${names.map((name) => `In ${name},2027-03-02,${name}`).join('\n')}\n`,
      { source: 'languages' },
      'a.csv',
    )
    const events = await Promise.all(rows.map(({ id }: Json) => service.get(`/events/${id}`)))
    assert.deepEqual(
      events.map(({ body }) => body.language),
      ['de', 'de', 'de', 'fr', 'fr', 'en', 'fr', 'en'],
    )
    assert.match(rows[7].reason, /This calendar does not have the language “Italiano”, so it was ignored\./)
  })

  test('days and times may be numbers, as Excel counts them', async () => {
    const table = [
      'Titel;Datum;Zeit;Ende',
      'A;46448;0,8125;0,895833333333333',
      'B;46448.8125;;46449.25',
      'C;46448;;',
      'D;46448;19:30;',
      'E;46448;0.25;',
    ].join('\n')
    const { notes } = await read(table)
    assert.deepEqual(notes, ['Days that are numbers are read as Excel counts them: 46448 is 2027-03-02.'])
    assert.deepEqual(timesIn(await importAll(table)), [
      ['2027-03-02 19:30', '2027-03-02 21:30'],
      ['2027-03-02 19:30', '2027-03-03 06:00'],
      ['2027-03-02 00:00', '2027-03-02 23:59', 'all day'],
      ['2027-03-02 19:30', '2027-03-02 19:30'],
      ['2027-03-02 06:00', '2027-03-02 06:00'],
    ])
  })

  test('a number of other tables is no day', async () => {
    const { rows } = await read('Titel,Datum\nA,12345\nB,99999\nC,464480\n')
    assert.deepEqual(
      rows.map(({ action }: Json) => action),
      ['fail', 'fail', 'fail'],
    )
  })

  test('a price has the currency of the column for it, unless it tells one or is none', async () => {
    const events = await importAll(
      'Event Name;Event Start Date;Event Cost;Event Currency Symbol\nA;2027-03-01;25;€\nB;2027-03-01;10 - 20;CHF\nC;2027-03-01;30 kr;€\nD;2027-03-01;0;€\nE;2027-03-01;Donation;€\nF;2027-03-01;;€\nG;2027-03-01;7;\n',
    )
    assert.deepEqual(
      events.map(({ cost }) => cost),
      ['€25', 'CHF 10 – CHF 20', '30 kr', 'Free', 'Donation', '', '$7'],
    )
  })

  test('the map of an event is hidden if its cell says no, and shown if it is empty', async () => {
    const events = await importAll(
      'Event Name,Event Start Date,Event Show Map,Event Show Map Link\nA,2027-03-01,FALSE,\nB,2027-03-01,TRUE,0\n',
    )
    assert.deepEqual(
      events.map(({ show_map, show_map_link }) => [show_map, show_map_link]),
      [
        [false, true],
        [true, false],
      ],
    )
  })

  test('a website may lack its scheme', async () => {
    const events = await importAll(
      'Titel;Datum;Webseite\nA;1.3.2027;www.example.org\nB;1.3.2027;example.org/a\nC;1.3.2027;-\n',
    )
    assert.deepEqual(
      events.map(({ website }) => website),
      ['http://www.example.org', 'http://example.org/a', ''],
    )
  })

  test('a rule may lack its name', async () => {
    const { rows } = await read('title;start_date;rrule\nYoga;2027-03-01 18:00;"FREQ=WEEKLY;COUNT=3"\n')
    assert.equal(rows[0].action, 'create')
  })

  describe('files', () => {
    for (const [name, mark, encode] of [
      ['little', [0xff, 0xfe], (text: string) => Buffer.from(text, 'utf16le')],
      ['big', [0xfe, 0xff], (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ] as const)
      test(`what Excel calls Unicode text is read, ${name}-endian`, async () => {
        const bytes = Buffer.concat([Buffer.from(mark), encode('Titel\tDatum\r\nKönig 👑\t1.3.2027\r\n')])
        const [event] = await importAll(bytes, 'a.tsv')
        assert.equal(event!.title, 'König 👑')
      })

    test('tables with tabs may have a name of their own', async () => {
      assert.equal((await importAll('Titel\tDatum\nA\t1.3.2027\n', 'a.tsv')).length, 1)
    })

    test('an archive is told to be unpacked', async () => {
      const { rows } = await read('PK\x03\x04\x14\0BEGIN:VCALENDAR\n', 'me@example.org.ical.zip')
      assert.deepEqual(reasonsIn({ rows }), [
        [1, 'This is an archive; unpack it, and import the calendars in it one after the other.'],
      ])
    })

    test('a workbook is told how to be saved', async () => {
      for (const [name, start] of [
        ['a.xlsx', 'PK\x03\x04\x14\0\x06'],
        ['a.csv', '\xd0\xcf\x11\xe0\xa1\xb1'],
      ] as const)
        assert.deepEqual(reasonsIn(await read(Buffer.from(`${start}\n\n${start}\n`, 'latin1'), name)), [
          [1, 'This is a workbook of a spreadsheet program; save its table as CSV.'],
        ])
    })
  })
}, environment)
