import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useBrowser } from './browser.ts'

const visit = useBrowser()

test('a visit records what the console says and what is asked for', async () => {
  const { page, problems, requests } = await visit({ viewport: { width: 360, height: 640 } })

  await page.route('http://calendar.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script>console.error("lost")</script>' }),
  )
  await page.goto('http://calendar.test/')

  assert.deepEqual(problems, ['lost'])
  assert.deepEqual(requests, ['http://calendar.test/'])
  assert.equal(await page.evaluate('innerWidth'), 360)
})
