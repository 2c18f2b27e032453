import assert from 'node:assert/strict'
import { anEvent, type Json, type Options, type Service } from './service.ts'

/** Helpers for tests of lists. */

const nameOf = ({ title, venue, organizer, name }: Json): string =>
  title ?? (typeof venue === 'string' ? venue : undefined) ?? organizer ?? name

/** The names of the listed items, in order; one page is large enough for every test. */
export async function listed(service: Service, path: string, options?: Options): Promise<string[]> {
  const separator = path.includes('?') ? '&' : '?'
  const { status, body, text } = await service.get(`${path}${separator}per_page=100`, options)
  assert.equal(status, 200, `${path}: ${text}`)
  const collection = /^\/(\w+)/.exec(path)![1]!
  assert.equal(body.total, body[collection].length, `the total of ${path}`)
  return body[collection].map(nameOf)
}

/** Asserts that the parameter is reported as invalid, with its error code if the interface has one. */
export async function refused(service: Service, path: string, name: string, code?: string): Promise<void> {
  const { status, body } = await service.get(path)
  assert.equal(status, 400, path)
  assert.equal(body.code, 'rest_invalid_param', path)
  assert.deepEqual(Object.keys(body.data.params), [name], path)
  if (code !== undefined) assert.equal(body.data.details[name].code, code, path)
}

export async function made(service: Service, path: string, fields: Json): Promise<number> {
  const { status, body, text } = await service.post(path, fields)
  assert.equal(status, 201, `${path}: ${text}`)
  return body.id
}

export const makeEvent = (service: Service, title: string, fields: Json = {}): Promise<number> =>
  made(service, '/events', anEvent({ title, ...fields }))
