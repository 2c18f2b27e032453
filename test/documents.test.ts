import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { seededRandom } from '../src/demo/random.ts'
import { loadTown } from '../src/demo/load.ts'
import { makeTown } from '../src/demo/town.ts'
import { resources } from '../src/resources/index.ts'
import { Service } from './service.ts'

/** Every example of the documents is run, in order, on a service with the demonstration town. */

const shownOrigin = 'http://127.0.0.1:8080'
const password = 'PASSWORD'

interface Example {
  readonly command: string
  readonly answer: string
  readonly place: string
}

/** A curl command with the JSON block that follows it. */
const examplePattern = /```sh\n(curl[\s\S]*?)\n```\n\n```json\n([\s\S]*?)\n```/g

const examplesOf = (file: string): Example[] =>
  [...readFileSync(file, 'utf8').matchAll(examplePattern)].map(([, command = '', answer = ''], index) => ({
    command,
    answer,
    place: `${file}, example ${index + 1}`,
  }))

/** Words as a shell splits them: blanks part, single quotes keep together. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

interface Request {
  url: string
  method?: string
  body?: string
  headers: Record<string, string>
}

function readCurl(command: string): Request {
  const [, ...words] = wordsOf(command)
  const request: Request = { url: '', headers: {} }
  while (words.length > 0) {
    const word = words.shift()!
    if (word === '-u')
      request.headers.authorization = `Basic ${Buffer.from(words.shift()!).toString('base64')}`
    else if (word === '-X') request.method = words.shift()!
    else if (word === '-d') request.body = words.shift()!
    else if (word === '-H') {
      const [name = '', value = ''] = words.shift()!.split(': ')
      request.headers[name] = value
    } else request.url = word
  }
  return request
}

async function run(command: string, service: Service): Promise<string> {
  const { url, method, body, headers } = readCurl(command)
  const response = await fetch(url.replace(shownOrigin, service.origin), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return (await response.text()).replaceAll(service.origin, shownOrigin)
}

async function fill(service: Service) {
  const { db } = service.database
  const author = await db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
  const site = {
    now: service.now,
    timezone: 'UTC',
    languages: ['en', 'fr', 'de'],
    perPage: 12,
    maxPerPage: 100,
    maxTitle: 500,
    maxDescription: 1_048_576,
    maxList: 1_000,
    geolocation: true,
    currency: { symbol: '$', position: 'prefix' } as const,
  }
  await loadTown(
    { db, resources, site, author: { ...author, role: 'administrator' } },
    makeTown({ today: '2026-11-21', random: seededRandom(1) }),
  )
}

/** `WRITE_ANSWERS=1` puts the answers of now into the documents instead of comparing them. */
const isRenewing = process.env.WRITE_ANSWERS === '1'

function renew(file: string, example: Example, answer: string) {
  const text = readFileSync(file, 'utf8')
  const before = `${example.command}\n\`\`\`\n\n\`\`\`json\n`
  writeFileSync(
    file,
    text.replace(`${before}${example.answer}\n`, () => `${before}${answer}\n`),
  )
}

for (const file of ['README.md', 'docs/how-to.md'])
  describe(file, () => {
    const service = new Service({
      CALENDS_ADMIN: `admin:${password}`,
      CALENDS_ALIASES: '/wp-json/tribe/events/v1',
    })
    before(async () => {
      await service.start()
      await fill(service)
    })
    after(() => service.stop())

    const examples = examplesOf(file)
    test('has examples', () => assert.ok(examples.length >= 4))
    for (const example of examples)
      test(example.place, async () => {
        const answer = JSON.stringify(JSON.parse(await run(example.command, service)), null, 2)
        if (isRenewing) renew(file, example, answer)
        else assert.deepEqual(JSON.parse(example.answer), JSON.parse(answer))
      })
  })
