import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertAccessible, assertContrast, assertFits } from './accessible.ts'
import { comesTrue, takePicture, useBrowser } from './browser.ts'
import { until } from './images.ts'
import { fillNasty, type Nasty } from './nasty-calendar.ts'
import { Service } from './service.ts'

/** The pages as people meet them: seen, heard, and used by keyboard, on a phone and on a desk. */

const widths = [360, 1440] as const

/** How far things jumped while the page was loading (web.dev, Cumulative Layout Shift). */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 200)
  })`)

/** Whether it is what the keyboard is at; run in the page. */
const isFocused = (one: unknown): boolean => {
  const element = one as { readonly ownerDocument: { readonly activeElement: unknown } }
  return element.ownerDocument.activeElement === element
}

describe('pages in a browser', () => {
  const service = new Service({
    CALENDS_TIMEZONE: 'Europe/Zurich',
    CALENDS_NAME: 'Biel/Bienne: what’s on',
    CALENDS_CURRENCY: 'CHF',
  })
  const visit = useBrowser()
  let nasty: Nasty
  before(async () => {
    await service.start()
    nasty = await fillNasty(service)
  })
  after(() => service.stop())

  const at = (path: string) => `${service.origin}${path}`
  const paths = (): Record<string, string> => ({
    list: '/',
    'list-filtered': '/?categories=music&cost=paid&near=2502',
    'list-empty': '/?near=Atlantis',
    month: '/month/2026-12/',
    'month-november': '/month/2026-11/',
    week: '/week/2026-W48/',
    day: '/day/2026-11-28/',
    'day-empty': '/day/2031-05-03/',
    map: '/map/',
    search: '/search/?search=market',
    event: `/event/${nasty.concert.slug}/`,
    'event-cancelled': '/event/walk-1/',
    'event-online': '/event/walk-4/',
    venue: `/venue/${nasty.hall.slug}/`,
    categories: '/events/category/',
    category: '/events/category/culture/',
    accessibility: '/accessibility/',
    missing: '/event/nowhere/',
  })

  for (const width of widths)
    test(`every page is accessible, quiet and whole at ${width} px, light and dark`, async () => {
      const { page, problems, requests } = await visit({ viewport: { width, height: 900 } })
      for (const [name, path] of Object.entries(paths())) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
        await page.goto(at(path))
        const label = `${name}-${width}`
        await assertAccessible(page, label)
        assert.ok((await layoutShift(page)) <= 0.02, `${label} shifts`)
        await takePicture(page, `${label}-light`)
        // Without motion, because colours would still be fading from light to dark.
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await assertContrast(page, `${label} in the dark`)
        await takePicture(page, `${label}-dark`)
      }
      // A page that does not exist is told as such by the browser.
      assert.deepEqual(
        problems.filter((one) => !one.includes('404')),
        [],
      )
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(service.origin)),
        [],
      )
    })

  test('nothing moves while the end of a short page is on its way', async () => {
    const slow = createServer(async ({ url }, response) => {
      const answer = await fetch(at(url!))
      const body = Buffer.from(await answer.arrayBuffer())
      const middle = body.indexOf('<fieldset class="scheme"')
      response.setHeader('content-type', answer.headers.get('content-type')!)
      if (middle > 0) {
        response.write(body.subarray(0, middle))
        await setTimeout(300)
      }
      response.end(body.subarray(Math.max(middle, 0)))
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const { port } = slow.address() as AddressInfo
    for (const width of widths) {
      const { page } = await visit({ viewport: { width, height: 900 } })
      await page.goto(`http://127.0.0.1:${port}/events/category/`)
      assert.ok((await layoutShift(page)) <= 0.01, `${width} px shifts`)
    }
    slow.close()
  })

  for (const language of ['fr', 'de'])
    test(`every view is accessible and whole in ${language}`, async () => {
      const { page, problems } = await visit({ viewport: { width: 360, height: 800 } })
      for (const path of [
        '/',
        '/month/2026-12/',
        '/week/2026-W48/',
        '/day/2026-11-28/',
        '/map/',
        '/search/?search=market',
      ]) {
        await page.goto(at(`/${language}${path}`))
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        await assertAccessible(page, `${language}${path}`)
      }
      assert.deepEqual(problems, [])
    })

  test('enlarged to 200 and 400 %, nothing is lost', async () => {
    for (const width of [640, 320]) {
      const { page } = await visit({ viewport: { width, height: 512 } })
      for (const [name, path] of Object.entries(paths())) {
        await page.goto(at(path))
        await assertFits(page, `${name} at ${width}`)
      }
    }
  })

  test('a bar of the month says its end whole or not at all', async () => {
    const { page } = await visit({ viewport: { width: 768, height: 1024 } })
    for (const month of ['2026-11', '2026-12']) {
      await page.goto(at(`/de/month/${month}/`))
      for (const bar of await page.locator('.bar').all()) {
        const box = (await bar.boundingBox())!
        const end = (await bar.locator('.bar-end').boundingBox())!
        const isWhole = end.x + end.width <= box.x + box.width
        assert.ok(isWhole || end.y >= box.y + box.height, await bar.innerText())
      }
    }
  })

  test('in the month of a tablet, today is marked within its day, and no number stands alone on a line', async () => {
    const { page } = await visit({ viewport: { width: 768, height: 1024 } })
    await page.goto(at('/month/2026-11/'))
    const [day, mark] = [page.locator('td[data-today]'), page.locator('td[data-today] > .month-day')]
    assert.ok((await mark.boundingBox())!.x >= (await day.boundingBox())!.x)
    await page.goto(at('/month/2026-12/'))
    const lines = await page.evaluate<boolean[]>(`
      [...document.querySelectorAll('.month-events a > span')]
        .flatMap((span) => [...span.querySelectorAll('bdi'), span].slice(0, 1))
        .filter(({ textContent }) => /^Week of films \\d$/.test(textContent))
        .map(({ firstChild: text }) => {
          const topOf = (place) => {
            const range = new Range()
            range.setStart(text, place)
            range.setEnd(text, place + 1)
            return range.getBoundingClientRect().top
          }
          return topOf(text.data.length - 1) === topOf(text.data.length - 3)
        })`)
    assert.ok(lines.length > 0 && lines.every(Boolean), String(lines))
  })

  test('the reference of the API fits a phone', async () => {
    const { page, problems } = await visit({ viewport: { width: 360, height: 740 } })
    for (const path of ['/docs', '/docs/console']) {
      await page.goto(at(path))
      await page.getByRole('heading').nth(1).waitFor()
      await assertFits(page, path)
    }
    assert.deepEqual(problems, [])
  })

  test('without scripts everything is there', async () => {
    const { page, problems } = await visit({
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 900 },
    })
    await page.goto(at('/'))
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await page.getByRole('button', { name: /^Show \d+ events?$/ }).click()
    assert.match(page.url(), /categories=culture/)
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    assert.match(page.url(), /\/month\/2026-11\/\?categories=culture$/)
    await page.getByRole('link', { name: 'December', exact: true }).click()
    await page.goto(at(`/event/${nasty.concert.slug}/`))
    await page.getByText('Add to calendar').click()
    assert.ok(await page.getByRole('link', { name: 'Google Calendar' }).isVisible())
    assert.deepEqual(problems, [])
  })

  test('the keyboard alone goes through a page in the order of the eye, and shows where it is', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    assert.ok(await skip.evaluate(isFocused))
    assert.ok(await skip.isVisible())
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^All/)
    const tops: number[] = []
    for (let step = 0; step < 12; step++) {
      const seen = await page.evaluate<{ top: number; isRinged: boolean; text: string }>(`(() => {
        const one = document.activeElement
        const boxes = [one, one.closest('.entry')].filter((box) => box !== null)
        return {
          top: one.getBoundingClientRect().top + scrollY,
          isRinged: boxes.some((box) => getComputedStyle(box).outlineStyle !== 'none'),
          text: one.textContent,
        }
      })()`)
      assert.ok(seen.isRinged, `no ring around ${seen.text}`)
      tops.push(Math.round(seen.top))
      await page.keyboard.press('Tab')
    }
    assert.deepEqual(
      tops,
      tops.toSorted((one, other) => one - other),
    )
  })

  test('the keyboard reaches every link that is seen', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 } })
    for (const path of [
      '/',
      '/week/2026-W48/',
      '/month/2026-12/',
      '/day/2026-11-28/',
      '/venue/congress-house/',
    ]) {
      await page.goto(at(path))
      const links = await page.evaluate<{ text: string; isReached: boolean }[]>(`
        [...document.querySelectorAll('a[href]:not([tabindex="-1"])')]
          .filter((one) => [one, ...one.querySelectorAll('*')].some((part) => part.checkVisibility({ visibilityProperty: true })))
          .map((one) => {
            one.focus()
            return { text: one.textContent, isReached: document.activeElement === one }
          })`)
      assert.ok(links.length > 10, path)
      assert.deepEqual(
        links.filter(({ isReached }) => !isReached),
        [],
        path,
      )
    }
  })

  test('on a phone the filters are a sheet that keeps the focus and closes with Escape', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 } })
    await page.goto(at('/'))
    const opener = page.getByRole('link', { name: 'Filters' })
    await opener.press('Enter')
    await comesTrue(page, `document.activeElement?.closest('.filters') !== null`)
    await page.keyboard.press('Shift+Tab')
    assert.ok(await page.evaluate<boolean>(`document.activeElement?.closest('.filters') !== null`))
    await page.keyboard.press('Escape')
    await comesTrue(page, `document.activeElement?.textContent === 'Filters'`)
    assert.ok(!(await page.getByRole('heading', { name: 'Filter events' }).isVisible()))
  })

  test('a sheet that is closed before the page has noticed that it is open gives the focus back', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 } })
    await page.goto(at('/'))
    await page.evaluate(`{
      location.hash = 'filters'
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    }`)
    await comesTrue(page, `document.activeElement?.textContent === 'Filters'`)
  })

  test('on a phone days have marks whether or not their events have a category', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 } })
    await page.goto(at('/month/2026-12/'))
    const grounds = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td:has([datetime="2026-12-02"]) .dots i')].map((dot) => getComputedStyle(dot).backgroundColor)`,
    )
    assert.equal(grounds.length, 3)
    assert.ok(grounds.every((color) => color !== 'rgba(0, 0, 0, 0)'))
  })

  test('where a system forces its colours, what is chosen, today and the marks of days stay', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 800 }, forcedColors: 'active' })
    const ground = (element: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${element}')).backgroundColor`)
    for (const [path, marked] of [
      ['/?cost=free', ['.quick a[aria-current]']],
      ['/month/2026-11/', ['[data-today] > .month-pick time', '.dots i']],
      ['/month/2026-12/', ['.dots [data-run]']],
    ] as const) {
      await page.goto(at(path))
      await takePicture(page, `forced-colors${path.replaceAll('/', '_')}`)
      const paper = await ground('html')
      for (const element of marked)
        assert.ok(!['rgba(0, 0, 0, 0)', paper].includes(await ground(element)), element)
    }
    const edge = `getComputedStyle(document.querySelector('.entry .status')).outlineStyle`
    assert.equal(await page.evaluate<string>(edge), 'solid')
  })

  test('long words of a venue, a price, a ticket and the site break instead of reaching out', async () => {
    const word = 'L'.repeat(120)
    const term = (await service.post('/categories', { name: `C${word}` })).body
    const venue = (await service.post('/venues', { venue: word })).body
    const organizer = (await service.post('/organizers', { organizer: word })).body
    const event = await service.post('/events', {
      title: word,
      start_date: '2027-05-01 20:00',
      end_date: '2027-05-01 22:00',
      categories: [term.id],
      venue: venue.id,
      organizer: organizer.id,
      cost: `Pay what you want ${word}`,
      tickets: [
        { name: 'Reduced for everybody', price: 1200, currency: 'CHF' },
        { name: word, availability: 'sold_out' },
      ],
    })
    const { page } = await visit({ viewport: { width: 320, height: 640 } })
    const there = (text: string) => `${text}?during=2027-05-01&venue=${venue.id}&categories=${term.id}`
    for (const path of [
      ...['/', '/search/', '/map/'].map(there),
      '/day/2027-05-01/',
      '/month/2027-05/#d-2027-05-01',
      `/venue/${venue.slug}/`,
      `/organizer/${organizer.slug}/`,
      `/events/category/${term.slug}/`,
      '/events/category/',
      `/event/${event.body.slug}/`,
    ]) {
      await page.goto(at(path))
      await assertFits(page, path)
      await takePicture(page, `long-${path.replaceAll('/', '_').slice(0, 20)}`)
    }
  })

  test('with text twice as large on a phone, nothing is lost', async () => {
    const { page } = await visit({ viewport: { width: 360, height: 780 } })
    for (const [name, path] of Object.entries(paths())) {
      await page.goto(at(path))
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      await assertFits(page, `${name} with large text`)
      await takePicture(page, `large-${name}`)
      const [site, languages] = await Promise.all(
        ['.masthead-name', '.languages'].map((one) => page.locator(one).boundingBox()),
      )
      const isBeside = site!.x + site!.width <= languages!.x
      assert.ok(isBeside || site!.y + site!.height <= languages!.y, name)
    }
  })

  test('a menu opens and closes by keyboard, and gives the focus back', async () => {
    const { page } = await visit()
    await page.goto(at(`/event/${nasty.concert.slug}/`))
    const summary = page.locator('summary', { hasText: 'Add to calendar' })
    await summary.press('Enter')
    assert.ok(await page.getByRole('link', { name: 'Outlook' }).isVisible())
    await page.keyboard.press('Escape')
    assert.ok(!(await page.getByRole('link', { name: 'Outlook' }).isVisible()))
    assert.ok(await summary.evaluate(isFocused))
  })

  test('the menu of the footer opens where it is seen, at the end of a page and in a narrow window', async () => {
    for (const width of [320, 1440]) {
      const { page } = await visit({ viewport: { width, height: 700 } })
      await page.goto(at('/fr/'))
      const summary = page.locator('.footer summary', { hasText: 'S’abonner à cet agenda' })
      await summary.click()
      for (const link of await page.locator('.footer .menu a').all()) {
        const { x, y, width: wide, height } = (await link.boundingBox())!
        assert.ok(x >= 0 && x + wide <= width && y >= 0 && y + height <= 700 && height >= 44)
      }
      await page.keyboard.press('Escape')
      assert.ok(!(await page.locator('.footer .menu a').first().isVisible()))
      assert.ok(await summary.evaluate(isFocused))
    }
  })

  test('visitors elsewhere read their own time beside that of the event', async () => {
    const there = await visit({ timezoneId: 'America/New_York' })
    await there.page.goto(at(`/event/${nasty.concert.slug}/`))
    assert.match(
      await there.page.locator('[data-visitor-time]').innerText(),
      /Where you are \(New York\):\s+13:30–15:45/,
    )
    const inLisbon = await visit({ timezoneId: 'Europe/Lisbon' })
    await inLisbon.page.goto(at('/de/event/sinfoniekonzert-1-beethovens-siebte/'))
    assert.match(await inLisbon.page.locator('[data-visitor-time]').innerText(), /Bei Ihnen \(Lissabon\):/)
    await inLisbon.page.goto(at('/fr/event/concert-symphonique-1-la-septieme-de-beethoven/'))
    const french = await inLisbon.page.locator('[data-visitor-time]').textContent()
    assert.match(french!, /^Chez vous \(Lisbonne\)\u00A0: \d/)
    const here = await visit({ timezoneId: 'Europe/Berlin' })
    await here.page.goto(at(`/event/${nasty.concert.slug}/`))
    assert.ok(!(await here.page.locator('[data-visitor-time]').isVisible()))
  })

  test('the own time of visitors names both days of what ends on another one', async () => {
    const at3 = (day: string, time: string) => `2026-12-${day} ${time}`
    const cases = [
      [
        'Long weekend',
        at3('11', '18:00'),
        at3('13', '22:00'),
        /Sat\w+,? 12 December, 02:00 – Mon\w+,? 14 December, 06:00$/,
      ],
      [
        'Into the morning',
        at3('11', '12:00'),
        at3('11', '23:00'),
        /Fri\w+,? 11 December, 20:00 – Sat\w+,? 12 December, 07:00$/,
      ],
      ['Afternoon', at3('11', '13:00'), at3('11', '17:00'), /: 21:00–01:00$/],
      ['Evening', at3('11', '18:00'), at3('11', '22:00'), /: Sat\w+,? 12 December, 02:00–06:00$/],
      ['Two noons', at3('11', '12:00'), at3('12', '12:00'), /: 20:00–20:00$/],
      [
        'Until midnight',
        at3('11', '09:00'),
        at3('14', '00:00'),
        /Fri\w+,? 11 December, 17:00 – Mon\w+,? 14 December, 08:00$/,
      ],
      ['Until midnight there', at3('11', '09:00'), at3('13', '16:00'), /: 17:00–00:00$/],
      [
        'Night to night',
        at3('11', '00:00'),
        at3('12', '00:00'),
        /: Fri\w+,? 11 December, 08:00 – Sat\w+,? 12 December, 08:00$/,
      ],
    ] as const
    const { page } = await visit({ timezoneId: 'Asia/Tokyo' })
    for (const [title, start_date, end_date, expected] of cases) {
      const { body } = await service.post('/events', {
        title,
        start_date,
        end_date,
        timezone: 'Europe/Vienna',
      })
      await page.goto(at(`/event/${body.slug}/`))
      const shown = await page.locator('[data-visitor-time]').innerText()
      assert.match(shown.replace(/\s+/g, ' '), expected)
    }
  })

  test('the own time of visitors stands there if only the end of the event has another clock', async () => {
    const { body } = await service.post('/events', {
      title: 'Into summer time',
      start_date: '2027-03-20 10:00',
      end_date: '2027-04-05 18:00',
    })
    const { page } = await visit({ timezoneId: 'Africa/Lagos' })
    await page.goto(at(`/event/${body.slug}/`))
    const shown = await page.locator('[data-visitor-time]').innerText()
    assert.match(shown.replace(/\s+/g, ' '), /Where you are \(Lagos\): 10:00–17:00$/)
  })

  test('the own time of visitors stands beside that of an event whose zone is an offset', async () => {
    const { page } = await visit({ timezoneId: 'Africa/Lagos' })
    for (const timezone of ['UTC+2', '+02:00']) {
      const { body } = await service.post('/events', {
        title: `At a fixed offset, ${timezone}`,
        start_date: '2027-03-20 10:00',
        end_date: '2027-03-20 18:00',
        timezone,
      })
      await page.goto(at(`/event/${body.slug}/`))
      const shown = await page.locator('[data-visitor-time]').innerText()
      assert.match(shown.replace(/\s+/g, ' '), /Where you are \(Lagos\): 09:00–17:00$/)
    }
  })

  test('"near me" asks the browser and tells no more than is needed', async () => {
    const { page } = await visit({
      viewport: { width: 1440, height: 900 },
      geolocation: { latitude: 47.13251234, longitude: 7.24411234 },
      permissions: ['geolocation'],
    })
    await page.goto(at('/'))
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.waitForURL(/geoloc_lat=47\.133&geoloc_lng=7\.244/)
    assert.ok(await page.getByRole('link', { name: /^Near me/ }).isVisible())
  })

  test('a town that is typed after "near me" is the place, also once it is cleared', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    const town = page.getByLabel('Town or postcode')
    await page.goto(at('/?geoloc_lat=47.133&geoloc_lng=7.244&geoloc_radius=10'))
    await town.fill('2502')
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await page.waitForURL(at('/?categories=culture&near=2502&geoloc_radius=10'))
    await page.getByRole('link', { name: 'Within 10 km of 2502 Remove' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^Near me/ }).count(), 0)
    await town.fill('')
    await town.press('Enter')
    await page.waitForURL(at('/?categories=culture'))
  })

  test('where the browser does not say, the visitor is told', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 }, permissions: [] })
    await page.goto(at('/'))
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.getByText('Your browser does not say where you are.').waitFor()
  })

  test('"near me" keeps the focus when it is refused, and says so each time', async () => {
    const { page } = await visit({ viewport: { width: 390, height: 800 }, permissions: [] })
    await page.goto(at('/#filters'))
    const button = page.getByRole('button', { name: 'Near me' })
    const message = page.getByText('Your browser does not say where you are.')
    await button.press('Enter')
    await message.waitFor()
    assert.ok(await button.evaluate(isFocused))
    await page.evaluate(`{
      const message = document.querySelector('[data-near-me] + [role=status]')
      window.said = []
      new MutationObserver(() => said.push(message.textContent)).observe(message, { childList: true })
    }`)
    await page.keyboard.press('Enter')
    await comesTrue(page, `said.join() === ',Your browser does not say where you are.'`)
    assert.ok(await button.evaluate(isFocused))
  })

  test('"near me" can be pressed again when the search did not come about', async () => {
    const { page } = await visit({
      viewport: { width: 1440, height: 900 },
      geolocation: { latitude: 47.1325, longitude: 7.2441 },
      permissions: ['geolocation'],
    })
    await page.goto(at('/'))
    let isBroken = true
    const searched: string[] = []
    await page.route(/geoloc_lat/, async (route) => {
      searched.push(route.request().url())
      await (isBroken ? route.fulfill({ status: 204 }) : route.continue())
    })
    const button = page.getByRole('button', { name: 'Near me' })
    await button.click()
    await until(
      async () => searched.length,
      (count) => count === 1,
    )
    isBroken = false
    await button.click()
    await page.waitForURL(/geoloc_lat=/)
  })

  test('light and dark are remembered from page to page', async () => {
    const { page } = await visit({ colorScheme: 'light' })
    await page.goto(at('/'))
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const light = await background()
    await page.getByRole('radio', { name: 'Dark' }).check()
    const dark = await background()
    assert.notEqual(dark, light)
    await page.goto(at('/map/'))
    assert.equal(await background(), dark)
  })

  test('light and dark are there before the page is painted, and on the way back', async () => {
    const { page } = await visit({ colorScheme: 'light' })
    const scheme = () =>
      page.evaluate<readonly string[]>(`[
        getComputedStyle(document.documentElement).colorScheme,
        document.querySelector('.scheme :checked').value,
      ]`)
    await page.goto(at('/'))
    await page.goto(at('/map/'))
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.goBack()
    assert.deepEqual(await scheme(), ['dark', 'dark'])

    await page.route('**/assets/pages-*.js', () => {})
    await page.goto(at('/map/'), { waitUntil: 'commit' })
    await page.locator('.footer').waitFor()
    assert.equal((await scheme())[0], 'dark')
    await page.unrouteAll()

    await page.goto(at('/'))
    const other = await page.context().newPage()
    await other.goto(at('/'))
    await other.getByRole('radio', { name: 'Automatic' }).check()
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    assert.deepEqual(await scheme(), ['light dark', 'auto'])
  })

  test('a font that arrives late moves nothing', async () => {
    const late = async (language: string, width: number) => {
      const { page } = await visit({ viewport: { width, height: 800 } })
      await page.route('**/*.woff2', async (route) => {
        await setTimeout(500)
        await route.continue()
      })
      for (const path of ['', 'month/2026-12/', 'week/2026-W48/', `event/${nasty.concert.slug}/`]) {
        await page.goto(at(`/${language}${path}`))
        assert.ok((await layoutShift(page)) <= 0.02, `${language}${path} shifts at ${width}`)
        await assertFits(page, `${language}${path} without the font at ${width}`)
      }
    }
    for (const width of [360, 412])
      await Promise.all(['', 'fr/', 'de/'].map((language) => late(language, width)))
  })

  test('forms leave empty fields out of the address', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.getByLabel('Town or postcode').fill('2502')
    await page.getByRole('button', { name: /^Show/ }).click()
    assert.equal(page.url(), at('/?near=2502&geoloc_radius=20'))
  })

  test('a year with a digit too many stays in its field, and is said there', async () => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await page.goto(at('/'))
    const from = page.getByLabel('From', { exact: true })
    const culture = page.getByRole('checkbox', { name: /^Culture/ })
    for (const send of [() => from.press('Enter'), () => culture.click()]) {
      await from.focus()
      await page.keyboard.type('120520261')
      await send()
      await page.waitForTimeout(500)
      assert.equal(page.url(), at('/'))
      assert.notEqual(await from.evaluate((field) => Reflect.get(field, 'validationMessage')), '')
    }
    await from.fill('2026-12-05')
    await from.press('Enter')
    await page.waitForURL(at('/?categories=culture&start_date=2026-12-05'))
    assert.deepEqual(problems, [])
  })

  test('a filter applies when it is chosen, without moving the focus or what is being typed', async () => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.getByLabel('To', { exact: true }).fill('2026-12-31')
    const box = page.getByRole('checkbox', { name: /^Culture/ })
    await box.focus()
    const top = await box.evaluate((one) => one.getBoundingClientRect().top)
    await box.press('Space')
    await page.waitForURL(at('/?categories=culture&starts_before=2026-12-31'))
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
    assert.ok(await box.evaluate(isFocused))
    assert.equal(await box.evaluate((one) => one.getBoundingClientRect().top), top)
    const total = await page.getByRole('button', { name: /^Show/ }).innerText()
    const count = await page.locator('.filters [data-found]').innerText()
    assert.ok(/^\d+ events?$/.test(count) && total === `Show ${count}`, `${total}, ${count}`)
    assert.match(
      (await page.getByRole('link', { name: 'Month', exact: true }).getAttribute('href'))!,
      /categories=culture/,
    )
    await assertAccessible(page, 'filtered')
    await page.goBack()
    await page.waitForURL(at('/'))
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor({ state: 'detached' })
    assert.ok(!(await box.isChecked()))
    assert.deepEqual(problems, [])
  })

  test('a filter of a search leaves the words that are being typed, and the focus', async () => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/search/?search=concert'))
    const words = page.getByRole('searchbox')
    await words.fill('concert hall')
    await page.route(/categories=/, async (route) => {
      await words.press('End')
      await words.pressSequentially(' of')
      await route.continue()
    })
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await page.waitForURL(/\?search=concert&categories=culture$/)
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
    assert.ok(await words.evaluate(isFocused))
    await page.keyboard.type(' fame')
    assert.equal(await words.inputValue(), 'concert hall of fame')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?search=concert\+hall\+of\+fame$/)
    assert.deepEqual(problems, [])
  })

  test('texts in a script from right to left have their marks in the right place', async () => {
    const text = 'أهلا (2)!'
    const { body: event } = await service.post('/events', {
      title: text,
      excerpt: text,
      description: `<p>${text}</p><ul><li>${text}</li></ul><p dir="ltr">A ${text}</p>`,
      start_date: '2026-12-03 19:00',
      end_date: '2026-12-03 21:00',
    })
    const { body: venue } = await service.post('/venues', { venue: text, description: text })
    const { body: tag } = await service.post('/tags', { name: text, description: text })
    const { page } = await visit()
    for (const [{ url }, places] of [
      [event, ['.event-title', '.event-lede', '.event-text > p', '.event-text li']],
      [venue, ['.event-title', '.event-lede']],
      [tag, ['h1', '.event-text > p']],
    ] as const) {
      await page.goto(url)
      for (const place of places) {
        const [first, last] = await page.evaluate<number[]>(`(() => {
          const texts = document.createTreeWalker(document.querySelector('${place}'), NodeFilter.SHOW_TEXT)
          const { length } = texts.nextNode().data.trimEnd()
          return [0, length - 1].map((at) => {
            const range = new Range()
            range.setStart(texts.currentNode, at)
            range.setEnd(texts.currentNode, at + 1)
            return range.getBoundingClientRect().left
          })
        })()`)
        assert.ok(last! < first!, `${url} ${place}`)
      }
    }
    await takePicture(page, 'right-to-left')
  })

  test('a choice that is taken back keeps the focus, also if nothing is found by it', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.getByRole('radio', { name: /^Free/ }).check()
    await page.waitForURL(/\?/)
    const free = page.url()
    const empty = page.locator('.facet input[type=checkbox]:disabled').first()
    const category = await empty.inputValue()
    await page.goto(`${free}&categories=${category}`)
    const box = page.locator(`.facet input[type=checkbox][value="${category}"]`)
    await box.press('Space')
    await page.waitForURL(free)
    assert.equal(await box.isChecked(), false)
    assert.ok(await box.evaluate(isFocused))
  })

  test('the head follows a filter that applies when it is chosen', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    const linked = () =>
      page.evaluate<string[]>(
        `[...document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"], [property="og:url"]')].map((one) => one.href ?? one.content)`,
      )
    await page.goto(at('/day/2026-11-28/'))
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await page.waitForURL(at('/day/2026-11-28/?categories=culture'))
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
    const followed = await linked()
    await page.reload()
    assert.deepEqual(followed, await linked())
    assert.ok(followed.filter((address) => address.includes('categories=')).length >= 4)
  })

  test('arrow keys pass over choices without asking for each', async () => {
    const { page, requests } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.getByRole('radio', { name: /^All/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.waitForURL(at('/?cost=paid'))
    assert.ok(await page.getByRole('radio', { name: /^Paid/ }).evaluate(isFocused))
    assert.ok(!requests.includes(at('/?cost=free')))
  })

  for (const path of ['/', '/day/2026-11-28/', '/month/2026-12/', '/map/'])
    test(`on a phone the sheet of ${path} stays open while filters are chosen`, async () => {
      const { page, problems } = await visit({ viewport: { width: 360, height: 800 } })
      await page.goto(at(path))
      await page.getByRole('link', { name: 'Filters' }).click()
      await page.getByRole('checkbox', { name: /^Culture/ }).check()
      await page.waitForURL(at(`${path}?categories=culture#filters`))
      const button = page.getByRole('button', { name: /^Show/ })
      assert.ok(await button.isVisible())
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
      await comesTrue(page, `document.activeElement?.textContent === 'Filters'`)
      assert.ok(!(await button.isVisible()))
      assert.deepEqual(problems, [])
    })

  test('without a connection a filter that was chosen leaves the page as it is', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await failed
    assert.ok(await page.getByRole('heading', { name: 'Upcoming events' }).isVisible())
    assert.equal(page.url(), at('/'))
  })

  test('without a connection a choice is taken back with a sentence, and works when there is one', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/?categories=culture'))
    const message = page.getByText('The calendar cannot be reached just now.')
    const [culture, all, free] = [
      page.getByRole('checkbox', { name: /^Culture/ }),
      page.getByRole('radio', { name: /^All/ }),
      page.getByRole('radio', { name: /^Free/ }),
    ]
    const to = page.getByLabel('To', { exact: true })
    await to.fill('2026-12-31')
    await page.context().setOffline(true)
    await culture.uncheck()
    await free.check()
    await message.waitFor()
    assert.ok((await culture.isChecked()) && (await all.isChecked()))
    assert.equal(await to.inputValue(), '2026-12-31')
    assert.equal(page.url(), at('/?categories=culture'))
    await page.context().setOffline(false)
    await culture.uncheck()
    await page.waitForURL(at('/?starts_before=2026-12-31'))
    await message.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    await free.check()
    await message.waitFor()
    assert.ok((await all.isChecked()) && !(await culture.isChecked()))
  })

  test('a search whose last filter is taken away shows no results any more', async () => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/search/?categories=culture'))
    await page.getByRole('checkbox', { name: /^Culture/ }).uncheck()
    await page.waitForURL(at('/search/'))
    await page.getByText('Search looks in titles and descriptions').waitFor()
    assert.equal(await page.locator('.entry').count(), 0)
    await page.goBack()
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
    assert.deepEqual(problems, [])
  })

  test('what cannot be shown in place of a page is gone to', async () => {
    const { page } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(at('/'))
    await page.route(at('/?categories=culture'), async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      await route.fulfill({ contentType: 'text/html', body: '<div class="filters"><form></form></div>' })
    })
    await page.getByRole('checkbox', { name: /^Culture/ }).check()
    await page.getByRole('link', { name: 'Culture Remove' }).waitFor()
    assert.equal(page.url(), at('/?categories=culture'))
  })

  test('what is printed is the programme alone', async () => {
    const { page } = await visit()
    await page.goto(at('/'))
    await page.emulateMedia({ media: 'print' })
    assert.ok(!(await page.getByRole('navigation', { name: 'Views' }).isVisible()))
    assert.ok(await page.getByRole('link', { name: 'Exhibition of fog' }).isVisible())
    await page.goto(at('/month/2026-12/'))
    assert.ok(await page.getByRole('table').isVisible())
  })

  test('what is printed says which filters it has, and that it is not all', async () => {
    const { page } = await visit({ viewport: { width: 800, height: 600 } })
    await page.goto(at('/?categories=culture'))
    await page.emulateMedia({ media: 'print' })
    const filter = page.locator('main .quick a', { hasText: 'Culture' })
    assert.ok(await filter.isVisible())
    for (const hidden of ['Clear all', '×', 'Filters'])
      assert.ok(!(await page.locator('main .quick').getByText(hidden, { exact: true }).isVisible()), hidden)
    await page.goto(at('/'))
    assert.ok(await page.getByText(/^Page 1 of \d+$/).isVisible())
    assert.ok(!(await page.getByText('Later events').isVisible()))
  })
})

describe('a map of tiles', () => {
  // A picture of one pixel stands for every tile.
  const tile = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const asked: string[] = []
  const tiles = createServer(({ url }, response) => {
    asked.push(url!)
    response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  })
  let service: Service
  const visit = useBrowser()
  before(async () => {
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
    const { port } = tiles.address() as AddressInfo
    service = new Service({
      CALENDS_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
      CALENDS_MAP_ATTRIBUTION: '© <Survey>',
    })
    await service.start()
    await fillNasty(service)
  })
  after(async () => {
    await service.stop()
    tiles.close()
  })

  test('takes the place of the plan, without anything moving, and its pins lead to the list', async () => {
    const { page, problems } = await visit({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${service.origin}/map/`)
    const pin = page.getByRole('button', { name: /^1 / })
    await pin.waitFor()
    assert.ok(asked.some((url) => /^\/\d+\/\d+\/\d+\.png$/.test(url)))
    assert.ok((await layoutShift(page)) <= 0.02)
    assert.match(await page.locator('.leaflet-control-attribution').innerText(), /© <Survey>/)
    await pin.press('Enter')
    assert.match(page.url(), /#place-1$/)
    // Pins may cover each other; the list beside them leads to the same places (WCAG 2.5.8, Equivalent).
    await assertAccessible(page, 'map of tiles', ['target-size'])
    assert.deepEqual(problems, [])
  })

  test('without scripts the plan is there', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    await page.goto(`${service.origin}/map/`)
    assert.ok(await page.locator('.map-frame svg').isVisible())
  })
})
