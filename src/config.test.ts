import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ConfigProblem, describeConfig, readConfig, settings, type Sources } from './config.ts'

const sources = (
  environment: Sources['environment'] = {},
  flags: Sources['flags'] = {},
  files: Record<string, string> = {},
): Sources => ({ environment, flags, readFile: (path) => files[path] })

const problemsOf = (given: Sources): string[] => {
  try {
    readConfig(given)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigProblem)
    return error.problems
  }
}

test('without any settings, the defaults are effective', () => {
  assert.deepEqual(readConfig(sources()), {
    host: '127.0.0.1',
    port: 8080,
    workers: 1,
    dataDir: './data',
    databaseUrl: 'sqlite:./data/calends.db',
    databasePool: 10,
    databaseWait: 60,
    readReplicas: [],
    readYourWrites: true,
    timezone: 'UTC',
    languages: ['en', 'fr', 'de'],
    perPage: 12,
    maxPerPage: 100,
    horizon: 24,
    changesDays: 90,
    prefix: '',
    aliases: [],
    currency: { symbol: '$', position: 'prefix' },
    geolocation: true,
    suggestions: false,
    pages: true,
    siteName: 'Calends',
    siteColor: '#1c3fc4',
    mapAttribution: '© OpenStreetMap contributors',
    rateLimit: true,
    trustProxy: false,
    logLevel: 'info',
    maxAge: 0,
    maxBody: 2 * 1024 * 1024,
    maxTitle: 500,
    maxDescription: 1024 * 1024,
    maxList: 1000,
    maxUpload: 20_971_520,
    s3Region: 'us-east-1',
    outgoing: false,
    outgoingAllow: [],
  })
})

test('the configuration is immutable', () => {
  const config = readConfig(sources({ CALENDS_ADMIN: 'root:secret' }))

  for (const part of [config, config.languages, config.currency, config.admin])
    assert.ok(Object.isFrozen(part))
})

test('every setting has a unique name, a unique flag and a description', () => {
  const all = Object.values(settings)

  assert.equal(new Set(all.map(({ name }) => name)).size, all.length)
  assert.equal(new Set(all.map(({ flag }) => flag)).size, all.length)
  assert.equal(settings.maxPerPage.flag, 'max-per-page')
  assert.ok(all.every(({ sentence }) => /^[A-Z].*\.$/.test(sentence)))
})

test('a flag wins over the environment, which wins over the file, which wins over the default', () => {
  const files = { 'calends.conf': 'PORT=1\nHOST=file.example\nCALENDS_PER_PAGE=3' }
  const { port, host, perPage, maxPerPage } = readConfig(
    sources({ PORT: '2', HOST: 'environment.example' }, { port: '3' }, files),
  )

  assert.deepEqual([port, host, perPage, maxPerPage], [3, 'environment.example', 3, 100])
})

test('an empty value counts as not set', () => {
  const { port, admin } = readConfig(
    sources({ PORT: '', CALENDS_ADMIN: ' ' }, {}, { 'calends.conf': 'PORT=81' }),
  )

  assert.equal(port, 81)
  assert.equal(admin, undefined)
})

test('the file may contain comments, blank lines, spaces and quotes', () => {
  const text = '# our town\r\n\r\n  CALENDS_TIMEZONE = Europe/Zurich\r\nCALENDS_PREFIX="/api"\r\n'
  const { timezone, prefix } = readConfig(sources({}, {}, { 'calends.conf': text }))

  assert.deepEqual([timezone, prefix], ['Europe/Zurich', '/api'])
})

test('the file is read as systemd reads it', () => {
  const text = [
    '; the password has a quote, a number sign and a dollar in it',
    "CALENDS_ADMIN='root:it\"s #1 $'",
    'CALENDS_DATA_DIR="/srv/Town \\"Hall\\""',
    'CALENDS_LANGUAGES=en,\\',
    'fr,de',
    'CALENDS_ALIASES=""',
  ].join('\n')
  const { admin, dataDir, languages, aliases } = readConfig(sources({}, {}, { 'calends.conf': text }))

  assert.deepEqual(admin, { name: 'root', password: 'it"s #1 $' })
  assert.deepEqual([dataDir, languages, aliases], ['/srv/Town "Hall"', ['en', 'fr', 'de'], []])
})

test('the example in the documentation is read as documented', () => {
  const documentation = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
  const [, text = ''] = /```ini\n([^]*?)```/.exec(documentation) ?? []
  const { admin, dataDir, languages } = readConfig(sources({}, {}, { 'calends.conf': text }))

  assert.equal(admin?.password, 'pa$$ "word" #1')
  assert.equal(dataDir, '/srv/Town "Hall"')
  assert.deepEqual(languages, ['de', 'fr', 'en'])
})

test('an unclosed quote is reported with its line, without its secret', () => {
  const text = 'PORT=81\nCALENDS_ADMIN="root:hunter2\nHOST=::\n'

  assert.deepEqual(problemsOf(sources({}, {}, { 'calends.conf': text })), [
    'calends.conf line 2 has a quote that is not closed.',
  ])
})

test('invalid names are reported with their line', () => {
  const text = 'export PORT=81\n=5\nPORT'

  assert.deepEqual(problemsOf(sources({}, {}, { 'calends.conf': text })), [
    'calends.conf line 1: must have the form NAME=value.',
    'calends.conf line 2: must have the form NAME=value.',
    'calends.conf line 3: must have the form NAME=value.',
  ])
})

test('another file is named by a flag or the environment, and must then exist', () => {
  const files = { 'a.conf': 'PORT=1', 'b.conf': 'PORT=2' }

  assert.equal(readConfig(sources({ CALENDS_CONFIG: 'a.conf' }, {}, files)).port, 1)
  assert.equal(readConfig(sources({ CALENDS_CONFIG: 'a.conf' }, { config: 'b.conf' }, files)).port, 2)
  assert.deepEqual(problemsOf(sources({ CALENDS_CONFIG: 'c.conf' }, {}, files)), [
    'The configuration file c.conf does not exist.',
  ])
})

test('all errors are reported at once', () => {
  const given = sources(
    { PORT: '99999', CALENDS_TIMEZNE: 'UTC', HOME: '/root' },
    { logLevel: 'loud' },
    {
      'calends.conf': 'COLOUR=red\nhello\nCALENDS_PER_PAGE=200\nCALENDS_PER_PAGE=200',
    },
  )

  assert.deepEqual(problemsOf(given), [
    'calends.conf line 1: unknown setting COLOUR; calends config --help lists all settings.',
    'calends.conf line 2: must have the form NAME=value.',
    'calends.conf: CALENDS_PER_PAGE is set more than once.',
    'Unknown setting CALENDS_TIMEZNE in the environment; calends config --help lists all settings.',
    'PORT must be an integer from 0 to 65535, not "99999".',
    '--log-level must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    'CALENDS_PER_PAGE (200) must not be greater than CALENDS_MAX_PER_PAGE (100).',
  ])
})

const conflicts: [prefix: string, alias: string, problem: string][] = [
  ['/metrics', '', 'CALENDS_PREFIX must not be /metrics, which is already in use.'],
  ['/docs', '', 'CALENDS_PREFIX must not be /docs, which is already in use.'],
  ['/health/live', '', 'CALENDS_PREFIX must not be /health/live, which is already in use.'],
  ...[
    '/docs/a/events/v1',
    '/health/a/events/v1',
    '/api/admin/a/events/v1',
    '/api/assets/a/events/v1',
    '/api/embed/a/events/v1',
    '/api/cal/events/v1',
  ].map((alias): [string, string, string] => [
    '/api',
    alias,
    `CALENDS_ALIASES must not contain ${alias}, which is already in use.`,
  ]),
]
for (const [prefix, alias, problem] of conflicts)
  test(`what is at the root of the server stays: ${problem}`, () => {
    assert.deepEqual(problemsOf(sources({ CALENDS_PREFIX: prefix, CALENDS_ALIASES: alias })), [problem])
  })

test('an alias may lie below the prefix, and a prefix beside the paths at the root', () => {
  const { prefix, aliases } = readConfig(
    sources({ CALENDS_PREFIX: '/wp-json', CALENDS_ALIASES: '/wp-json/tribe/events/v1' }),
  )
  assert.deepEqual([prefix, aliases], ['/wp-json', ['/wp-json/tribe/events/v1']])
  assert.equal(readConfig(sources({ CALENDS_PREFIX: '/health' })).prefix, '/health')
})

test('the map stays where it is, so no language may take its path', () => {
  const withMap = { CALENDS_LANGUAGES: 'en,map' }
  assert.deepEqual(problemsOf(sources(withMap)), [
    'CALENDS_LANGUAGES must not contain map, whose path is already in use.',
  ])
  const others: Record<string, string>[] = [
    { ...withMap, CALENDS_PREFIX: '/agenda' },
    { ...withMap, CALENDS_PAGES: 'off' },
  ]
  for (const other of others) assert.equal(readConfig(sources(other)).languages.length, 2)
})

const accepted: [keyof typeof settings, string, unknown][] = [
  ['port', '0', 0],
  ['databaseUrl', 'sqlite::memory:', 'sqlite::memory:'],
  ['databaseUrl', 'postgres://a:b@localhost/c', 'postgres://a:b@localhost/c'],
  ['databaseUrl', 'postgres://a@/c?host=/var/run', 'postgres:///c?host=/var/run&user=a'],
  [
    'databaseUrl',
    'postgresql://a:b+%2Fc@/d?port=1&host=%2Ftmp',
    'postgresql:///d?port=1&host=%2Ftmp&user=a&password=b%2B%2Fc',
  ],
  ['admin', 'root@example.org:pass:word ü', { name: 'root@example.org', password: 'pass:word ü' }],
  ['timezone', 'europe/zurich', 'Europe/Zurich'],
  ['languages', 'de, pt-br', ['de', 'pt-br']],
  ['publicUrl', 'https://example.org/', 'https://example.org'],
  ['publicUrl', 'http://localhost:8080/town/', 'http://localhost:8080/town'],
  ['prefix', 'api/', '/api'],
  ['prefix', '/', ''],
  ['aliases', '/wp-json/tribe/events/v1/,a/b/c', ['/wp-json/tribe/events/v1', '/a/b/c']],
  ['currency', 'postfix:€', { symbol: '€', position: 'postfix' }],
  ['currency', 'CHF', { symbol: 'CHF', position: 'prefix' }],
  ['rateLimit', 'OFF', false],
  ['trustProxy', '1', true],
  ['logLevel', 'WARN', 'warn'],
]
for (const [key, text, value] of accepted) {
  test(`${settings[key].name} may be "${text}"`, () => {
    assert.deepEqual(readConfig(sources({ [settings[key].name]: text }))[key], value)
  })
}

const refused: [keyof typeof settings, string][] = [
  ['host', 'http://localhost'],
  ['port', '-1'],
  ['port', '80.5'],
  ['databaseUrl', 'mysql://localhost/x'],
  ['databaseUrl', 'sqlite:'],
  ['databaseUrl', 'postgres://a:b@one:5432,two:5432/c'],
  ['databaseUrl', 'postgres://a:b@one,two/c'],
  ['databaseUrl', 'postgres:///c?host=/one,/two'],
  ['databaseUrl', 'postgres://a:b@one/c?sslmode=on'],
  ['databaseUrl', 'postgres://a:b@one/c?service=town'],
  ['databasePool', '0'],
  ['readReplicas', 'sqlite:copy.db'],
  ['readReplicas', 'postgres://a:b@one/c'],
  ['admin', 'root'],
  ['admin', 'root:'],
  ['admin', 'two words:secret'],
  ['timezone', 'Europe/Atlantis'],
  ['languages', 'en,en'],
  ['languages', 'EN'],
  ['languages', 'zh-yue,en'],
  ['languages', 'de-abc'],
  ['languages', 'en,,fr'],
  ['perPage', '0'],
  ['publicUrl', 'example.org'],
  ['publicUrl', 'https://example.org/?a=1'],
  ['publicUrl', 'https://a:b@example.org'],
  ['contact', 'http://h:99999'],
  ['prefix', '/a b'],
  ['prefix', '/../x'],
  ['aliases', '/tribe/events'],
  ['aliases', '/cal/events/v1'],
  ['currency', '12'],
  ['geolocation', 'maybe'],
]
for (const [key, text] of refused) {
  test(`${settings[key].name} may not be "${text}"`, () => {
    const problems = problemsOf(sources({ [settings[key].name]: text }))

    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', new RegExp(settings[key].name))
  })
}

test('parameters of a database URL that would lead elsewhere are named, with what to write instead', () => {
  const url = 'postgres://a:hunter2@one/c?service=s&passfile=/p&sslmode=disable&channel_binding=require'

  assert.deepEqual(problemsOf(sources({ DATABASE_URL: url })), [
    'DATABASE_URL has parameters that are not supported: passfile (instead, write the variable PGPASSFILE), service (instead, write the host, the user and the name).',
  ])
  assert.deepEqual(problemsOf(sources({ DATABASE_URL: 'postgres://one/c?channel_binding=require' })), [])
})

test('a malformed secret is not repeated', () => {
  const [problem] = problemsOf(sources({ CALENDS_ADMIN: 'hunter2' }))

  assert.doesNotMatch(problem ?? '', /hunter2/)
})

test('the password in a URL that may have none is not repeated', () => {
  for (const [name, url] of [
    ['CALENDS_S3_BUCKET', 'https://AKID:hunter2@s3.example.org/calends'],
    ['CALENDS_PUBLIC_URL', 'https://maria:hunter2/x@y@town.example'],
    ['CALENDS_MEDIA_PUBLIC_URL', 'https://:hunter2@cdn.example'],
  ] as const) {
    const [problem = ''] = problemsOf(sources({ [name]: url }))

    assert.match(problem, new RegExp(`^${name} must be .*, not "https://\\w*:\\*\\*\\*@.+"\\.$`))
    assert.doesNotMatch(problem, /hunter2/)
  }
})

test('the database is in the data directory by default', () => {
  assert.equal(readConfig(sources({ CALENDS_DATA_DIR: '/srv/$&' })).databaseUrl, 'sqlite:/srv/$&/calends.db')
})

test('the description contains names, values and sources, but no secrets', () => {
  const given = sources(
    {
      DATABASE_URL: 'postgres://calends:hunter2@db/town?password=hunter3',
      CALENDS_READ_REPLICAS: 'postgres://calends:hunter2@one/town,postgres://calends:hunter2@two/town',
      CALENDS_ADMIN: 'root:hunter4',
      CALENDS_S3_BUCKET: 'https://s3.example.org/calends/',
      CALENDS_S3_ACCESS_KEY: 'hunter5',
      CALENDS_S3_SECRET_KEY: 'hunter6',
    },
    { port: '0', currency: 'postfix:€' },
    { 'calends.conf': 'CALENDS_RATE_LIMIT=off' },
  )
  const lines = describeConfig(readConfig(given), given).map(
    (line) => `${line.name}=${line.value} (${line.origin})`,
  )

  assert.ok(lines.includes('PORT=0 (--port)'))
  assert.ok(lines.includes('DATABASE_URL=postgres://calends:***@db/town?password=*** (environment)'))
  assert.ok(
    lines.includes(
      'CALENDS_READ_REPLICAS=postgres://calends:***@one/town,postgres://calends:***@two/town (environment)',
    ),
  )
  assert.ok(lines.includes('CALENDS_ADMIN=root:*** (environment)'))
  assert.ok(lines.includes('CALENDS_S3_BUCKET=https://s3.example.org/calends (environment)'))
  assert.ok(!lines.join().includes('hunter'))
  assert.ok(lines.includes('CALENDS_RATE_LIMIT=off (calends.conf)'))
  assert.ok(lines.includes('CALENDS_CURRENCY=postfix:€ (--currency)'))
  assert.ok(lines.includes('CALENDS_LANGUAGES=en,fr,de (default)'))
})

test('a bucket needs keys', () => {
  const bucket = { CALENDS_S3_BUCKET: 'https://s3.example.org/calends', CALENDS_S3_ACCESS_KEY: 'A' }
  assert.deepEqual(problemsOf(sources(bucket)), [
    'CALENDS_S3_BUCKET requires CALENDS_S3_ACCESS_KEY and CALENDS_S3_SECRET_KEY.',
  ])
})

test('outgoing requests are allowed to hosts, addresses and networks', () => {
  const allowed = (text: string) => readConfig(sources({ CALENDS_OUTGOING_ALLOW: text })).outgoingAllow
  const entries = ['intranet.example.org', '10.1.2.3', '10.0.0.0/8', 'fd00::/8', '::1']
  assert.deepEqual(allowed(entries.join(', ')), entries)
  assert.deepEqual(allowed('Intranet.example.org., localhost'), ['intranet.example.org', 'localhost'])
  const wrong = ['10.0.0.0/33', 'example.org/8', 'fd00::/129', 'a b', '10.0.0.0/8/1', 'example.org:8080']
  for (const entry of [...wrong, '10.0.0.256', '10.1', '0x7f', 'a..b', '[::1]'])
    assert.throws(() => allowed(entry), ConfigProblem, entry)
})
