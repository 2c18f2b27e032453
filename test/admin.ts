import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Visit } from './browser.ts'
import type { Json, Service } from './service.ts'

/** Helpers for tests of the administration: somebody who is signed in opens a room. */

const password = 'seven herons over the lake'

/** Somebody of a role who can sign in with a browser; gives back the name, which is the role. */
export async function makeSignedInPerson(service: Service, role: string): Promise<string> {
  const admin = '//cal/admin/v1'
  const { body: user } = await service.post(`${admin}/users`, { username: role, name: `The ${role}`, role })
  const { body: link } = await service.post(`${admin}/users/${user.id}/password-link`)
  const token = (link.url as string).split('#password=')[1]
  const { status } = await service.post(`${admin}/password`, { token, password }, { as: null })
  assert.equal(status, 200)
  return role
}

export interface Room extends Visit {
  /** Problems but the one that is expected: before signing in, asking who is signed in is answered by 401. */
  told(): string[]
}

/** Opens a room; the administrator has the password of the tests. */
export async function openAdmin(
  service: Service,
  visit: (options?: BrowserContextOptions) => Promise<Visit>,
  path: string,
  { as = 'admin', ...options }: BrowserContextOptions & { as?: string } = {},
): Promise<Room> {
  const visited = await visit({ viewport: { width: 1440, height: 900 }, ...options })
  const { page, problems } = visited
  const credentials = { username: as, password: as === 'admin' ? 'secret' : password }
  const { status } = await page.request
    .post(`${service.origin}/cal/admin/v1/session`, {
      data: credentials,
      headers: { origin: service.origin },
    })
    .then((response) => ({ status: response.status() }))
  assert.equal(status, 201)
  await page.goto(`${service.origin}/admin${path}`)
  await page.getByRole('main').waitFor()
  return { ...visited, told: () => problems.filter((one) => !one.includes('401')) }
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** WCAG 2.2 at levels A and AA, and nothing beside the screen. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
  assert.deepEqual(told, [], name)
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  )
  assert.ok(content <= window, `${name}: ${content} px wide in ${window}`)
}

/** Everything that was asked for is an asset, a page, an image, or in the OpenAPI document. */
export async function assertPublished(service: Service, requests: readonly string[]): Promise<void> {
  const { body } = await service.get('/doc')
  const known = Object.keys(body.paths as Json).map(
    (path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  )
  const asked = requests
    .map((url) => new URL(url))
    .filter(({ protocol, pathname }) => protocol !== 'data:' && !/^\/(assets|admin|media)\//.test(pathname))
    .map(({ pathname }) => pathname)
  assert.deepEqual(
    [...new Set(asked)].filter((path) => !known.some((one) => one.test(path))),
    [],
  )
}
