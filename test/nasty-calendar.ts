import type { Json, Service } from './service.ts'

/** A calendar with data that tends to break layouts, around the day of the tests: 2026-11-21, a Saturday. */

const longTitle =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft: the annual general assembly with elections, accounts, honours, speeches, questions from the floor and, for once, a warm supper'

const titles: readonly (readonly [title: string, language?: string])[] = [
  [longTitle],
  ['مهرجان المدينة القديمة: ليلة الموسيقى (2026)'],
  ['新年音樂會：貝多芬第七交響曲'],
  ['<b>not bold</b> & "quoted" \'text\''],
  ['A'],
]

export interface Nasty {
  readonly concert: Json
  readonly hall: Json
}

async function entries(service: Service, venue: number, category: number) {
  for (const [index, [title]] of titles.entries())
    await service.post('/events', {
      title,
      start_date: `2026-11-2${index + 2} 19:30`,
      end_date: `2026-11-2${index + 2} 21:00`,
      venue,
      categories: [category],
      cost: '10-20',
    })
  for (let number = 1; number <= 40; number++)
    await service.post('/events', {
      title: `Stand ${number} of the great market`,
      start_date: `2026-11-28 ${String(8 + (number % 12)).padStart(2, '0')}:00`,
      end_date: '2026-11-28 21:00',
      venue,
    })
}

const statuses = ['cancelled', 'postponed', 'rescheduled', 'moved-online'] as const

export async function fillNasty(service: Service): Promise<Nasty> {
  const post = async (path: string, body: Json) => (await service.post(path, body)).body as Json
  const culture = await post('/categories', { name: 'Culture', hue: 9 })
  const music = await post('/categories', { name: 'Music', parent: culture.id, hue: 8 })
  for (let number = 1; number <= 80; number++) await post('/categories', { name: `Category ${number}` })
  const hall = await post('/venues', {
    venue: 'Congress House',
    address: 'Zentralstrasse 60',
    zip: '2502',
    city: 'Biel/Bienne',
    country: 'Switzerland',
    description: '<p>Concert hall under one sweeping roof.</p>',
    geo_lat: 47.1325,
    geo_lng: 7.2441,
  })
  for (const [index, venue] of ['Burgplatz', 'Town Library', 'Volkshaus', 'Far away'].entries()) {
    const { id } = await post('/venues', {
      venue,
      city: 'Biel/Bienne',
      geo_lat: 47.14 + index ** 3 / 50,
      geo_lng: 7.24 + index / 400,
    })
    await post('/events', {
      title: `At ${venue}`,
      start_date: '2026-12-02 18:00',
      end_date: '2026-12-02 19:00',
      venue: id,
      cost: 'Free',
    })
  }
  const organizer = await post('/organizers', {
    organizer: 'Symphony Orchestra',
    email: 'box@orchestra.example',
    phone: '+41 32 000 00 00',
  })
  const concert = await post('/events', {
    title: 'Symphony concert 1: Beethoven’s Seventh',
    excerpt: 'A symphony that dances from the first bar to the last.',
    description:
      '<h2>Programme</h2><p>Before the interval a young violinist plays the concerto that made her name.</p><ul><li>Overture</li><li>Concerto</li></ul><table><tr><th>Part</th><td>Donaudampfschifffahrtselektrizitätenhauptbetriebswerk</td></tr></table><pre>a line that is far too long for a telephone and has to be broken somewhere in the middle</pre><blockquote><p>It dances.</p></blockquote><p><img src="https://elsewhere.example/a.png" alt="Poster"></p>',
    start_date: '2026-12-09 19:30',
    end_date: '2026-12-09 21:45',
    categories: [music.id],
    tags: ['evening', 'wheelchair accessible'],
    venue: hall.id,
    organizer: organizer.id,
    cost: '30-75',
    website: 'https://orchestra.example/seventh',
    tickets: [
      {
        name: 'Front',
        price: 75,
        currency: 'CHF',
        url: 'https://tickets.example/1',
        availability: 'sold_out',
      },
      { name: 'Back', price: 30, currency: 'CHF', url: 'https://tickets.example/2' },
    ],
  })
  await service.patch(`/events/${concert.id}?ml_language=fr`, {
    title: 'Concert symphonique 1 : la Septième de Beethoven',
  })
  await service.patch(`/events/${concert.id}?ml_language=de`, {
    title: 'Sinfoniekonzert 1: Beethovens Siebte',
  })
  for (const [index, event_status] of statuses.entries())
    await post('/events', {
      title: `Walk ${index + 1}`,
      start_date: `2026-12-0${index + 3} 10:00`,
      end_date: `2026-12-0${index + 3} 12:00`,
      event_status,
      venue: hall.id,
      website: 'https://walks.example',
    })
  await post('/events', {
    title: 'Exhibition of fog',
    start_date: '2026-10-20',
    end_date: '2027-02-16',
    all_day: true,
    categories: [culture.id],
  })
  for (const number of [1, 2, 3, 4, 5])
    await post('/events', {
      title: `Week of films ${number}`,
      start_date: `2026-12-1${number}`,
      end_date: `2026-12-2${number}`,
      all_day: true,
      categories: [music.id],
    })
  await post('/events', {
    title: 'Live from Tokyo',
    start_date: '2026-12-13 17:00',
    end_date: '2026-12-13 18:30',
    timezone: 'Asia/Tokyo',
  })
  await entries(service, hall.id, culture.id)
  return { concert, hall }
}
