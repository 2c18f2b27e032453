import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { createOutgoing, OutgoingRefused, type OutgoingOptions } from './index.ts'

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const request = { accept: 'image/png', types: /^image\//, maxBytes: 1_000 }

const compressed = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'raw deflate': deflateRawSync,
  br: brotliCompressSync,
}

describe('refused URLs', () => {
  const refuses = async (url: string, options: Partial<OutgoingOptions> = {}) => {
    let connections = 0
    const server = createServer(() => (connections += 1))
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const outgoing = createOutgoing({ allow: [], ...options })
    await assert.rejects(outgoing(url, request), OutgoingRefused, url)
    server.close()
    assert.equal(connections, 0)
  }

  const literals = [
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://168.63.129.16/machine/?comp=goalstate',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.0.0.192/latest/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::7f00:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
  ]
  test('private, local and reserved addresses, in any notation, before anything is sent', async () => {
    const outgoing = createOutgoing({ allow: [] })
    for (const url of literals)
      await assert.rejects(outgoing(url, request), { message: /is not on the public internet$/ }, url)
  })

  test('names with any private address', async () => {
    await refuses('http://localhost/', { resolve: () => Promise.resolve(['127.0.0.1']) })
    await refuses('http://mixed.example.org./', {
      resolve: () => Promise.resolve(['93.184.216.34', '10.0.0.1']),
    })
  })

  test('other schemes and ports, and URLs with a username', async () => {
    const resolve = () => Promise.resolve(['93.184.216.34'])
    for (const url of [
      'ftp://example.org/',
      'file:///etc/passwd',
      'no URL',
      'http://a:b@example.org/',
      'http://example.org:22/',
    ])
      await refuses(url, { resolve })
  })
})

describe('allowed requests', () => {
  let server: Server
  let port = 0
  let asked: string[] = []
  let authorizations: (string | undefined)[] = []
  const responses: Record<string, RequestListener> = {
    '/picture': (_, response) => response.setHeader('content-type', 'image/png').end('picture'),
    '/page': (_, response) => response.setHeader('content-type', 'text/html').end('page'),
    '/missing': (_, response) => response.writeHead(404).end(),
    '/busy': (_, response) => response.writeHead(503).end(),
    '/long': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('x'.repeat(1_001)),
    '/endless': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const timer = setInterval(() => response.write('x'.repeat(600)), 10)
      response.on('close', () => clearInterval(timer))
    },
    '/encoded': (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end('x'),
    '/unknown': (_, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip, br' }).end('x'),
    '/cut': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
        .end(gzipSync('picture').subarray(0, -9)),
    '/nothing': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' })
      const timer = setInterval(() => response.write(gzipSync('')), 1)
      response.on('close', () => clearInterval(timer))
    },
    '/odd': (_, response) => response.writeHead(200, { 'content-type': 'x'.repeat(10_000) }).end(),
    '/silent': () => undefined,
    '/switching': (_, { socket }) =>
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    '/moved': (_, response) => response.writeHead(302, { location: '/picture' }).end(),
    '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    '/neighbour': (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${port}/picture` }).end(),
    '/elsewhere': (_, response) => response.writeHead(301, { location: 'ftp://example.org/' }).end(),
    '/secret': (_, response) =>
      response.writeHead(302, { location: `http://me:hunter2@127.0.0.1:${port}/picture?key=open` }).end(),
    '/circle': (_, response) => response.writeHead(307, { location: '/circle' }).end(),
  }

  for (const [name, compress] of Object.entries(compressed))
    for (const [size, content] of [
      ['small', 'picture'],
      ['bomb', Buffer.alloc(8 * 1024 * 1024)],
      ['empty', ''],
    ] as const)
      responses[`/${size}-${name.replace(' ', '-')}`] = (_, response) => {
        const encoding = name.replace('raw ', '').toUpperCase()
        response
          .writeHead(200, { 'content-type': 'image/png', 'content-encoding': encoding })
          .end(compress(content))
      }

  before(async () => {
    server = createServer((request, response) => {
      authorizations.push(request.headers.authorization)
      asked.push(`${request.headers.host}${request.url}`)
      responses[request.url!]!(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const fetched = (path: string, options: Partial<OutgoingOptions> = {}) =>
    createOutgoing({ allow: ['127.0.0.0/8'], ...options })(`http://127.0.0.1:${port}${path}`, request)

  const fetchedFrom = (host: string, options: Partial<OutgoingOptions>) =>
    createOutgoing({ allow: [host], ...options })(`http://${host}:${port}/picture`, request)

  test('a listed address is allowed on any port, and redirects are followed', async () => {
    assert.equal((await fetched('/picture')).body.toString(), 'picture')
    const moved = await fetched('/moved')
    assert.deepEqual([moved.body.toString(), moved.url], ['picture', `http://127.0.0.1:${port}/picture`])
  })

  test('a listed host is allowed whatever its addresses', async () => {
    asked = []
    const resolve = () => Promise.resolve(['127.0.0.1'])
    const outgoing = createOutgoing({ allow: ['intranet.example.org'], resolve })
    const { body } = await outgoing(`http://intranet.example.org:${port}/picture`, request)
    assert.deepEqual([body.toString(), asked], ['picture', [`intranet.example.org:${port}/picture`]])
    await assert.rejects(outgoing(`http://other.example.org:${port}/picture`, request), OutgoingRefused)
  })

  test('credentials are only sent to their own origin', async () => {
    const sent = async (path: string) => {
      authorizations = []
      const outgoing = createOutgoing({ allow: ['127.0.0.0/8', '::1'] })
      await outgoing(`http://127.0.0.1:${port}${path}`, { ...request, headers: { authorization: 'Basic x' } })
      return authorizations
    }
    assert.deepEqual(await sent('/moved'), ['Basic x', 'Basic x'])
    assert.deepEqual(await sent('/neighbour'), ['Basic x', undefined])
  })

  test('a name is resolved only once, so that it cannot change after the check', async () => {
    const answers = ['127.0.0.1', '10.0.0.1']
    let resolved = 0
    const resolve = () => Promise.resolve([answers[resolved++]!])
    const outgoing = createOutgoing({ allow: ['127.0.0.1'], resolve })
    const { body } = await outgoing(`http://rebinding.example.org:${port}/picture`, request)
    assert.deepEqual([body.toString(), resolved], ['picture', 1])
    await assert.rejects(outgoing(`http://rebinding.example.org/picture`, request), OutgoingRefused)
  })

  test('messages about an address that is refused contain no secrets of it', async () => {
    await assert.rejects(fetched('/secret'), {
      message: `the URL of 127.0.0.1:${port} contains a username or password`,
    })
  })

  test('every redirect is checked, and there are at most three', async () => {
    for (const path of ['/inside', '/elsewhere', '/circle']) {
      asked = []
      await assert.rejects(fetched(path), OutgoingRefused, path)
      assert.equal(asked.length, path === '/circle' ? 4 : 1)
    }
  })

  test('other media types, errors and long responses are refused', async () => {
    for (const path of ['/page', '/missing', '/long', '/endless'])
      await assert.rejects(fetched(path), OutgoingRefused, path)
  })

  for (const name of Object.keys(compressed))
    test(`what a server compresses without being asked is read under the same limit: ${name}`, async () => {
      const path = name.replace(' ', '-')
      assert.equal((await fetched(`/small-${path}`)).body.toString(), 'picture')
      assert.equal((await fetched(`/empty-${path}`)).body.length, 0)
      const outgoing = createOutgoing({ allow: ['127.0.0.1'] })
      // What the bomb is sent as is below the limit, and what it unpacks to above it.
      await assert.rejects(
        outgoing(`http://127.0.0.1:${port}/bomb-${path}`, { ...request, maxBytes: 1_000_000 }),
        { message: 'the response has more than 1000000 bytes' },
      )
    })

  test('what cannot be decoded is refused, and what unpacks to nothing for ever', async () => {
    await assert.rejects(fetched('/unknown'), { message: 'the response is encoded as "gzip, br"' })
    await assert.rejects(fetched('/cut'), OutgoingRefused)
    await assert.rejects(fetched('/nothing'), OutgoingRefused)
  })

  test('an encoding that was not asked for is named, and of what a header says only the beginning', async () => {
    await assert.rejects(fetched('/encoded'), { message: 'the response is encoded as "gzip"' })
    await assert.rejects(fetched('/odd'), ({ message }: Error) => message.length < 200)
  })

  test('a temporary failure is an error of another class, because retrying may help', async () => {
    const isOther = (error: unknown) => error instanceof Error && !(error instanceof OutgoingRefused)
    await assert.rejects(fetched('/busy'), isOther)
    await assert.rejects(fetched('/silent', { timeoutMs: 200 }), isOther)
  })

  test('a limit in time holds while garbage is collected', { timeout: 10_000 }, async () => {
    setFlagsFromString('--expose-gc')
    const collecting = setInterval(runInNewContext('gc') as () => void, 20)
    const outgoing = createOutgoing({ allow: ['127.0.0.1'], timeoutMs: 300 })
    const { signal } = new AbortController()
    try {
      await assert.rejects(outgoing(`http://127.0.0.1:${port}/silent`, { ...request, signal }), {
        name: 'TimeoutError',
      })
    } finally {
      clearInterval(collecting)
    }
  })

  test('a switch to another protocol, which nobody asked for, is refused', async () => {
    await assert.rejects(fetched('/switching'), OutgoingRefused)
  })

  test('a name that does not resolve in time is a temporary failure', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    await assert.rejects(fetchedFrom('hanging.example.org', { resolve, timeoutMs: 200 }), {
      name: 'TimeoutError',
    })
  })

  test('the other addresses of a host are tried if nothing listens at the first', async () => {
    const resolve = () => Promise.resolve(['::1', '127.0.0.1'])
    const { body } = await fetchedFrom('two.example.org', { resolve })
    assert.equal(body.toString(), 'picture')
  })

  test('a message says what happened at each address', async () => {
    const closed = await unusedPort()
    const outgoing = createOutgoing({
      allow: ['two.example.org'],
      resolve: () => Promise.resolve(['127.0.0.1', '127.0.0.2']),
    })
    await assert.rejects(outgoing(`http://two.example.org:${closed}/`, request), {
      message: `connect ECONNREFUSED 127.0.0.1:${closed}; connect ECONNREFUSED 127.0.0.2:${closed}`,
    })
  })
})
