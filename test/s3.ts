import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An in-memory bucket as strict as S3: it checks every signature, and lists two files per page. */

export const keys = { accessKey: 'ACCESS', secretKey: 'a secret/with+signs=' }
const region = 'eu-test-1'
const perPage = 2

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=ACCESS\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** The expected signature of the request (AWS Signature Version 4). */
function signatureOf({ method, url, headers }: IncomingMessage, day: string, signed: string): string {
  const { pathname, searchParams } = new URL(url!, 'http://bucket')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`)
  return hmac(key, text).toString('hex')
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, day, signed, signature] = authorizationPattern.exec(request.headers.authorization ?? '') ?? []
  if (day === undefined || !signed!.split(';').includes('x-amz-content-sha256')) return false
  return (
    signatureOf(request, day, signed!) === signature &&
    request.headers['x-amz-content-sha256'] === sha256(body)
  )
}

interface StoredFile {
  readonly content: Buffer
  readonly type: string
}

export class FakeBucket {
  readonly files = new Map<string, StoredFile>()
  readonly requests: string[] = []
  /** Number of following requests that fail with a temporary error. */
  failures = 0
  /** Number of following files whose connection ends in the middle, of those whose name matches. */
  cuts = { pattern: /^$/, left: 0 }
  /** Whether files are sent in chunks, without their size, as some proxies do. */
  isChunked = false
  /** Where requests are redirected to, as young buckets of AWS do. */
  location: string | undefined
  /** Delays the answer to a request, which is held until it resolves. */
  hold: (request: string) => Promise<unknown> | undefined = () => undefined
  url = ''
  private readonly server = createServer((request, response) => void this.answer(request, response))

  get settings() {
    return { url: this.url, region, ...keys }
  }

  get environment(): Record<string, string> {
    return {
      CALENDS_S3_BUCKET: this.url,
      CALENDS_S3_REGION: region,
      CALENDS_S3_ACCESS_KEY: keys.accessKey,
      CALENDS_S3_SECRET_KEY: keys.secretKey,
    }
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/pictures`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    const body = Buffer.concat(await request.toArray())
    this.requests.push(`${request.method} ${request.url}`)
    await this.hold(this.requests.at(-1)!)
    if (!isSigned(request, body)) return response.writeHead(403).end('SignatureDoesNotMatch')
    if (this.failures > 0) {
      this.failures -= 1
      return response.writeHead(503).end('SlowDown')
    }
    if (this.location !== undefined) return response.writeHead(307, { location: this.location }).end()
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket')
    const name = pathname.replace(/^\/pictures\/?/, '')
    if (name === '') return response.end(this.page(searchParams.get('continuation-token')))
    if (request.method === 'PUT') {
      this.files.set(name, { content: body, type: request.headers['content-type'] ?? '' })
      return response.end()
    }
    const file = this.files.get(name)
    if (request.method === 'DELETE') return response.writeHead(this.files.delete(name) ? 204 : 404).end()
    if (file === undefined) return response.writeHead(404).end('NoSuchKey')
    response.setHeader('content-type', file.type)
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const content = first === undefined ? file.content : file.content.subarray(+first, +last! + 1)
    const length = this.isChunked ? {} : { 'content-length': content.length }
    response.writeHead(first === undefined ? 200 : 206, length)
    if (this.cuts.left > 0 && this.cuts.pattern.test(name)) {
      this.cuts.left -= 1
      response.write(content.subarray(0, content.length / 2), () => response.destroy())
      return response
    }
    return response.end(content)
  }

  private page(token: string | null): string {
    const names = [...this.files.keys()].sort()
    const from = token === null ? 0 : names.indexOf(token.slice('after & '.length)) + 1
    const some = names.slice(from, from + perPage)
    const next =
      from + perPage < names.length
        ? `<NextContinuationToken>after &amp; ${some.at(-1)}</NextContinuationToken>`
        : ''
    const entries = some.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>2026-11-21T12:00:00.000Z</LastModified><Size>${this.files.get(name)!.content.length}</Size></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`
  }
}
