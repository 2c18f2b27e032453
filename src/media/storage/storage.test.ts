import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../../../test/images.ts'
import { FakeBucket } from '../../../test/s3.ts'
import { createBucketStorage } from './bucket.ts'
import { createFolderStorage } from './folder.ts'
import type { MediaStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'calends-storage-'))
const bucket = new FakeBucket()

/** The part of the library that the test uses, because it has no types. */
interface S3rver {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver
const s3rver = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3rver'),
  configureBuckets: [{ name: 'pictures' }],
})
let s3rverUrl = ''

before(async () => {
  await bucket.start()
  const { port } = await s3rver.run()
  s3rverUrl = `http://127.0.0.1:${port}/pictures`
})
after(async () => {
  bucket.stop()
  await s3rver.close()
  rmSync(folder, { recursive: true, force: true })
})

const storages: readonly (readonly [string, () => MediaStorage])[] = [
  ['a folder', () => createFolderStorage(join(folder, 'media'))],
  ['a bucket that checks signatures', () => createBucketStorage(bucket.settings)],
  [
    's3rver',
    () =>
      createBucketStorage({ url: s3rverUrl, region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }),
  ],
]

for (const [what, open] of storages)
  describe(what, () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    let storage: MediaStorage
    before(() => (storage = open()))

    const names = async () => {
      const found = []
      for await (const { name, modified, size } of storage.list()) {
        assert.ok(modified > 0)
        assert.equal(size, content.length)
        found.push(name)
      }
      return found.sort()
    }

    test('returns stored files', async () => {
      assert.deepEqual(await names(), [])
      await storage.put('a.jpg', content)
      const file = await storage.open('a.jpg')
      assert.equal(file!.size, content.length)
      assert.deepEqual(Buffer.concat(await file!.stream.toArray()), content)
    })

    test('returns a byte range and the size', async () => {
      const file = await storage.open('a.jpg', { first: 10, last: 1_009 })
      assert.equal(file!.size, 1_000)
      assert.deepEqual(Buffer.concat(await file!.stream.toArray()), content.subarray(10, 1_010))
      assert.equal((await storage.find('a.jpg'))?.size, content.length)
      assert.equal(await storage.find('unknown.jpg'), undefined)
      assert.equal(await storage.open('unknown.jpg', { first: 0, last: 1 }), undefined)
    })

    test('lists all files, on any number of pages', async () => {
      for (const name of ['b.png', 'c.webp', 'd.jpg', 'e.jpg']) await storage.put(name, content)
      assert.deepEqual(await names(), ['a.jpg', 'b.png', 'c.webp', 'd.jpg', 'e.jpg'])
    })

    test('removes files and returns undefined for unknown ones', async () => {
      for (const name of await names()) await storage.remove(name)
      await storage.remove('unknown.jpg')
      assert.equal(await storage.open('a.jpg'), undefined)
      assert.deepEqual(await names(), [])
    })
  })

test('a failing bucket is retried a limited number of times', async () => {
  const storage = createBucketStorage(bucket.settings)
  bucket.failures = 2
  await storage.put('late.png', Buffer.from('late'))
  assert.equal(bucket.files.get('late.png')!.type, 'image/png')
  bucket.failures = 3
  await assert.rejects(storage.open('late.png'), /did not answer GET \/late\.png: 503 SlowDown/)
})

test('a bucket that cannot be reached, or is elsewhere, is told with the reason', async () => {
  const unreachable = createBucketStorage({ ...bucket.settings, url: 'http://127.0.0.1:1/pictures' })
  await assert.rejects(
    unreachable.open('a.png'),
    /did not answer GET \/a\.png: (?:connect ECONNREFUSED|bad port)/,
  )

  const storage = createBucketStorage(bucket.settings)
  bucket.location = `${s3rverUrl}/a.png`
  for (const work of [storage.put('a.png', Buffer.from('a')), storage.open('a.png')])
    await assert.rejects(work, /the bucket is elsewhere: http:\/\/127\.0\.0\.1:\d+\/pictures\/a\.png/)
  bucket.location = undefined
})

test('connections end with bodies that nobody reads', async (t) => {
  // Kept, because a response that is collected as garbage gives up its connection too.
  const responses: Response[] = []
  const { fetch } = globalThis
  t.mock.method(globalThis, 'fetch', async (...sent: Parameters<typeof fetch>) => {
    const response = await fetch(...sent)
    responses.push(response)
    return response
  })
  const long = Buffer.alloc(10_000_000)
  const server = createServer(({ method, headers }, response) => {
    response.writeHead(method === 'GET' && headers.range === undefined ? 404 : 200).end(long)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const storage = createBucketStorage({ ...bucket.settings, url: `http://127.0.0.1:${port}/pictures` })
  await storage.put('a.png', Buffer.from('a'))
  await storage.remove('a.png')
  assert.equal(await storage.open('a.png'), undefined)
  await assert.rejects(storage.open('a.png', { first: 0, last: 1 }), /gives no parts of files/)
  const open = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  assert.equal(responses.length, 4)
  assert.equal(await until(open, (count) => count === 0), 0)
  server.close()
})

test('the error contains the reason of the bucket', async () => {
  const storage = createBucketStorage({ ...bucket.settings, secretKey: 'wrong' })
  await assert.rejects(
    storage.put('a.png', Buffer.from('')),
    /refused to store a.png: 403 SignatureDoesNotMatch/,
  )
})
