import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import type * as Aws from 'aws4fetch'
import { decodeXML } from 'entities/decode'
import { lazyRequire } from '../../lazy-require.ts'
import { contentTypeOf, type ListedFile, type MediaStorage, type Part } from './storage.ts'

/** Stores images in a bucket of any S3-compatible service, with path-style URLs. */

const library = lazyRequire<typeof Aws>('aws4fetch')

interface Bucket {
  /** `https://s3.example.org/bucket`, without a trailing slash. */
  readonly url: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

const attempts = 3
const pauseMs = 200
const timeoutMs = 30_000

const isTemporary = (status: number) => status === 429 || status >= 500

interface Sent {
  readonly body?: Buffer
  readonly part?: Part
}

type Send = (method: string, path: string, sent?: Sent) => Promise<Response>

/** The timeout covers only the response headers, because a visitor may read the body slowly. */
async function answerTo(request: Request): Promise<Response> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('no answer in time')), timeoutMs)
  try {
    // Redirects are not followed, because the signature is only valid for this host.
    return await fetch(request, { signal: controller.signal, redirect: 'manual' })
  } finally {
    clearTimeout(timer)
  }
}

const isRedirect = ({ status }: Response) => status >= 300 && status < 400

/** The status and the beginning of the body. */
const reasonIn = async (response: Response) =>
  `${response.status} ${(await response.text().catch(() => '')).slice(0, 500)}`.trim()

/** Failed requests have the reason in their cause. */
const reasonOf = (error: unknown) =>
  ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message

/** Unread bodies would keep their connections until they are collected as garbage. */
async function discard({ body }: Response): Promise<undefined> {
  await body?.cancel()
}

/** Sends signed requests and retries temporary errors. */
function senderFor({ url, region, accessKey, secretKey }: Bucket): Send {
  let client: Aws.AwsClient | undefined
  const sign = async (method: string, path: string, { body, part }: Sent) => {
    client ??= new (library().AwsClient)({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
    })
    const headers = {
      // The body is signed too, because connections within a private network may be unencrypted.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(body === undefined ? {} : { 'content-type': contentTypeOf(path) }),
      ...(part === undefined ? {} : { range: `bytes=${part.first}-${part.last}` }),
    }
    return client.sign(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
  }
  return async (method, path, sent = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await answerTo(await sign(method, path, sent)).catch((error: unknown) => ({ error }))
      if (!('error' in outcome) && isRedirect(outcome)) {
        await discard(outcome)
        throw new Error(`the bucket is elsewhere: ${outcome.headers.get('location')} (${method} ${path})`)
      }
      if (!('error' in outcome) && !isTemporary(outcome.status)) return outcome
      const reason = 'error' in outcome ? reasonOf(outcome.error) : await reasonIn(outcome)
      if (attempt === attempts)
        throw new Error(
          `the bucket did not answer ${method} ${path}: ${reason}`,
          'error' in outcome ? { cause: outcome.error } : {},
        )
      await pause(pauseMs * 2 ** attempt)
    }
  }
}

async function requireSuccess(response: Response, what: string): Promise<Response> {
  if (response.ok) return response
  throw new Error(`the bucket refused to ${what}: ${await reasonIn(response)}`)
}

/** Proxies may send files in chunks, without their size. */
function sizeIn({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null ? undefined : Number(length)
}

const textIn = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]

const readPage = (xml: string): ListedFile[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    name: textIn(entry, 'Key') ?? '',
    size: Number(textIn(entry, 'Size')),
    modified: Date.parse(textIn(entry, 'LastModified') ?? ''),
  }))

export function createBucketStorage(bucket: Bucket): MediaStorage {
  const send = senderFor(bucket)
  return {
    async put(name, content) {
      await discard(await requireSuccess(await send('PUT', `/${name}`, { body: content }), `store ${name}`))
    },
    async open(name, part) {
      const response = await send('GET', `/${name}`, part && { part })
      if (response.status === 404) return discard(response)
      await requireSuccess(response, `give ${name}`)
      if (part !== undefined && response.status !== 206) {
        await discard(response)
        throw new Error('the bucket gives no parts of files')
      }
      return {
        size: sizeIn(response),
        stream: Readable.fromWeb(response.body as ReadableStream),
      }
    },
    async find(name) {
      const response = await send('HEAD', `/${name}`)
      if (response.status === 404) return undefined
      await requireSuccess(response, `tell the size of ${name}`)
      return { size: sizeIn(response) }
    },
    async remove(name) {
      const response = await send('DELETE', `/${name}`)
      if (response.status !== 404) await requireSuccess(response, `remove ${name}`)
      await discard(response)
    },
    async *list() {
      for (let token: string | undefined = ''; token !== undefined;) {
        const from = token === '' ? '' : `&continuation-token=${encodeURIComponent(decodeXML(token))}`
        const response = await requireSuccess(await send('GET', `?list-type=2${from}`), 'list files')
        const xml = await response.text()
        yield* readPage(xml)
        token = textIn(xml, 'NextContinuationToken')
      }
    },
  }
}
