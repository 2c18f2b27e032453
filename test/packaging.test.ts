import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'calends-packaging-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const packed = ['package.json', 'scripts/build.js', 'README.md', 'LICENSE']
const sources = [...packed, 'package-lock.json', 'src', 'web', 'scripts/compile.js', 'scripts/release.ts']
const projects = ['tsconfig.json', 'tsconfig.build.json']

/** A folder with some files of the project. */
function withFiles(name: string, files: readonly string[]): string {
  for (const file of files) cpSync(join(root, file), join(folder, name, file), { recursive: true })
  return join(folder, name)
}

/** Nothing but Node and npm can be found, so no container engine either. */
function toolsAlone(): string {
  const tools = join(folder, 'bin')
  mkdirSync(tools)
  for (const tool of ['node', 'npm', 'sh']) {
    const found = spawnSync('which', [tool], { encoding: 'utf8' }).stdout.trim()
    symlinkSync(found, join(tools, tool))
  }
  return tools
}

const offline = {
  npm_config_offline: 'true',
  npm_config_cache: join(folder, 'empty-cache'),
  npm_config_update_notifier: 'false',
}

function run(cwd: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const env = { ...process.env, npm_lifecycle_event: '', ...environment }
  return spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' })
}

test('a package that comes compiled has nothing to build', () => {
  const { status, stderr } = run(withFiles('packed', packed), ['scripts/build.js'], offline)

  assert.deepEqual([status, stderr], [0, ''])
})

test('without a compiler and a network, installing goes on and only a build fails, with a sentence', () => {
  const source = withFiles('source', [...sources, ...projects])

  const installing = run(source, ['scripts/build.js'], { ...offline, npm_lifecycle_event: 'prepare' })
  const building = run(source, ['scripts/build.js'], { ...offline, npm_lifecycle_event: 'build' })

  assert.deepEqual([installing.status, building.status], [0, 1])
  assert.match(building.stderr, /^TypeScript is not installed and cannot be fetched, .*npm run build\.$/m)
})

test('only what has changed is compiled again, and what was removed goes', () => {
  const project = withFiles('compiled', ['scripts/compile.js', 'package.json', ...projects])
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const write = (name: string, text: string) => writeFileSync(join(project, 'src', name), text)
  const compile = () => run(project, ['scripts/compile.js'])
  const compiled = (name: string) => readFileSync(join(project, 'dist/modules', name), 'utf8')
  mkdirSync(join(project, 'src'))
  write('kept.ts', 'export const kept: number = 1\n')
  write('changed.ts', "import { kept } from './kept.ts'\nexport const changed: number = kept\n")
  write('removed.ts', 'export {}\n')

  assert.equal(compile().status, 0)
  assert.match(
    compiled('changed.js'),
    /^import \{ kept \} from "\.\/kept\.js";\nexport const changed = kept;\n/,
  )
  writeFileSync(join(project, 'dist/modules/kept.js'), 'left alone')
  write('changed.ts', 'export const changed: = 2\n')
  rmSync(join(project, 'src/removed.ts'))
  mkdirSync(join(project, 'dist/modules/older'))
  writeFileSync(join(project, 'dist/modules/older/version.js'), '')
  const broken = compile()
  write('changed.ts', 'export const changed: number = 2\n')
  const mended = compile()

  assert.deepEqual([broken.status, mended.status], [1, 0])
  assert.match(broken.stderr, /^src\/changed\.ts\(1,23\): error TS1110: /)
  assert.match(compiled('changed.js'), /^export const changed = 2;\n/)
  assert.equal(compiled('kept.js'), 'left alone')
  assert.deepEqual(
    readdirSync(join(project, 'dist/modules')).filter((file) => !file.endsWith('.map')),
    ['.compiled.json', 'changed.js', 'kept.js'],
  )
})

test('objects of a literal that begins with a spread share a hidden class', () => {
  const address = JSON.stringify(pathToFileURL(join(root, 'dist/modules/resources/parameter.js')).href)
  const code = `
    import { filled } from ${address}
    const objects = Array.from({ length: 100 }, () => filled({ type: 'text' }))
    console.log(objects.every((object) => %HaveSameMap(object, objects[0])), JSON.stringify(objects[0]))
  `

  const { stdout, stderr } = run(root, ['--allow-natives-syntax', '--input-type=module', '--eval', code])

  assert.equal(stdout, 'true {"type":"text","empty":"refused"}\n', stderr)
})

test('a release is a package that runs, and what it is made of, and says what it lacks', () => {
  const source = withFiles('release', [...sources, ...projects])
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  const target = join(folder, 'made')
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
  }

  const { status, stdout, stderr } = run(
    source,
    ['--import', import.meta.resolve('tsx'), 'scripts/release.ts', target],
    { ...offline, PATH: toolsAlone() },
  )

  assert.equal(status, 0, stderr)
  const files = ['cdx.json', 'spdx.json', 'tgz'].map((ending) => `${name}-${version}.${ending}`)
  assert.deepEqual(
    stdout.trim().split('\n').slice(-4),
    [...files, 'SHA256SUMS'].map((file) => join(target, file)),
  )
  assert.match(stderr, /^No container engine is running \(podman or docker\), so no image was built\.$/m)

  const read = (file: string) => JSON.parse(readFileSync(join(target, file), 'utf8'))
  const { metadata, components } = read(files[0]!)
  const names = components.map((component: { name: string }) => component.name)
  assert.equal(metadata.component.name, name)
  assert.deepEqual(
    ['fastify', 'typescript'].map((part) => names.includes(part)),
    [true, false],
  )
  assert.equal(read(files[1]!).spdxVersion, 'SPDX-2.3')

  spawnSync('tar', ['-xzf', join(target, files[2]!), '-C', target])
  symlinkSync(join(root, 'node_modules'), join(target, 'package/node_modules'))
  const help = run(target, ['package/dist/cli/index.js', '--help'])
  assert.equal(help.status, 0, help.stderr)
  assert.match(help.stdout, /^Usage: calends /)
  const data = { CALENDS_DATA_DIR: join(folder, 'data') }
  for (const command of ['migrate', 'check']) {
    const { status, stderr } = run(target, ['package/dist/cli/index.js', command], data)
    assert.equal(status, 0, stderr)
  }
  assert.ok(existsSync(join(target, 'package/web/fonts/LICENSE-OFL.txt')))
  for (const left of [
    'src',
    'dist/modules/.compiled.json',
    'dist/modules/cli/index.js.map',
    'dist/modules/cli/serve.test.js',
  ])
    assert.equal(existsSync(join(target, 'package', left)), false, left)
})
