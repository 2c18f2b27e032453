import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertFits } from './accessible.ts'
import { takePicture, useBrowser } from './browser.ts'
import { french } from '../src/locales/fr.ts'
import { plain, upload } from './images.ts'
import { anEvent, Service } from './service.ts'

/** Where things stand on the pages, measured. */

const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!

describe('the logo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-logo-'))
  const svg = (size: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M0 0h9v9z"/></svg>`
  const logo = join(folder, 'logo.svg')
  writeFileSync(logo, svg('width="512" height="512"'))
  const service = new Service({ CALENDS_LOGO: logo, CALENDS_NAME: 'Veranstaltungskalender' })
  const visit = useBrowser()
  before(() => service.start())
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  for (const [name, size] of [
    ['square', 'width="512" height="512"'],
    ['wide', 'width="1600" height="100"'],
    ['tall', 'width="100" height="900"'],
    ['without dimensions', 'viewBox="0 0 60 20"'],
    ['without any size', ''],
  ] as const)
    test(`that is ${name} is as tall as the name beside it, at a distance`, async () => {
      for (const width of [320, 800, 1280]) {
        const { page } = await visit({ viewport: { width, height: 700 } })
        await page.route('**/logo-*', (route) =>
          route.fulfill({ contentType: 'image/svg+xml', body: svg(size) }),
        )
        await page.goto(service.origin)
        const picture = await box(page, '.masthead-name img')
        assert.equal(picture.height, 32)
        assert.ok(picture.width > 0 && picture.width <= 192)
        const words = await box(page, '.masthead-name span')
        assert.ok(words.x >= picture.x + picture.width + 12)
        await assertFits(page, `${name} at ${width}`)
        await takePicture(page, `logo-${name}-${width}`)
      }
    })
})

describe('pages in a language without words of its own', () => {
  const service = new Service({ CALENDS_LANGUAGES: 'en,it', CALENDS_SUGGESTIONS: 'on' })
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  const hasLetters = (text: string) => /[a-z]{2}/i.test(text)

  /** What the words of the pages look like, with anything for their placeholders, and the parts between those. */
  const patterns = Object.keys(french)
    .filter((text) => hasLetters(text.replace(/\{\w+\}/g, '')))
    .flatMap((text) => [text, ...text.split(/\{\w+\}/).map((part) => part.replace(/^\W+|\W+$/g, ''))])
    .filter(hasLetters)
    .map(
      (text) =>
        new RegExp(`^\\W*${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}\\W*$`),
    )

  const namesOfDates = (language: string) =>
    (['long', 'short'] as const).flatMap((width) =>
      Array.from({ length: 12 }, (_, month) =>
        new Date(Date.UTC(2026, month, month + 1))
          .toLocaleDateString(language, { weekday: width, month: width, timeZone: 'UTC' })
          .split(/[^\p{L}]+/u),
      ).flat(),
    )

  const datesOf = (language: string, other: string) => {
    const others = namesOfDates(other).map((name) => name.toLowerCase())
    const names = namesOfDates(language).filter((name) => !others.includes(name.toLowerCase()))
    return new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'u')
  }
  const [italianDate, englishDate] = [datesOf('it', 'en-GB'), datesOf('en-GB', 'it')]

  /** Texts and names of elements, each with its language. */
  const textsOf = (page: Page) =>
    page.evaluate<(readonly [language: string, text: string])[]>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found = []
      const add = (element, text) => found.push([element.closest('[lang]').lang, text.trim()])
      while (texts.nextNode())
        if (!texts.currentNode.parentElement.closest('script')) add(texts.currentNode.parentElement, texts.currentNode.data)
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'data-label'])
        for (const element of document.body.querySelectorAll('[' + name + ']')) add(element, element.getAttribute(name))
      return found
    })()`)

  /** Words in the language of the page, texts of events in that of the words, and dates that are in another one than they. */
  const isMismarked = ([language, text]: readonly [string, string]) =>
    language === 'it'
      ? englishDate.test(text) || patterns.some((one) => one.test(text))
      : language === 'en' &&
        (italianDate.test(text) || /(?<!“)(?:Concerto|Teatro|Musica|Prov[ae])/.test(text))

  test('say that the words are English, with English dates', async () => {
    const place = { venue: 'Teatro', geo_lat: 47.1, geo_lng: 7.2 }
    const { body: venue } = await service.post('/venues?ml_language=it', place)
    const { body: organizer } = await service.post('/organizers?ml_language=it', { organizer: 'Società' })
    const { body: category } = await service.post('/categories?ml_language=it', { name: 'Musica' })
    const { body: tag } = await service.post('/tags?ml_language=it', { name: 'Coro' })
    const linked = { venue: venue.id, organizer: organizer.id, categories: [category.id], tags: [tag.id] }
    const event = anEvent({ title: 'Concerto', ...linked, website: 'https://example.org' })
    await service.post('/events?ml_language=it', { ...event, event_status: 'cancelled', cost: '10' })
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=30'
    const repeated = anEvent({ title: 'Prove', ...linked, recurrence })
    const { body: series } = await service.post('/events?ml_language=it', repeated)
    await service.post('/events?ml_language=it', anEvent({ title: 'Prova', venue: venue.id }))
    const dates = { start_date: '2026-11-01', end_date: '2026-12-22', all_day: true }
    for (const fields of [
      { title: 'Mostra', ...dates },
      { title: 'Lettura', event_status: 'moved-online' },
      { title: 'Lontano', timezone: 'America/New_York' },
      { title: 'Gita', start_date: '2026-12-09', end_date: '2026-12-09', all_day: true },
    ])
      await service.post('/events?ml_language=it', anEvent(fields))
    const other = { start_date: '2026-12-10', end_date: '2026-12-10', event_status: 'rescheduled' }
    await service.patch('/events/by-slug/gita', other)
    const { page } = await visit()
    const found: Record<string, string[]> = {}
    for (const path of [
      '',
      'month/2026-12/',
      'week/2026-W49/',
      'day/2026-12-01/',
      'map/',
      'search/?search=nothing',
      'event/concerto/',
      'venue/teatro/',
      'suggest/',
      'accessibility/',
      'nothing/',
      'embed/',
      'embed/list/',
      'embed/month/?month=2026-12',
      'list/?past=true',
      'search/?search=Prova&past=true',
      'events/category/',
      'events/category/musica/',
      'events/tag/coro/',
      'organizer/societa/',
      new URL(series.url).pathname.slice('/it/'.length),
      'day/2026-12-02/',
      'month/2031-01/',
      '?start_date=2026-12-01&cost=paid&featured=false&near=Biel',
      'event/mostra/',
      'event/lettura/',
      'event/lontano/',
      'event/gita/',
      'suggest/thanks/',
    ]) {
      const response = await page.goto(`${service.origin}/it/${path}`)
      assert.equal(response!.status(), path === 'nothing/' ? 404 : 200, path)
      assert.equal(await page.evaluate(`document.documentElement.lang`), 'it')
      // Frames have nothing to skip.
      if (!/^embed\/./.test(path)) assert.equal(await page.locator('.skip').getAttribute('lang'), 'en')
      const texts = await textsOf(page)
      assert.ok(texts.length > 20, path)
      const mismarked = texts.filter(isMismarked).map(([language, text]) => `${language}: ${text}`)
      if (mismarked.length > 0) found[path] = mismarked
    }
    assert.deepEqual(found, {})
    await page.goto(service.origin)
    assert.equal(await page.locator('.skip').getAttribute('lang'), null)
  })

  test('have the end of an event on the line of its word, below its start', async () => {
    const dates = { start_date: '2026-11-01', end_date: '2026-12-22', all_day: true }
    const { body } = await service.post('/events?ml_language=it', anEvent({ title: 'Festa', ...dates }))
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${service.origin}/it/search/?search=Festa`)
    const time = page.locator('.entry-time')
    const lineOf = async (locator: Locator) => (await locator.boundingBox())!.y
    const [start, until] = [time.locator('> span').first(), time.getByText('until', { exact: true })]
    assert.equal(await lineOf(until), await lineOf(time.locator('time')))
    assert.ok((await lineOf(start)) < (await lineOf(until)))
    await service.delete(`/events/${body.id}`, { force: true })
  })
})

describe('pages in a language that is written from right to left', () => {
  const service = new Service({ CALENDS_LANGUAGES: 'ar,en' })
  const visit = useBrowser()
  before(async () => {
    await service.start()
    for (const [venue, geo_lat] of [
      ['Congress House', 47.13],
      ['بيت الثقافة', 47.2],
    ] as const) {
      const phone = '+41 32 000 00 01'
      const place = { venue, zip: '2502', city: 'Biel', phone, geo_lat, geo_lng: 7.2 }
      const { id } = (await service.post('/venues', place)).body
      for (let number = 1; number <= 5; number++)
        await service.post('/events', anEvent({ title: `أمسية ${number}`, venue: id }))
    }
    await service.post('/events', anEvent({ title: 'أمسية', slug: 'moved', event_status: 'moved-online' }))
  })
  after(() => service.stop())

  test('have the names on the map beside their pins', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${service.origin}/map/`)
    for (const name of ['Congress House', 'بيت الثقافة']) {
      const pin = page.locator('.map-frame svg a', { hasText: name })
      const circle = (await pin.locator('circle').boundingBox())!
      const label = (await pin.locator('text:not(.pin-num)').boundingBox())!
      const isBeside = label.x >= circle.x + circle.width || label.x + label.width <= circle.x
      assert.ok(isBeside, `${name}: ${JSON.stringify([circle, label])}`)
    }
    await takePicture(page, 'map-right-to-left')
  })

  test('have English sentences around dates in one order', async () => {
    const long = { start_date: '2026-11-01', end_date: '2026-12-22', all_day: true }
    await service.post('/events', anEvent({ title: 'سوق', ...long }))
    const { page } = await visit({ viewport: { width: 360, height: 780 } })
    await page.goto(`${service.origin}/`)
    const time = page.locator('.entry-time', { hasText: 'until' })
    const until = (await time.getByText('until', { exact: true }).boundingBox())!
    assert.ok(until.x + until.width < (await time.locator('time').boundingBox())!.x)
  })

  test('have tags and English labels at the edge of the text, whatever their script', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3'
    const fields = { title: 'حفل', description: '<p>حفل موسيقي.</p>', tags: ['evening'], recurrence }
    const { body } = await service.post('/events', anEvent(fields))
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(body.url)
    const rightOf = async (locator: Locator) => {
      const { x, width } = (await locator.boundingBox())!
      return Math.round(x + width)
    }
    const next = page.getByText('Next date:', { exact: true })
    assert.equal(await rightOf(page.locator('.event-tags a')), await rightOf(page.locator('.event-text')))
    assert.equal(await rightOf(next), await rightOf(page.locator('dd', { has: next })))
    assert.ok((await rightOf(page.locator('dd', { has: next }).locator('a'))) < (await next.boundingBox())!.x)
    await service.delete(`/events/${body.id}`, { force: true })
  })

  test('have addresses and telephone numbers in their own order', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${service.origin}/venue/congress-house/`)
    for (const text of ['2502 Biel', '+41 32 000 00 01']) {
      const [first, last] = await page.evaluate<number[]>(`(() => {
        const texts = document.createTreeWalker(document.querySelector('.facts'), NodeFilter.SHOW_TEXT)
        while (texts.nextNode().data.trim() !== '${text}');
        return [0, ${text.length - 1}].map((at) => {
          const range = new Range()
          range.setStart(texts.currentNode, at)
          range.setEnd(texts.currentNode, at + 1)
          return range.getBoundingClientRect().left
        })
      })()`)
      assert.ok(first! < last!, text)
    }
  })

  test('have names of weekdays on one line, whole where there is room', async () => {
    for (const [width, path, name] of [
      [360, 'month/2026-12/', 'خ'],
      [1440, 'day/2026-12-01/', 'خ'],
      [1440, 'month/2026-12/', 'الخميس'],
    ] as const) {
      const { page } = await visit({ viewport: { width, height: 900 } })
      await page.goto(`${service.origin}/${path}`)
      const thursday = page.locator('.month-grid abbr[title="الخميس"]')
      assert.equal(await thursday.innerText(), name)
      const { height } = (await thursday.boundingBox())!
      assert.ok(height < 30, `${name} at ${width}: ${height}`)
    }
  })

  test('have English words, for want of others, at the edge of the rest', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    for (const [path, words] of [
      ['event/moved/', ['When', 'This event takes place online.']],
      ['', ['Filter events', 'Price']],
      ['month/2026-12/', ['+9 more']],
      ['embed/', ['It takes on the fonts and colours of your page. Without scripts, the link stays.']],
    ] as const) {
      await page.goto(`${service.origin}/${path}`)
      for (const word of words) {
        const gap = await page.evaluate<number>(`(() => {
          const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
          while (texts.nextNode().data.trim() !== '${word}');
          const range = new Range()
          range.selectNodeContents(texts.currentNode)
          let box = texts.currentNode.parentElement
          while (getComputedStyle(box).display === 'inline') box = box.parentElement
          const { paddingRight } = getComputedStyle(box)
          return box.getBoundingClientRect().right - parseFloat(paddingRight) - range.getBoundingClientRect().right
        })()`)
        assert.ok(Math.abs(gap) < 2, `${word}: ${gap}`)
      }
    }
  })
})

describe('images in lists', () => {
  const service = new Service()
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  const read = async (id: number) => (await service.get(`/events/${id}`)).body

  test('are cropped around their focus', async () => {
    const cases = [
      ['Wide', 1_200, 300, { x: 0.9, y: 0.1 }, '100% 100%'],
      ['Broad', 1_600, 800, { x: 0.4, y: 1 }, '20% 20%'],
      ['Tall', 300, 1_200, { x: 1, y: 0.3 }, '25% 25%'],
      ['Centred', 1_200, 300, { x: 0.5, y: 0.5 }, '50% 50%'],
      ['Whole', 800, 600, { x: 0.1, y: 0.1 }, '50% 50%'],
    ] as const
    for (const [index, [title, width, height, focus]] of cases.entries()) {
      const { body: image } = await upload(service, await plain(width, height).png().toBuffer())
      const fields = { title, featured: index < 3, image: image.id }
      const { body: event } = await service.post('/events', anEvent(fields))
      await service.patch(`//cal/admin/v1/media/${image.id}`, { focus })
      assert.deepEqual((await read(event.id)).image.focus, title === 'Centred' ? undefined : focus)
    }
    const { page } = await visit()
    await page.goto(service.origin)
    const positions = (selector: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${selector}')].map((image) => getComputedStyle(image).objectPosition)`,
      )
    const expected = cases.map(([, , , , position]) => position)
    assert.deepEqual(await positions('.entry-thumb'), expected)
    assert.deepEqual(await positions('.cover img'), expected.slice(0, 3))
    await takePicture(page, 'crops')
  })

  test('stand before the words of the cover on a phone, and do not part a title from its facts', async () => {
    const { body: image } = await upload(service, await plain(1_200, 900).png().toBuffer())
    const fields = { cost: '5', featured: true, image: image.id }
    for (const title of ['First', 'Second', 'With'])
      await service.post('/events', anEvent({ ...fields, title }))
    await service.post('/events', anEvent({ title: 'Without', cost: '5' }))
    const { page } = await visit({ viewport: { width: 360, height: 780 } })
    await page.goto(service.origin)
    await takePicture(page, 'cover-360')
    const small = '.cover article:nth-child(2)'
    const [picture, title] = [await box(page, `${small} img`), await box(page, `${small} h3`)]
    assert.equal(picture.width, 128)
    assert.ok(picture.x + picture.width <= title.x, `${picture.x} and ${title.x}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    const gap = async (name: string) => {
      const entry = page.locator('.entry', { has: page.getByRole('link', { name, exact: true }) })
      const [above, below] = [
        (await entry.locator('h3').boundingBox())!,
        (await entry.locator('.entry-facts').boundingBox())!,
      ]
      return below.y - above.y - above.height
    }
    assert.equal(await gap('With'), await gap('Without'))
  })
})

describe('the page that offers code for other sites', () => {
  const service = new Service()
  const visit = useBrowser()
  before(() => service.start())
  after(() => service.stop())

  test('has a form of full rows with labels of one line, in every language', async () => {
    const { page } = await visit()
    for (const width of [360, 768, 1440])
      for (const language of ['', 'fr/', 'de/']) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${service.origin}/${language}embed/`)
        const rows = await page.evaluate<Record<number, number>>(`{
          const rows = {}
          for (const one of document.querySelectorAll('.embed-form > *')) {
            const row = Math.round(one.getBoundingClientRect().bottom / 8)
            rows[row] = (rows[row] ?? 0) + 1
          }
          rows
        }`)
        assert.equal(new Set(Object.values(rows)).size, 1, `${language} ${width}: ${JSON.stringify(rows)}`)
        const heights = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.embed-form label')].map((one) => one.offsetHeight)`,
        )
        assert.ok(Math.max(...heights) - Math.min(...heights) < 8, `${language} ${width}: ${heights.join()}`)
      }
  })
})

describe('the pages of events and venues', () => {
  const service = new Service()
  const visit = useBrowser()
  const at = (path: string) => `${service.origin}${path}`
  before(async () => {
    await service.start()
    for (const [venue, geo_lng] of [
      ['Congress House', 7.2441],
      ['Town Library', 7.25],
      ['Old Mill', 7.248],
    ] as const) {
      const { body } = await service.post('/venues', { venue, geo_lat: 47.1325, geo_lng })
      await service.post('/events', {
        title: `At ${venue}`,
        start_date: '2026-12-02 18:00',
        end_date: '2026-12-02 19:00',
        venue: body.id,
      })
    }
  })
  after(() => service.stop())

  /** The address of an event with an image, a lede and a text. */
  const withImage = async (title: string, fields: object = {}) => {
    const image = (await upload(service, await plain(900, 300).png().toBuffer())).body.id
    const { body } = await service.post('/events', {
      title,
      start_date: '2026-12-03 18:00',
      end_date: '2026-12-03 19:00',
      excerpt: 'In short.',
      description: '<p>At length.</p>',
      image,
      ...fields,
    })
    return at(`/event/${body.slug}/`)
  }

  test('the plan of a venue names it on a phone, and its neighbours are links in words', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 } })
    await page.goto(at('/venue/congress-house/'))
    await takePicture(page, 'venue-plan-360')
    const plan = page.locator('.map-frame')
    assert.ok(await plan.locator('svg text', { hasText: 'Congress House' }).isVisible())
    assert.ok(!(await plan.locator('svg text', { hasText: 'Old Mill' }).isVisible()))
    for (const name of ['Town Library', 'Old Mill']) {
      const link = plan.locator('figcaption').getByRole('link', { name, exact: true })
      const { width, height } = (await link.boundingBox())!
      assert.ok(width >= 24 && height >= 24, name)
    }
    await assertFits(page, 'venue')
    await page.setViewportSize({ width: 1280, height: 800 })
    await takePicture(page, 'venue-plan-1280')
  })

  test('the past dates of a series stand apart, and the number of its page at the edge of a phone', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=60'
    const times = { start_date: '2026-11-01 10:00', end_date: '2026-11-01 11:00' }
    const { body } = await service.post('/events', anEvent({ title: 'Gym', ...times, recurrence }))
    const { page } = await visit({ viewport: { width: 360, height: 780 } })
    await page.goto(body.url)
    const [past, coming] = [
      page.locator('h2', { hasText: 'Past events' }),
      page.locator('.programme').first(),
    ]
    const end = (await coming.boundingBox())!
    assert.ok((await past.boundingBox())!.y - (end.y + end.height) >= 32)
    assert.equal((await page.locator('.pages .num').boundingBox())!.x, end.x)
    await service.delete(`/events/${body.id}`, { force: true })
  })

  test('what is over says so on a ground of its own, whatever else had become of it', async () => {
    const { page } = await visit()
    for (const fields of [{}, { event_status: 'moved-online', website: 'https://walks.example' }]) {
      const past = { start_date: '2026-11-03 18:00', end_date: '2026-11-03 19:00', ...fields }
      await page.goto(await withImage('Over', past))
      await takePicture(page, `over-${Object.keys(fields).length}`)
      const looks = (property: string) =>
        page.evaluate<string>(`getComputedStyle(document.querySelector('.notice')).${property}`)
      assert.equal(await looks('borderTopWidth'), '8px')
      assert.notEqual(await looks('backgroundColor'), 'rgba(0, 0, 0, 0)')
      assert.equal(
        await looks('borderTopColor'),
        await page.evaluate<string>(`getComputedStyle(document.documentElement).color`),
      )
    }
  })

  test('the text follows an image at the same distance with and without a notice', async () => {
    const { page } = await visit({ viewport: { width: 1280, height: 900 } })
    // Longer than the image and the text together
    const facts = Array.from({ length: 20 }, (_, index) => ({ name: `Ticket ${index}`, price: 10 }))
    for (const [title, fields] of [
      ['Plain', {}],
      ['Off', { event_status: 'cancelled' }],
    ] as const) {
      await page.goto(await withImage(title, { ...fields, tickets: facts }))
      await takePicture(page, `image-${title}`)
      const [image, text] = [await box(page, '.event-image'), await box(page, '.event-text')]
      assert.equal(Math.round(text.y - image.y - image.height), 24, title)
      const picture = await box(page, '.event-image img')
      assert.ok(image.height - picture.height < 8, title)
    }
  })

  test('the caption of a table that is wider than the column can be read, and all of it on paper', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 700 } })
    const row = `<tr>${'<td>Donaudampfschifffahrt</td>'.repeat(9)}</tr>`
    const { body } = await service.post(
      '/events',
      anEvent({ title: 'With a table', description: `<table><caption>Departures</caption>${row}</table>` }),
    )
    await page.goto(body.url)
    const left = await page.evaluate<number>(`(() => {
      const range = new Range()
      range.selectNodeContents(document.querySelector('caption'))
      return range.getBoundingClientRect().left
    })()`)
    assert.equal(Math.round(left), Math.round((await box(page, '.wide')).x))
    await page.emulateMedia({ media: 'print' })
    const [table, column] = [await box(page, '.wide table'), await box(page, '.wide')]
    assert.ok(table.width <= column.width, `${table.width} in ${column.width}`)
  })

  test('a fact that is nothing but a button is not printed', async () => {
    const { page } = await visit()
    await page.goto(at('/venue/congress-house/'))
    await page.emulateMedia({ media: 'print' })
    assert.ok(!(await page.getByText('Calendar of this venue').isVisible()))
    await page.goto(await withImage('With tickets', { cost: '10', website: 'https://walks.example' }))
    assert.ok(await page.locator('dt', { hasText: 'When' }).isVisible())
    assert.ok(await page.locator('dt', { hasText: 'Price' }).isVisible())
  })
})
