import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig, settings } from '../src/config.ts'
import type { Setting } from '../src/config/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const files = [
  'Containerfile',
  'compose.yaml',
  'Caddyfile',
  '.env.example',
  'calends.service',
  'calends.conf',
  'nginx.conf',
  'README.md',
] as const

const known = new Map(Object.values<Setting>(settings).map((setting) => [setting.name, setting]))

const pairs = /\b([A-Z][A-Z_]*)(?:=|: )('[^']*'|(?:\$\{[^}]*\}|\S)+)/g

/** A variable of compose stands for its default or nothing, and where it is required for something secret. */
const variables = /\$\{\w+(?::-([^}]*)|(:\?)[^}]*)?\}/g

/** Values that a file gives to settings. */
function given(text: string): [Setting, string][] {
  const found = [...text.replace(/^\s*#.*$/gm, '').matchAll(pairs)]
  return found.flatMap(([, name, value]) => {
    const setting = known.get(name!)
    const plain = value!
      .replace(/^'|'$/g, '')
      .replace(variables, (_, initial?: string, required?: string) =>
        required === undefined ? (initial ?? '') : 'name:secret',
      )
    return setting === undefined || plain === '' ? [] : [[setting, plain]]
  })
}

for (const file of files)
  test(`every setting in deploy/${file} exists and has a valid value`, () => {
    const text = read(`deploy/${file}`)

    const named = [...text.matchAll(/\bCALENDS_[A-Z_]+/g)].map(([name]) => name)
    // It names the file of settings, which is not itself one.
    const unknown = named.filter((name) => !known.has(name) && name !== 'CALENDS_CONFIG')
    const refused = given(text).filter(([setting, value]) => setting.read(value) === undefined)

    assert.deepEqual(unknown, [])
    assert.deepEqual(
      refused.map(([{ name }, value]) => `${name}=${value}`),
      [],
    )
  })

test('values are found in the files', () => {
  const found = files.flatMap((file) =>
    given(read(`deploy/${file}`)).map(([{ name }, value]) => `${name}=${value}`),
  )

  for (const pair of [
    'HOST=0.0.0.0',
    'PORT=8080',
    'CALENDS_DATA_DIR=/data',
    'CALENDS_TRUST_PROXY=on',
    'CALENDS_DATA_DIR=/var/lib/calends',
  ])
    assert.ok(found.includes(pair), pair)
})

test('every variable of compose is written as podman-compose of Debian 12 understands it, with no empty default', () => {
  const written = [...read('deploy/compose.yaml').matchAll(/\$\{[^}]*\}/g)].map(([variable]) => variable)
  assert.deepEqual(
    written.filter((variable) => !/^\$\{\w+(?::[-?][^}]+)?\}$/.test(variable)),
    [],
  )
})

test('variables required by compose are in .env.example', () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  const documented = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)

  assert.deepEqual([...new Set(asked)].sort(), documented.sort())
})

test('the image copies only existing files that are in its build context', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names]) => names!.split(' '),
  )
  const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name!)

  assert.ok(copied.length > 0)
  assert.deepEqual([...copied].sort(), letIn.sort())
  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
})

test('a line of the guide copies only what is there, to folders that an earlier line made', () => {
  const guide = read('deploy/README.md')
  const copied = [...guide.matchAll(/deploy\/[\w.]+/g)].map(([name]) => name)

  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
  assert.ok(guide.indexOf('mkdir -p /opt/calends') < guide.indexOf(' /opt/calends/\n'))
  assert.ok(guide.indexOf('useradd') < guide.indexOf('-g calends'))
})

test('the unit, its settings and the guide name the same file of settings', () => {
  const text = read('deploy/calends.conf')

  const { dataDir } = readConfig({
    environment: { CALENDS_CONFIG: '/etc/calends.conf' },
    readFile: (path) => (path === '/etc/calends.conf' ? text : undefined),
  })

  assert.equal(dataDir, '/var/lib/calends')
  assert.match(read('deploy/calends.service'), /^Environment=.*\bCALENDS_CONFIG=\/etc\/calends\.conf$/m)
  assert.match(read('deploy/README.md'), /--config \/etc\/calends\.conf$/m)
})

test('a wrong setting does not start the service again for ever', () => {
  const unit = read('deploy/calends.service')
  const valueOf = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(unit)?.[1])
  const slowestStart = 5

  const attempts = valueOf('StartLimitBurst')

  assert.ok(attempts * (valueOf('RestartSec') + slowestStart) < valueOf('StartLimitIntervalSec'))
})

test('nginx replaces every header that the service would believe, and holds no stream of events back', () => {
  const text = read('deploy/nginx.conf')

  for (const name of ['For', 'Proto', 'Host', 'Port', 'Prefix'])
    assert.match(text, new RegExp(`proxy_set_header X-Forwarded-${name} `))
  assert.match(text, /proxy_set_header Forwarded "";/)
  assert.match(text, /location ~ \/changes\/\?\$ \{\s+proxy_buffering off;/)
})

test('nginx leaves compression to the nodes, because it would make their tags weak', () => {
  assert.match(read('deploy/nginx.conf'), /^\tgzip off;$/m)
})

test('proxies keep the metrics to themselves, however a visitor writes the path', () => {
  const [, ofNginx] = /location ~ (\S*metrics\S*) \{\s+return 404;/.exec(read('deploy/nginx.conf')) ?? []
  const [, name, ofCaddy] =
    /(@\w+) path_regexp (\S*metrics\S*)\n\s+respond \1 404/.exec(read('deploy/Caddyfile')) ?? []

  assert.equal(name, '@metrics')
  for (const pattern of [ofNginx!, ofCaddy!])
    for (const path of ['/metrics', '/metrics/', '//metrics', '/metrics//'])
      assert.match(path, new RegExp(pattern))
  assert.doesNotMatch('/event/metrics/', new RegExp(ofNginx!))
})

test('nginx removes the folder of the calendar from every path, and keeps its metrics to itself', () => {
  const text = read('docs/operating.md')
  const [, example = ''] = /```nginx\n(location \/calendar\/ \{[^]*?)```/.exec(text) ?? []
  const [, metrics = '^$'] = /location ~ (\S+) \{\s+return 404;/.exec(example) ?? []

  for (const path of ['/calendar/metrics', '//calendar//metrics/']) assert.match(path, new RegExp(metrics))
  // An address without a path would leave the folder in place.
  const addresses = [...example.matchAll(/proxy_pass (\S+);/g)].map(([, address]) => address!)
  assert.ok(addresses.length > 0)
  for (const address of addresses) assert.match(address, /:\d+\/$/)
})

test('an upgrade copies all that the program reads, also its version', () => {
  const [, upgrade = ''] = /\nTo upgrade, (.*?)\n## /s.exec(read('deploy/README.md')) ?? []

  assert.match(upgrade, /cp -r package\.json dist node_modules \/opt\/calends\/\n/)
})

test('an upgrade replaces no files of a running service', () => {
  const [, upgrade = ''] = /\nTo upgrade, (.*?)\n## /s.exec(read('deploy/README.md')) ?? []
  const commands = [...upgrade.matchAll(/^sudo (systemctl \w+|\w+)/gm)].map(([, command]) => command)

  assert.deepEqual(commands, ['systemctl stop', 'rm', 'cp', 'systemctl start'])
})

test('nginx lets the largest image through', () => {
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? []
  const { maxUpload } = readConfig({ environment: {}, readFile: () => undefined })

  assert.ok(Number(mebibytes) * 2 ** 20 > maxUpload)
})

test('podman builds the image in the format that has health checks', () => {
  const built = ['deploy/README.md', 'deploy/Containerfile'].flatMap((file) => [
    ...read(file).matchAll(/podman build (.+?)(?: {2}|\n)/g),
  ])

  assert.equal(built.length, 2)
  for (const [, words] of built) assert.match(words!, /^--format docker -f deploy\/Containerfile/)
  assert.match(read('scripts/release.ts'), /client === 'podman' \? \['--format', 'docker'\] : \[\]/)
})

test('layers of the image that seldom change come first', () => {
  const text = read('deploy/Containerfile')
  const order = ['apt-get', 'COPY package.json', 'RUN npm ci', 'COPY src', 'RUN npm run build']

  const places = order.map((line) => text.indexOf(line))
  assert.deepEqual(
    [...places].sort((a, b) => a - b),
    places,
  )
  assert.ok(text.indexOf('/build/node_modules ./') < text.indexOf('/build/dist ./'))
})

test('the image and the unit start the command that package.json names', () => {
  const { bin } = JSON.parse(read('package.json')) as { bin: { calends: string } }

  assert.ok(read('deploy/Containerfile').includes(`["node", "${bin.calends}"]`))
  assert.ok(read('deploy/calends.service').includes(`/opt/calends/${bin.calends} serve`))
})

test('the files contain no secrets', () => {
  assert.match(read('deploy/.env.example'), /^POSTGRES_PASSWORD=$/m)
  assert.match(read('deploy/.env.example'), /^CALENDS_ADMIN=$/m)
  assert.match(read('.gitignore'), /^deploy\/\.env$/m)
})
