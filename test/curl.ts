import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Response } from './examples.ts'

/** Runs a curl command of a document against a service under test. */

const shownHost = '127.0.0.1:8080'

/** Splits words like a shell: at white space, except within single quotes. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )

interface Request {
  url: string
  method?: string
  body?: string | FormData | Blob
  headers: Record<string, string>
}

const options: Readonly<Record<string, (request: Request, next: () => string) => void>> = {
  '-i': () => undefined,
  '-I': (request) => void (request.method = 'HEAD'),
  '-u': ({ headers }, next) =>
    void (headers.authorization = `Basic ${Buffer.from(next()).toString('base64')}`),
  '-X': (request, next) => void (request.method = next()),
  '-d': (request, next) => {
    request.body = next()
    request.headers['content-type'] ??= 'application/x-www-form-urlencoded'
  },
  '--data-binary': (request, next) => {
    request.body = new Blob([readFileSync(next().replace(/^@/, ''))])
  },
  '-F': (request, next) => {
    const [, name = '', isFile, value = ''] = /^(\w+)=(@?)(.*)$/.exec(next()) ?? []
    const form = request.body instanceof FormData ? request.body : new FormData()
    if (isFile) form.append(name, new Blob([readFileSync(value)]), value)
    else form.append(name, value)
    request.body = form
  },
  '-H': ({ headers }, next) => {
    const [name = '', ...value] = next().split(': ')
    headers[name.toLowerCase()] = value.join(': ')
  },
}

function readCurl(command: string): Request {
  const [, ...words] = wordsOf(command)
  const request: Request = { url: '', headers: { 'accept-encoding': 'identity' } }
  const next = () => words.shift() ?? ''
  while (words.length > 0) {
    const word = next()
    const option = options[word]
    if (option !== undefined) option(request, next)
    else if (word.startsWith('-') || request.url !== '') throw new Error(`What does ${word} mean?`)
    else request.url = word
  }
  return request
}

/** Background work is polled until it ends, as the documents describe. */
const isRunning = (body: unknown) => (body as { state?: string } | undefined)?.state === 'running'

/** `ETAG` and `ID` in a command are replaced by the latest ones received. */
export class Curl {
  private etag = ''
  private id = ''

  constructor(private readonly origin: () => string) {}

  async run(command: string): Promise<Response> {
    const { url, method, body, headers } = readCurl(this.filled(command))
    const verb = method ?? (body === undefined ? 'GET' : 'POST')
    const response = await fetch(this.here(url), {
      method: verb,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = this.asShown(await response.text())
    const read: unknown = text === '' ? undefined : JSON.parse(text)
    if (verb === 'GET' && isRunning(read)) {
      await setTimeout(100)
      return this.run(command)
    }
    this.remember(response, read)
    return {
      statusLine: `HTTP/1.1 ${response.status} ${response.statusText}`,
      isSuccess: response.ok,
      headers: new Map([...response.headers].map(([name, value]) => [name, this.asShown(value)])),
      body: read,
    }
  }

  private remember({ headers }: globalThis.Response, body: unknown) {
    this.etag = headers.get('etag') ?? this.etag
    this.id = String((body as { id?: number } | undefined)?.id ?? this.id)
  }

  private filled = (command: string) => command.replace(/\bETAG\b/g, this.etag).replace(/\bID\b/g, this.id)

  private here = (url: string) => url.replace(`http://${shownHost}`, this.origin())

  private asShown = (text: string) => text.replaceAll(new URL(this.origin()).host, shownHost)
}
