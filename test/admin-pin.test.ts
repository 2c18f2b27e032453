import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { openAdmin } from './admin.ts'
import { useBrowser } from './browser.ts'
import { plain, until } from './images.ts'
import { Service } from './service.ts'

/** The pin of a venue, on the tiles that the operator has set. */

describe('a pin on a map of tiles', () => {
  const asked: string[] = []
  let tile: Buffer
  const tiles = createServer(({ url }, response) => {
    asked.push(url!)
    response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  })
  let service: Service
  const visit = useBrowser({ reusesWindows: true })
  before(async () => {
    tile = await plain(1, 1).png().toBuffer()
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve))
    const { port } = tiles.address() as AddressInfo
    service = new Service({ CALENDS_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` })
    await service.start()
  })
  after(async () => {
    await service.stop()
    tiles.close()
  })

  test('is moved by arrow keys and by coordinates, and saved', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Castle', geo_lat: 47, geo_lng: 7 })
    const { page, unexpectedProblems } = await openAdmin(service, visit, `/venues/${venue.id}`)
    // Until the tiles are there, a plan without them has the pin.
    await until(() => Promise.resolve(asked.some((url) => /^\/\d+\/\d+\/\d+\.png$/.test(url))), Boolean)
    const pin = page.getByRole('button', { name: 'Pin on the map' })
    await pin.press('ArrowUp')
    const coordinates = page.getByRole('textbox', { name: 'Coordinates' })
    await until(
      () => coordinates.inputValue(),
      (place) => /^47\.00009\d*, 7$/.test(place),
    )
    await assertAccessible(page, 'pin')
    await coordinates.fill('47.1349, 7.2480')
    await page.getByRole('button', { name: 'Update' }).click()
    await page
      .getByRole('complementary')
      .getByText(/^Saved \d\d:\d\d$/)
      .waitFor()
    const { body } = await service.get(`/venues/${venue.id}`)
    assert.deepEqual([body.geo_lat, body.geo_lng], [47.1349, 7.248])
    assert.deepEqual(unexpectedProblems(), [])
  })

  test('is on a plan if the map cannot be loaded', async () => {
    const { body: venue } = await service.post('/venues', { venue: 'Tower', geo_lat: 46, geo_lng: 7 })
    const { page } = await openAdmin(service, visit, '/tags')
    await page.route('**/assets/admin-part-*', async (route) => {
      const response = await route.fetch()
      const isMap = (await response.text()).includes('map--tiles')
      await (isMap ? route.abort() : route.fulfill({ response }))
    })
    const refused = page.waitForEvent('requestfailed')
    await page.goto(`${service.origin}/admin/venues/${venue.id}`)
    await refused
    await page.getByRole('button', { name: 'Pin on the map' }).press('ArrowUp')
    await until(
      () => page.getByRole('textbox', { name: 'Coordinates' }).inputValue(),
      (place) => /^46\.00009\d*, 7$/.test(place),
    )
  })
})
