import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { german } from '../src/locales/de.ts'
import { french } from '../src/locales/fr.ts'
import { readAssets } from '../src/pages/assets.ts'
import { texts } from '../web/embed/words.ts'
import { assertAccessible } from './accessible.ts'
import { useBrowser, type Visit } from './browser.ts'
import { ForeignSite } from './foreign-site.ts'
import { Service, testTime } from './service.ts'

/** The element on a page of somebody else, at another origin and under a strict policy. */

const service = new Service({ CALENDS_TIMEZONE: 'Europe/Zurich' })
const host = new ForeignSite()
const visit = useBrowser()

const at = (day: string, from = '20:00', to = '22:00') => ({
  start_date: `${day} ${from}`,
  end_date: `${day} ${to}`,
})

before(async () => {
  await service.start()
  await host.start()
  const { body: venue } = await service.post('/venues', { venue: 'Town hall' })
  const { body: music } = await service.post('/categories', { name: 'Music' })
  const events: readonly Record<string, unknown>[] = [
    { title: 'Glass, an exhibition', start_date: '2026-11-02', end_date: '2027-01-03', all_day: true },
    { title: 'Organ at dusk', ...at('2026-11-20') },
    { title: 'Chess evening', ...at('2026-11-25'), venue: venue.id, categories: [music.id] },
    { title: 'First aid', ...at('2026-11-26'), event_status: 'cancelled' },
    { title: 'Poetry', ...at('2026-11-27'), event_status: 'moved-online', venue: venue.id },
    { title: 'Winter market', start_date: '2026-12-04', end_date: '2026-12-06', all_day: true },
    { title: 'Rivers', ...at('2026-12-08', '18:00', '19:00'), timezone: 'Europe/London' },
  ]
  for (const event of events) await service.post('/events', event)
  await service.patch('/events/by-slug/chess-evening?ml_language=de', { title: 'Schachabend' })
})
after(async () => {
  await service.stop()
  await host.stop()
})

const script = () =>
  `<script type="module" src="${service.origin}/embed/calends-calendar.js" crossorigin></script>`

const element = (attributes: string) =>
  `<calends-calendar ${attributes}><a href="${service.origin}/">What is on in town</a></calends-calendar>`

async function open(body: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visited = await visit({ timezoneId: 'Europe/Zurich', ...options })
  await visited.page.clock.setFixedTime(testTime * 1_000)
  await visited.page.goto(host.page(body, service.origin))
  return visited
}

/** The element once it has what it shows. */
async function openElement(attributes: string, options?: BrowserContextOptions) {
  const visited = await open(script() + element(attributes), options)
  await visited.page.locator('calends-calendar [part=footer] a').first().waitFor()
  return { ...visited, calendar: visited.page.locator('calends-calendar') }
}

/** Text as it is shown: spaces of every kind as one, and none around dashes, which versions of CLDR differ in. */
const shown = (rows: readonly string[]) =>
  rows.map((row) => row.replace(/\s+/g, ' ').replace(/ ?– ?/g, '–').trim())

const hrefs = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href))

/** A day of the month with its number of events. */
const dayLink = (calendar: Locator, day: number, events: string) =>
  calendar.getByRole('link', { name: new RegExp(`^${day} ?, ${events}$`) })

/** The blocks of the document in one language, with the address of the service. */
const blocks = (language: string) =>
  [
    ...readFileSync('docs/embedding.md', 'utf8').matchAll(
      new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'),
    ),
  ].map(([, block]) => block!.replaceAll('https://calendar.example', service.origin))

test('the list shows what runs, then what comes, with dates, places and what is the matter', async () => {
  const { calendar, page, problems, requests } = await openElement('limit="5"')

  assert.deepEqual(shown(await calendar.locator('li').allInnerTexts()), [
    'until 3 Jan Glass, an exhibition',
    '25 Nov 20:00 Chess evening Town hall',
    '26 Nov 20:00 Cancelled First aid',
    '27 Nov 20:00 Moved online Poetry Online',
    '4–6 Dec Winter market',
  ])
  assert.deepEqual(shown(await calendar.locator('[part=footer] a').allInnerTexts()), [
    'All 6 events',
    'Subscribe',
  ])
  assert.equal(await page.getByText('What is on in town').isVisible(), false)
  assert.deepEqual(problems, [])
  const origins = requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)
  assert.deepEqual(new Set(origins), new Set([service.origin, new URL(page.url()).origin]))
})

test('of what runs, what ends soonest stands first, as on the pages', async (t) => {
  const quilts = { title: 'Quilts', start_date: '2026-11-10', end_date: '2026-12-01', all_day: true }
  const { body } = await service.post('/events', quilts)
  t.after(() => service.delete(`/events/${body.id}?force=true`))
  const { calendar } = await openElement('limit="6"')
  const titles = await calendar.locator('[part=title]').allInnerTexts()
  assert.deepEqual(titles.slice(0, 2), ['Quilts', 'Glass, an exhibition'])
})

test('a title in a script from right to left stands above its place', async (t) => {
  const { body: venue } = await service.post('/venues', { venue: 'Old hall' })
  const { body } = await service.post('/events', {
    title: 'أمسية موسيقية (2)',
    ...at('2026-11-22'),
    venue: venue.id,
  })
  t.after(() => service.delete(`/events/${body.id}?force=true`))
  const { calendar } = await openElement('limit="6"', { viewport: { width: 900, height: 700 } })
  const entry = calendar.locator('li', { hasText: 'Old hall' })
  const leftOf = (part: string) =>
    entry.locator(`[part=${part}]`).evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left
    })
  assert.equal(Math.round(await leftOf('title')), Math.round(await leftOf('place')))
})

test('a short list begins with what is next, because at most a third has begun', async () => {
  for (const limit of [1, 2]) {
    const { calendar } = await openElement(`limit="${limit}"`)
    assert.equal(await calendar.locator('[part=title]').first().innerText(), 'Chess evening')
    assert.equal(await calendar.locator('[part=footer] a').first().innerText(), 'All 6 events')
  }
})

test('a title leads to the page of the event, and the foot to the list with its filters', async () => {
  const { calendar } = await openElement('categories="music" limit="1"')

  assert.deepEqual(await hrefs(calendar.locator('li a, [part=footer] a, slot a')), [
    `${service.origin}/event/chess-evening/`,
    `${service.origin}/?categories=music`,
    `${service.origin}/cal/events/v1/events.ics?categories=music`,
    `${service.origin}/`,
  ])
})

test('a time in another zone than the visitor’s names its zone', async () => {
  const { calendar } = await openElement('search="rivers"')

  assert.deepEqual(shown(await calendar.locator('li time').allInnerTexts()), ['8 Dec 18:00 GMT'])
})

for (const [lang, heading, date, title, more] of [
  ['fr', 'Au programme', '25 nov. 20:00', 'Chess evening', 'Voir les 6 événements'],
  ['de-CH', 'Was läuft', '25. Nov. 20:00', 'Schachabend', 'Alle 6 Veranstaltungen'],
  ['it', 'What’s on', '25 nov 20:00', 'Chess evening', 'All 6 events'],
] as const)
  test(`in ${lang} the texts and dates are those of the language, as far as there are any`, async () => {
    const { calendar } = await openElement(`lang="${lang}" limit="3"`)

    assert.equal(await calendar.locator('h2').innerText(), heading)
    assert.deepEqual(shown(await calendar.locator('li').nth(1).locator('time').allInnerTexts()), [date])
    assert.equal(await calendar.locator('li').nth(1).locator('[part=title]').innerText(), title)
    assert.equal(await calendar.locator('[part=footer] a').first().innerText(), more)
  })

test('times are on the clock of 24 hours in every language, as on the pages', async () => {
  for (const [lang, time] of [
    ['ar-u-nu-latn', '20:00'],
    ['en-US', '20:00'],
  ] as const) {
    const { calendar } = await openElement(`lang="${lang}" search="chess"`)
    assert.equal(
      shown(await calendar.locator('li time').allInnerTexts())[0]!
        .split(' ')
        .at(-1),
      time,
    )
  }
})

test('in a shadow root the language is that around its host', async () => {
  const { page } = await open(script())
  await page.evaluate(`{
    document.documentElement.lang = 'de'
    const host = document.body.appendChild(document.createElement('div'))
    const inner = document.createElement('div')
    host.attachShadow({ mode: 'open' }).append(inner, document.createElement('calends-calendar'))
    inner.lang = 'fr'
    inner.attachShadow({ mode: 'open' }).append(document.createElement('calends-calendar'))
  }`)
  await page.getByRole('heading', { name: 'Was läuft' }).waitFor()
  await page.getByRole('heading', { name: 'Au programme' }).waitFor()
})

test('the first of a month is an ordinal in French', async (t) => {
  const { body } = await service.post('/events', {
    title: 'Snow',
    start_date: '2027-02-01',
    end_date: '2027-02-03',
    all_day: true,
  })
  t.after(() => service.delete(`/events/${body.id}?force=true`))
  const { calendar } = await openElement('lang="fr" search="snow"')

  assert.deepEqual(shown(await calendar.locator('li time').allInnerTexts()), ['1er–3 févr.'])
})

test('months are those of the Gregorian calendar in languages that have another one', async () => {
  const { calendar } = await openElement('lang="fa" view="month" month="2026-12"')

  assert.equal(await calendar.locator('h2').innerText(), 'دسامبر ۲۰۲۶')
})

test('English texts in an element of another language are marked as such', async () => {
  const english = (calendar: Locator) =>
    calendar
      .locator('[lang=en]')
      .evaluateAll((all) => all.map((one) => (one as unknown as { textContent: string }).textContent))
      .then(shown)
  const { calendar: list } = await openElement('lang="it" limit="5"')
  assert.deepEqual(
    (await english(list)).filter((text) => text !== ''),
    [
      'What’s on',
      'until 3 Jan',
      'Glass, an exhibition',
      'Chess evening',
      'Cancelled',
      'First aid',
      'Moved online',
      'Poetry',
      'Online',
      'Winter market',
      'All 6 events',
      'Subscribe',
      'Open the calendar',
      'Try again',
    ],
  )
  const { calendar: month } = await openElement('lang="it" view="month" month="2026-12" search="glass"')
  assert.deepEqual(
    (await english(month)).filter((text) => text !== ''),
    [
      ', Previous month',
      ', Next month',
      'Events in December 2026',
      'All month',
      'Glass, an exhibition',
      'Open the calendar',
      'Open the calendar',
      'Try again',
    ],
  )
  const { calendar: french } = await openElement('lang="fr" limit="5"')
  assert.ok(!(await english(french)).includes('S’abonner'))
})

test('a variant of a language is preferred to the language, and asked for only where it is offered', async () => {
  const { problems, requests } = await openElement('lang="en-US" limit="1"')
  assert.deepEqual(problems, [])
  const inLanguage = requests.map((url) => new URL(url).searchParams.get('ml_language')).filter(Boolean)
  assert.deepEqual(new Set(inLanguage), new Set(['en']))

  const brazilian = new Service({ CALENDS_LANGUAGES: 'pt,pt-br' })
  await brazilian.start()
  try {
    const { body } = await brazilian.post('/events', { title: 'Autocarros', ...at('2026-12-04') })
    await brazilian.patch(`/events/${body.id}?ml_language=pt-br`, { title: 'Ônibus' })
    for (const [lang, title, path] of [
      ['pt-BR', 'Ônibus', '/pt-br/'],
      ['pt-PT', 'Autocarros', '/'],
      ['pt', 'Autocarros', '/'],
    ] as const) {
      const { page, problems: others } = await visit()
      await page.clock.setFixedTime(testTime * 1_000)
      const script = `<script type="module" src="${brazilian.origin}/embed/calends-calendar.js"></script>`
      await page.goto(
        host.page(`${script}<calends-calendar lang="${lang}"></calends-calendar>`, brazilian.origin),
      )
      await page.getByRole('link', { name: title }).waitFor()
      const foot = await hrefs(page.locator('calends-calendar [part=footer] a'))
      assert.equal(foot[0], `${brazilian.origin}${path}`)
      assert.deepEqual(others, [])
    }
  } finally {
    await brazilian.stop()
  }
})

test('the links lead to the pages in the language of the element', async () => {
  const { calendar } = await openElement('lang="de" view="month" month="2026-11"')

  const day = dayLink(calendar, 25, '2 Veranstaltungen')
  assert.equal(await day.getAttribute('href'), `${service.origin}/de/day/2026-11-25/`)
})

test('so do those of a list without a text in that language, and its feed', async () => {
  const { calendar } = await openElement('lang="fr" search="rivers"')

  const foot = await hrefs(calendar.locator('[part=footer] a'))
  assert.deepEqual(
    foot.map((href) => href.replace(service.origin, '')),
    ['/fr/?search=rivers', '/fr/cal/events/v1/events.ics?search=rivers'],
  )
  for (const href of foot) assert.equal((await fetch(href)).status, 200)
})

test('the month is a table whose days lead to their pages', async () => {
  const { calendar, problems } = await openElement('view="month" month="2026-12" heading-level="3"')

  assert.equal(await calendar.locator('h3').innerText(), 'December 2026')
  assert.equal(await calendar.getByRole('table', { name: 'Events in December 2026' }).count(), 1)
  assert.deepEqual(await calendar.locator('th [aria-hidden]').allInnerTexts(), [
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
  for (const day of [4, 5, 6, 8])
    assert.equal(await dayLink(calendar, day, '1 event').count(), 1, String(day))
  assert.equal(await calendar.locator('td a').count(), 4)
  assert.equal(await calendar.locator('[part=all-month]').innerText(), 'All month Glass, an exhibition')
  assert.deepEqual(problems, [])
})

test('names of weekdays fit into their columns, and are heard whole', async () => {
  for (const [width, lang, long, name] of [
    [240, 'fr', 'jeudi', 'J'],
    [360, 'fr', 'jeudi', 'jeu.'],
    [240, 'de', 'Donnerstag', 'Do'],
    [360, 'ar', 'الخميس', 'خ'],
    [1000, 'ar', 'الخميس', 'الخميس'],
  ] as const) {
    const { calendar } = await openElement(`lang="${lang}" view="month" month="2026-12"`, {
      viewport: { width, height: 700 },
    })
    const thursday = calendar.getByRole('columnheader', { name: long, exact: true })
    const seen = thursday.locator('[aria-hidden]')
    assert.equal(await seen.innerText(), name)
    assert.ok((await seen.boundingBox())!.height < 40)
    const isCut = await thursday.evaluate((node) => {
      const { scrollWidth, clientWidth } = node as unknown as Record<string, number>
      return scrollWidth! > clientWidth!
    })
    assert.equal(isCut, false, `${lang} at ${width}`)
  }
})

test('what covers a month says what became of it', async (t) => {
  const { body } = await service.post('/events', {
    title: 'Sculptures',
    start_date: '2026-11-03',
    end_date: '2027-01-02',
    all_day: true,
    event_status: 'cancelled',
  })
  t.after(() => service.delete(`/events/${body.id}?force=true`))
  const { calendar } = await openElement('view="month" month="2026-12" search="sculptures"')

  assert.equal(await calendar.locator('[part=all-month]').innerText(), 'All month Cancelled Sculptures')
})

test('an event elsewhere whose own day is in another month counts in that of the site', async () => {
  const gala = { ...at('2027-01-31'), title: 'Gala', timezone: 'America/New_York' }
  await service.post('/events', gala)
  const { calendar } = await openElement('view="month" month="2027-02" search="gala"')
  assert.equal(await dayLink(calendar, 1, '1 event').count(), 1)
  assert.equal(await calendar.locator('td a').count(), 1)
})

test('a month of more events than one page of the list is read to its end', async () => {
  const days = Array.from({ length: 26 }, (_, index) => `2027-05-${String(index + 1).padStart(2, '0')}`)
  for (const day of days)
    await Promise.all(Array.from({ length: 4 }, () => service.post('/events', { title: 'Swim', ...at(day) })))

  const { calendar } = await openElement('view="month" month="2027-05" search="swim"')

  assert.equal(await dayLink(calendar, 26, '4 events').count(), 1)
  assert.equal(await calendar.locator('td a').count(), 26)
})

test('a filter without a value is none, except one that is on or off', async () => {
  const { calendar } = await openElement('categories="" venue="" limit="3"')
  assert.equal(await calendar.locator('li').count(), 3)

  const { calendar: highlights } = await openElement('featured')
  assert.equal(
    await highlights.locator('[part=message]').last().innerText(),
    'Nothing is planned at the moment.',
  )
})

test('below a prefix, script, data and pages are found in each language', async () => {
  const prefixed = new Service({ CALENDS_PREFIX: '/agenda' })
  await prefixed.start()
  try {
    await prefixed.post('//agenda/cal/events/v1/events', {
      ml_language: 'fr',
      title: 'Marché',
      ...at('2026-12-04'),
    })
    const page = `<script type="module" src="${prefixed.origin}/agenda/embed/calends-calendar.js"></script>`
    const { page: window } = await visit()
    await window.clock.setFixedTime(testTime * 1_000)
    await window.goto(
      host.page(`${page}${element('view="month" lang="fr" month="2026-12"')}`, prefixed.origin),
    )
    const day = dayLink(window.locator('calends-calendar'), 4, '1 événement')
    assert.equal(await day.getAttribute('href'), `${prefixed.origin}/fr/agenda/day/2026-12-04/`)

    // No event has a text in German.
    await window.goto(host.page(`${page}${element('lang="de" search="marché"')}`, prefixed.origin))
    const foot = window.locator('calends-calendar [part=footer] a')
    await foot.first().waitFor()
    for (const href of await hrefs(foot)) {
      assert.match(href, /\/de\/agenda\//)
      assert.equal((await fetch(href)).status, 200)
    }
  } finally {
    await prefixed.stop()
  }
})

test('English texts have English plurals, whatever the language of the element', async () => {
  const { calendar } = await openElement('lang="ja" view="month" month="2026-12"')

  assert.equal(await dayLink(calendar, 8, '1 event').count(), 1)
})

test('today is marked, and days without events have no link', async () => {
  const { calendar } = await openElement('view="month" categories="music"')

  assert.equal(await calendar.locator('[aria-current=date]').innerText(), '21')
  assert.equal(await calendar.locator('td a').count(), 1)
})

test('today is marked in forced colours too, which have no shadows and one background', async () => {
  for (const attributes of ['view="month" categories="music"', 'view="month"']) {
    const { page } = await openElement(attributes, { forcedColors: 'active' })
    const outline = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('calends-calendar').shadowRoot.querySelector('[aria-current]')).outlineStyle",
    )
    assert.equal(outline, 'solid')
  }
})

test('the keyboard steps through the months, keeps the focus, and the month is announced', async () => {
  const { calendar, page } = await openElement('view="month" month="2026-11"')
  const next = calendar.getByRole('button', { name: /^Dec ?, Next month$/ })

  await next.focus()
  await page.keyboard.press('Enter')
  await calendar.getByRole('status').filter({ hasText: 'December 2026, 3 events' }).waitFor()
  assert.equal(await calendar.locator('h2').innerText(), 'December 2026')
  assert.equal(
    await page.evaluate('document.activeElement.shadowRoot.activeElement.getAttribute("part")'),
    'next',
  )

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await calendar.getByRole('status').filter({ hasText: 'November 2026' }).waitFor()
  assert.equal(await calendar.locator('h2').innerText(), 'November 2026')
})

test('the month that was stepped to stays when nothing changes or the element moves', async () => {
  const { calendar, page, requests } = await openElement('view="month" month="2026-11"')
  const isShown = (month: string) => calendar.getByRole('heading', { name: month }).waitFor()
  const settled = () => page.evaluate(`new Promise((resolve) => setTimeout(resolve, 50))`)
  await calendar.getByRole('button', { name: /^Dec ?, Next month$/ }).press('Enter')
  await calendar.getByRole('status').filter({ hasText: 'December 2026' }).waitFor()
  const requested = requests.length

  await calendar.evaluate((node) => node.setAttribute('view', 'month'))
  await settled()
  await isShown('December 2026')
  assert.equal(
    await page.evaluate('document.activeElement.shadowRoot?.activeElement.getAttribute("part")'),
    'next',
  )

  await page.evaluate(`document.body.appendChild(document.createElement('section')).append(
    document.querySelector('calends-calendar'))`)
  await settled()
  await dayLink(calendar, 8, '1 event').waitFor()
  assert.equal(requests.length, requested)

  await calendar.evaluate((node) => node.setAttribute('lang', 'de'))
  await dayLink(calendar, 8, '1 Veranstaltung').waitFor()
  await isShown('Dezember 2026')
  await calendar.evaluate((node) => node.setAttribute('search', 'chess'))
  await isShown('November 2026')
})

test('an element that moves while it loads, or that comes back later, shows its events', async () => {
  const { page, problems } = await open(script())
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/cal/events/v1/events?*', async (route) => {
    await held
    await route.continue()
  })
  await page.evaluate(`{
    globalThis.calendar = document.createElement('calends-calendar')
    document.body.append(calendar)
  }`)
  await page.locator('calends-calendar [aria-busy]').waitFor()
  await page.evaluate(`document.body.appendChild(document.createElement('section')).append(calendar)`)
  release()
  const event = page.getByRole('link', { name: /^Chess evening/ })
  await event.waitFor()

  await page.evaluate('calendar.remove()')
  const again = page.waitForRequest(/\/cal\/events\/v1\/events/)
  await page.evaluate('document.body.append(calendar)')
  await again
  await event.waitFor()
  assert.deepEqual(problems, [])
})

test('nothing moves when the events arrive', async () => {
  const visited = await open(
    script() + element('view="month" month="2026-12"') + element('limit="3"') + '<p>Below</p>',
  )
  const { page } = visited
  await page.locator('calends-calendar td a').first().waitFor()
  await page.locator('calends-calendar li a').first().waitFor()

  const shift = await page.evaluate(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value })
      .observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })`)
  // The link that stood there before the script came is smaller than what takes its place.
  assert.ok((shift as number) < 0.1, String(shift))
})

test('attributes that change are followed, and what was asked for before is dropped', async () => {
  const { calendar, page, problems } = await openElement('limit="3"')

  await calendar.evaluate((node) => {
    node.setAttribute('view', 'month')
    node.setAttribute('month', '2026-12')
    node.setAttribute('header', 'off')
    node.setAttribute('search', 'market')
  })
  await dayLink(calendar, 5, '1 event').waitFor()

  assert.equal(await calendar.locator('[part=header]').count(), 0)
  assert.equal(await calendar.locator('td a').count(), 3)
  await page.locator('calends-calendar').evaluate((node) => node.remove())
  assert.deepEqual(problems, [])
})

test('properties are attributes, also those that were set before the script had loaded', async () => {
  const { page } = await open(element('limit="6"'))
  const calendar = page.locator('calends-calendar')
  const set = (assignments: string) =>
    page.evaluate(`Object.assign(document.querySelector('calends-calendar'), ${assignments})`)
  await set(`{ limit: 1, headingLevel: 3, featured: undefined }`)
  await page.evaluate(`import('${service.origin}/embed/calends-calendar.js')`)
  await calendar.locator('h3').waitFor()
  assert.deepEqual(await calendar.locator('[part=title]').allInnerTexts(), ['Chess evening'])

  await set(`{ search: 'rivers' }`)
  await calendar.getByText('Rivers').waitFor()
  await set(`{ search: null, venue: false, categories: ['music'], view: 'month', month: '2026-11' }`)
  await dayLink(calendar, 25, '1 event').waitFor()
  const attributes = await calendar.evaluate((one) => one.getAttributeNames().join(' '))
  assert.equal(attributes, 'limit heading-level categories view month')
})

test('several elements, and the script under both of its addresses, stand on one page', async () => {
  const { element: file } = readAssets({ siteColor: '#1c3fc4' })
  const { page, problems } = await open(
    script() +
      `<script type="module" src="${service.origin}/assets/${file}" crossorigin></script>` +
      element('limit="1" search="poetry"') +
      element('limit="1" search="chess"'),
  )
  await page.locator('calends-calendar li a').nth(1).waitFor()

  assert.deepEqual(await page.locator('calends-calendar [part=title]').allInnerTexts(), [
    'Poetry',
    'Chess evening',
  ])
  assert.deepEqual(problems, [])
})

test('the host chooses colours by custom properties and reaches parts', async () => {
  const { page } = await openElement('limit="2"')
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(blocks('css').join(''))})
    document.adoptedStyleSheets = [sheet]
  }`)

  const styleOf = (part: string, property: string) =>
    page.evaluate(
      `getComputedStyle(document.querySelector('calends-calendar').shadowRoot.querySelector('[part=${part}]')).${property}`,
    )
  assert.equal(await styleOf('date', 'color'), 'rgb(138, 21, 56)')
  assert.equal(await styleOf('title', 'fontStyle'), 'italic')
})

/** The left and the right edge of a letter of a part, in pixels. */
const edgesOf = (page: Page, part: string, from = 0): Promise<{ left: number; right: number }> =>
  page.evaluate(`{
    const element = document.querySelector('calends-calendar').shadowRoot.querySelector('[part=${part}]')
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    range.setStart(text, ${from})
    range.setEnd(text, ${from} + 1)
    const { left, right } = range.getBoundingClientRect()
    ;({ left: Math.round(left), right: Math.round(right) })
  }`)

test('a page that is centred or does not break its lines leaves those of the element alone', async () => {
  const { page } = await openElement('search="chess"')
  await page.evaluate(
    `document.body.style = 'width: 14em; text-align: center; text-indent: 2em; white-space: nowrap'`,
  )

  assert.equal((await edgesOf(page, 'title')).left, (await edgesOf(page, 'place')).left)
})

test('a date keeps its order in a page from right to left, and stands at its edge', async () => {
  const { page, calendar } = await openElement('search="chess"')
  await page.evaluate(`document.body.dir = 'rtl'`)

  const [first, last] = [await edgesOf(page, 'date'), await edgesOf(page, 'date', 5)]
  assert.ok(first.left < last.left)
  const list = await calendar.locator('[part=list]').boundingBox()
  assert.equal(last.right, Math.round(list!.x + list!.width))
})

test('the steps of a month stand apart, however large the letters of the page are', async () => {
  const { calendar, page } = await openElement('view="month" month="2026-12"')
  await page.evaluate(`document.body.style = 'font-size: 2.5rem'`)

  const [previous, next] = await Promise.all(
    ['previous', 'next'].map((part) => calendar.locator(`[part=${part}]`).boundingBox()),
  )
  assert.ok(next!.x - previous!.x - previous!.width >= 8)
})

test('without scripts the link stands there', async () => {
  const { page } = await open(script() + element(''), { javaScriptEnabled: false })

  assert.equal(await page.getByText('What is on in town').isVisible(), true)
})

test('where the calendar fails the link stands there, and trying again helps', async () => {
  const { page } = await visit()
  let isDown = true
  await page.route('**/cal/events/v1/**', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto(host.page(script() + element('limit="1"'), service.origin))

  await page.getByText('What is on in town').waitFor()
  assert.equal(await page.getByRole('status').innerText(), 'The calendar cannot be reached just now.')
  assert.equal(await page.locator('calends-calendar [aria-busy]').count(), 0)
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('calends-calendar li a:focus').waitFor()
  assert.equal(await page.getByText('What is on in town').isVisible(), false)
  assert.equal(await page.getByRole('button', { name: 'Try again' }).isVisible(), false)
})

test('a filter that the calendar refuses is explained, also in the console, and the link stands there', async () => {
  const { page, problems } = await open(script() + element('categories="no-such-thing"'))

  await page.getByText('What is on in town').waitFor()
  const message = page.getByRole('status')
  assert.equal(await message.innerText(), 'There is no category with the ID or slug no-such-thing.')
  assert.equal(await page.getByRole('button', { name: 'Try again' }).isVisible(), false)
  assert.ok(
    problems.some((problem) => problem.includes('<calends-calendar>') && problem.includes('categories')),
  )
  const setAttribute = (name: string, value: string) =>
    page.evaluate(`document.querySelector('calends-calendar').setAttribute('${name}', '${value}')`)
  await setAttribute('lang', 'de')
  await page.getByText('Es gibt keine Kategorie mit der ID oder dem Slug no-such-thing.').waitFor()
  assert.equal(await message.getAttribute('lang'), 'de')
  await setAttribute('categories', 'music')
  await page.getByRole('link', { name: 'Schachabend' }).waitFor()
  assert.equal(await message.innerText(), '')
})

for (const attributes of ['limit="5"', 'view="month" month="2026-12"'])
  test(`axe finds nothing in <calends-calendar ${attributes}>`, async () => {
    const { page } = await openElement(attributes)

    await assertAccessible(page, attributes)
  })

test('the script is small, and lies at an address that stays', async () => {
  const assets = readAssets({ siteColor: '#1c3fc4' })
  const { content } = assets.file(assets.element)!
  assert.ok(gzipSync(content, { level: 9 }).length <= 8 * 1024)

  const reply = await service.get('//embed/calends-calendar.js')
  assert.equal(reply.text, content.toString())
  assert.deepEqual(
    ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => reply.headers.get(name)),
    ['text/javascript; charset=utf-8', 'public, max-age=3600', '*'],
  )
  const again = await service.get('//embed/calends-calendar.js', {
    headers: { 'if-none-match': reply.headers.get('etag')! },
  })
  assert.equal(again.status, 304)
})

test('the examples of the document work on the page of somebody else', async () => {
  const examples = blocks('html')
  assert.equal(examples.length, 3)
  for (const example of examples) {
    const { page, problems } = await open(example)
    const shown = example.includes('<iframe') ? page.frameLocator('iframe') : page.locator('calends-calendar')
    await shown
      .getByRole('link', { name: /Chess evening|Schachabend|^25 ?, 1 / })
      .first()
      .waitFor()
    assert.deepEqual(problems, [])
  }
})

test('the document names every attribute, custom property and part', async () => {
  const document = readFileSync('docs/embedding.md', 'utf8')
  const named = (name: string) => assert.ok(document.includes(`\`${name}\``), name)

  const { page } = await openElement('')
  const attributes = await page.evaluate(`customElements.get('calends-calendar').observedAttributes`)
  const script = readAssets({ siteColor: '#1c3fc4' })
  const source = script.file(script.element)!.content.toString()
  const properties = [...source.matchAll(/--calends-[\w-]+/g)].map(([name]) => name)
  const parts = [...source.matchAll(/part:"([\w-]+)"/g)].map(([, name]) => name!)
  for (const names of [attributes as string[], properties, parts]) {
    assert.ok(names.length > 0)
    for (const name of names) named(name)
  }
})

test('its texts are those of the pages, and are there in each language', () => {
  for (const [language, catalog] of [
    ['fr', french],
    ['de', german],
  ] as const) {
    const ofPages: Readonly<Record<string, string>> = catalog
    const shared = Object.entries(texts[language]!).filter(([text]) => text in ofPages)
    assert.ok(shared.length > 0)
    for (const [text, translation] of shared) assert.equal(translation, ofPages[text], text)
  }
})
