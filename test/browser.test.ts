import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { useBrowser } from './browser.ts'

const visit = useBrowser({ reusesWindows: true })

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

/** Fills everything in which a page can leave something. */
const leaveTraces = `(async () => {
  document.cookie = 'left=1'
  localStorage.setItem('left', '1')
  sessionStorage.setItem('left', '1')
  const opening = indexedDB.open('left')
  await new Promise((resolve) => (opening.onsuccess = resolve))
})()`

const traces = `(async () => [
  document.cookie, localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, innerWidth,
])()`

const open = async (options: Parameters<typeof visit>[0]) => {
  const visited = await visit(options)
  const { page } = visited
  await page.route('http://calendar.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Nothing yet' }),
  )
  await page.goto('http://calendar.test/')
  return visited
}

describe('a window that is used again', () => {
  let first: Page

  test('is left with traces of a visit', async () => {
    const { page } = await open({ viewport: { width: 360, height: 640 } })
    first = page
    await page.evaluate(leaveTraces)
    await page.context().setOffline(true)

    assert.deepEqual(await page.evaluate(traces), ['left=1', 1, 1, 1, 360])
  })

  test('has none of them in the next visit', async () => {
    const { page, requests } = await open({})

    assert.ok(page === first)
    assert.deepEqual(await page.evaluate(traces), ['', 0, 0, 0, 1280])
    assert.deepEqual(requests, ['http://calendar.test/'])
    await page.clock.setFixedTime('2027-03-01T10:00:00Z')
  })

  test('is not used again once its clock was replaced', async () => {
    const { page } = await open({})

    assert.ok(page !== first)
    assert.notEqual(await page.evaluate('new Date().getFullYear()'), 2027)
  })

  test('is not used for a visit with other options', async () => {
    const { page } = await open({ colorScheme: 'dark' })

    assert.equal(await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`), true)
  })
})
