import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settings } from '../src/config.ts'
import type { Setting } from '../src/config/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const files = [
  'Containerfile',
  'compose.yaml',
  'Caddyfile',
  '.env.example',
  'calends.service',
  'README.md',
] as const

const known = new Map(Object.values<Setting>(settings).map((setting) => [setting.name, setting]))

const pairs = /\b([A-Z][A-Z_]*)(?:=|: )('[^']*'|(?:\$\{[^}]*\}|\S)+)/g

/** A variable of compose stands for its default, and where it has none for something secret. */
const variables = /\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g

/** Values that a file gives to settings. */
function given(text: string): [Setting, string][] {
  const found = [...text.replace(/^\s*#.*$/gm, '').matchAll(pairs)]
  return found.flatMap(([, name, value]) => {
    const setting = known.get(name!)
    const plain = value!
      .replace(/^'|'$/g, '')
      .replace(variables, (_, initial?: string) => initial ?? 'name:secret')
    return setting === undefined || plain === '' ? [] : [[setting, plain]]
  })
}

for (const file of files)
  test(`every setting in deploy/${file} exists, and every value is one that it takes`, () => {
    const text = read(`deploy/${file}`)

    const named = [...text.matchAll(/\bCALENDS_[A-Z_]+/g)].map(([name]) => name)
    const unknown = named.filter((name) => !known.has(name))
    const refused = given(text).filter(([setting, value]) => setting.read(value) === undefined)

    assert.deepEqual(unknown, [])
    assert.deepEqual(
      refused.map(([{ name }, value]) => `${name}=${value}`),
      [],
    )
  })

test('values are found where the files give them', () => {
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

test('what compose asks for is in the example of its secrets', () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  const told = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)

  assert.deepEqual([...new Set(asked)].sort(), told.sort())
})

test('the image copies what is there and is let into its context', () => {
  const copied = [...read('deploy/Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names]) => names!.split(' '),
  )
  const letIn = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name!)

  assert.ok(copied.length > 0)
  assert.deepEqual([...copied].sort(), letIn.sort())
  for (const name of copied) assert.ok(existsSync(join(root, name)), name)
})

test('the image and the unit start the command that package.json names', () => {
  const { bin } = JSON.parse(read('package.json')) as { bin: { calends: string } }

  assert.ok(read('deploy/Containerfile').includes(`["node", "${bin.calends}"]`))
  assert.ok(read('deploy/calends.service').includes(`/opt/calends/${bin.calends} serve`))
})

test('no secret is kept with the files', () => {
  assert.match(read('deploy/.env.example'), /^POSTGRES_PASSWORD=$/m)
  assert.match(read('deploy/.env.example'), /^CALENDS_ADMIN=$/m)
  assert.match(read('.gitignore'), /^deploy\/\.env$/m)
})
