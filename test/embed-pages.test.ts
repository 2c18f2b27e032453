import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { useBrowser } from './browser.ts'
import { ForeignSite } from './foreign-site.ts'
import { anEvent, Service, testTime } from './service.ts'
import { assertValid } from './valid-html.ts'

/** Pages in frames of others, and the page that offers code to embed. */

const service = new Service({ CALENDS_NAME: 'Town & lake' })
const host = new ForeignSite()
const visit = useBrowser()

before(async () => {
  await service.start()
  await host.start()
  const { body: music } = await service.post('/categories', { name: 'Music' })
  await service.post('/categories', { name: 'Jazz', parent: music.id })
  const { body: venue } = await service.post('/venues', { venue: 'Town hall' })
  await service.post('/events', anEvent({ title: 'Chess evening', venue: venue.id }))
  await service.post('/events', anEvent({ title: 'Organ at dusk', categories: [music.id] }))
})
after(async () => {
  await service.stop()
  await host.stop()
})

const page = (path: string) => service.get(`/${path}`)

const frame = (path: string) => `<iframe src="${service.origin}${path}" title="Calendar"></iframe>`

for (const path of ['/embed/list/', '/embed/month/', '/fr/embed/month/2026-12/?scheme=dark&color=c8102e'])
  test(`${path} may stand in frames, and is valid without masthead and footer`, async () => {
    const { status, headers, text } = await page(path)

    assert.equal(status, 200)
    assert.match(headers.get('content-security-policy')!, /frame-ancestors \*$/)
    assert.doesNotMatch(text, /masthead|class="footer"|class="filters"/)
    await assertValid(text, path)
  })

test('no other page may stand in frames', async () => {
  for (const path of ['/', '/month/2026-12/', '/embed/'])
    assert.match((await page(path)).headers.get('content-security-policy')!, /frame-ancestors 'none'$/)
})

test('a month that is none is a page that says so', async () => {
  assert.equal((await page('/embed/month/2026-13/')).status, 404)
})

test('what is wrong with the address of a frame is said in the frame', async () => {
  const headers = { accept: 'text/html' }
  for (const [path, status] of [
    ['/embed/list/?categories=no-such-thing', 400],
    ['/fr/embed/list/?venue=999999', 400],
    ['/embed/month/2026-13/', 404],
  ] as const) {
    const answer = await service.get(`/${path}`, { headers })
    assert.equal(answer.status, status, path)
    assert.match(answer.headers.get('content-security-policy')!, /frame-ancestors \*$/)
    assert.doesNotMatch(answer.text, /masthead|class="footer"|<(?:form|a)(?! target="_top")/)
    await assertValid(answer.text, path)
  }
  const elsewhere = await service.get('//month/2026-13/', { headers })
  assert.match(elsewhere.headers.get('content-security-policy')!, /frame-ancestors 'none'$/)
})

test('the frame is filtered, limited and coloured by its address', async () => {
  const { text } = await page('/embed/list/?categories=music&scheme=dark&color=C8102E')

  assert.match(text, /Organ at dusk/)
  assert.doesNotMatch(text, /Chess evening/)
  assert.match(text, /<html lang="en" data-scheme="dark">/)
  assert.match(text, /href="\/assets\/color-c8102e\.css"/)
  assert.equal((await page('/assets/color-c8102e.css')).text, ':root{--brand:#c8102e}')
  assert.equal((await page('/assets/color-red.css')).status, 404)

  const { text: limited } = await page('/embed/list/?limit=1&scheme=light')
  assert.match(limited, /Page 1 of 2/)
  assert.match(limited, /href="\/embed\/list\/\?page=2&amp;scheme=light&amp;limit=1"/)
})

test('in a frame, events open in the whole window and months in the frame', async () => {
  const { page: window, problems } = await visit()
  await window.goto(host.page(frame('/embed/month/2026-11/'), service.origin))
  const inside = window.frameLocator('iframe')

  await inside.getByRole('link', { name: 'December', exact: true }).click()
  await inside.getByRole('heading', { name: 'December 2026' }).waitFor()
  assert.equal(await window.title(), 'Cellar')

  // The frame is narrow, so a day leads to its programme below the table.
  await inside.getByRole('link', { name: /^1\sDecember ?, 2 events$/ }).click()
  await inside.getByRole('link', { name: 'Chess evening' }).click()
  await window.waitForURL('**/event/chess-evening/')
  assert.deepEqual(problems, [])
})

for (const [language, title, button] of [
  ['', 'Embed the calendar', 'Show the code'],
  ['/fr', 'Intégrer l’agenda', 'Afficher le code'],
  ['/de', 'Kalender einbetten', 'Code anzeigen'],
] as const)
  test(`${language}/embed/ offers code in the language of the page, without scripts too`, async () => {
    await assertValid((await page(`${language}/embed/`)).text, `${language}/embed/`)
    const { page: window } = await visit({ javaScriptEnabled: false })
    await window.goto(`${service.origin}${language}/embed/`)
    assert.equal(await window.locator('h1').innerText(), title)

    await window.locator('[name=view]').selectOption('list')
    await window.locator('[name=categories]').selectOption('music')
    await window.locator('[name=lang]').selectOption('fr')
    await window.locator('[name=limit]').fill('3')
    await window.getByRole('button', { name: button }).click()

    assert.equal(
      await window.locator('#element').innerText(),
      `<script type="module" src="${service.origin}/embed/calends-calendar.js"></script>
<calends-calendar view="list" lang="fr" limit="3" categories="music">
  <a href="${service.origin}/fr/?categories=music">Town &amp; lake</a>
</calends-calendar>`,
    )
    assert.equal(
      await window.locator('#frame').innerText(),
      `<iframe src="${service.origin}/fr/embed/list/?categories=music&amp;limit=3" title="Town &amp; lake" width="100%" height="600" loading="lazy"></iframe>`,
    )
    assert.equal(await window.locator('[name=categories]').inputValue(), 'music')
    const headings = new Set<string>()
    for (const snippet of await window.locator('pre').all()) {
      const [own, heading] = (await snippet.getAttribute('aria-labelledby'))!.split(' ')
      assert.equal(await snippet.getAttribute('id'), own)
      headings.add(await window.locator(`#${heading}`).innerText())
    }
    assert.equal(headings.size, 3, 'the codes have names of their own')
  })

test('filters without a field are kept', async () => {
  const { text } = await page('/embed/?cost=free')

  assert.match(text, /<input type="hidden" name="cost" value="free">/)
  assert.match(text, /cost=&quot;free&quot;/)
})

test('what the fields cannot offer is kept as well', async () => {
  const { body: nowhere } = await service.post('/venues', { venue: 'Empty hall' })
  const { body: talks } = await service.post('/categories', { name: 'Talks' })
  const { page: window } = await visit({ javaScriptEnabled: false })
  await window.goto(`${service.origin}/embed/?categories=music,${talks.id}&venue=${nowhere.id}`)
  const chosen = (name: string) => window.locator(`[name=${name}] option:checked`).innerText()
  assert.deepEqual([await chosen('categories'), await chosen('venue')], ['Music, Talks', 'Empty hall'])

  await window.locator('[name=lang]').selectOption('fr')
  await window.getByRole('button', { name: 'Show the code' }).click()
  assert.match(
    await window.locator('#element').innerText(),
    new RegExp(`lang="fr".* categories="music,${talks.id}" venue="${nowhere.id}"`),
  )
})

for (const id of ['element', 'pinned'])
  test(`the code ${id} works on the page of somebody else`, async () => {
    const { page: window } = await visit()
    await window.goto(`${service.origin}/embed/?categories=music`)
    const code = await window.locator(`#${id}`).innerText()
    assert.equal(code.includes('integrity="sha384-'), id === 'pinned')

    const { page: foreign, problems } = await visit()
    await foreign.clock.setFixedTime(testTime * 1_000)
    await foreign.goto(host.page(code, service.origin))
    await foreign.locator('calends-calendar li').getByText('Organ at dusk').waitFor()
    assert.deepEqual(problems, [])
  })

test('the page shows the element as it will look, and copies the code', async () => {
  const { page: window, problems } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  await window.goto(`${service.origin}/embed/?view=month`)
  await window.locator('calends-calendar td').first().waitFor()

  for (const what of ['In a frame', 'Pinned to this version'])
    await window.getByRole('button', { name: `Copy ${what}`, exact: true }).waitFor()
  await window.getByRole('button', { name: 'Copy As an element', exact: true }).click()
  await window.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await window.evaluate('navigator.clipboard.readText()')
  assert.equal(copied, await window.locator('#element').innerText())
  assert.deepEqual(problems, [])
})

for (const path of ['/embed/', '/embed/list/', '/embed/month/2026-12/'])
  test(`axe finds nothing on ${path}`, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page: window } = await visit({ colorScheme, viewport: { width: 360, height: 800 } })
      await window.goto(`${service.origin}${path}`)
      await assertAccessible(window, colorScheme)
    }
  })
