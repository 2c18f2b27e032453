import assert from 'node:assert/strict'
import { administrator, type Service } from './service.ts'

/** One user of each role, and a second one of the roles that own entries; passwords are derived from the usernames. */

export const people = {
  editor: 'editor',
  author: 'author',
  colleague: 'author',
  contributor: 'contributor',
  learner: 'contributor',
  subscriber: 'subscriber',
} as const

export type Person = keyof typeof people

export const credentialsOf = (person: Person | 'administrator' | 'anonymous'): string | null => {
  if (person === 'anonymous') return null
  return person === 'administrator' ? administrator : `${person}:password of ${person}`
}

/** Creates them through the API as administrator; returns their IDs. */
export async function makePeople(service: Service): Promise<Record<Person, number>> {
  const made = Object.entries(people).map(async ([username, role]) => {
    const fields = { username, role, password: `password of ${username}` }
    const { status, body } = await service.post('//cal/admin/v1/users', fields)
    assert.equal(status, 201, JSON.stringify(body))
    return [username, body.id as number] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Record<Person, number>
}
