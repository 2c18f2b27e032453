import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { scriptFiles } from './scripts.ts'

/**
 * Bundles the tests with what they share, and the program and scripts that they start, once, because each of their processes would
 * otherwise compile hundreds of modules, and find and load them one by one.
 */

/** Inside the project, because packages are found from there; no tool looks into this folder. */
const home = fileURLToPath(new URL('../coverage/', import.meta.url))

const program = 'src/cli/index.ts'

/** Packages of many modules, which are bundled with what they need. Others are loaded as they are installed. */
const bundledPackages = [
  '@fastify/busboy',
  'any-ascii',
  'commander',
  'croner',
  'entities/decode',
  'fastify',
  'kysely',
  'qs',
  'temporal-polyfill',
]

/** Finds files of its own by its place, but fastify loads it. */
const neverBundled = ['pino']

const isBundled = (name: string, importer: string) =>
  !neverBundled.includes(name) && (bundledPackages.includes(name) || importer.includes('/node_modules/'))

/** Every module keeps the address of its source, so that paths relative to it hold. */
const withAddress = (path: string, text: string): string =>
  text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Where `scripts/compile.js` puts what it makes of a source. */
const builtFrom = (source: string): string =>
  resolve('dist/modules', relative('src', source)).replace(/\.ts$/, '.js')

/** What was built, with its map inside, because the one beside it would not be found. */
function readBuilt(source: string, built: string): string {
  const map = { ...JSON.parse(readFileSync(`${built}.map`, 'utf8')), sources: [source] }
  const inline = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
  return readFileSync(built, 'utf8').replace(/(?<=^\/\/# sourceMappingURL=).*$/m, inline)
}

/**
 * What is compiled is taken from the build unless its source is newer, because objects that begin with a spread take a
 * twentieth of the processor time of all tests without what the build does to them.
 */
function textOf(source: string): string {
  const built = builtFrom(source)
  const isBuilt = changedAt(built) > changedAt(source)
  return withAddress(source, isBuilt ? readBuilt(source, built) : readFileSync(source, 'utf8'))
}

const bundling: Plugin = {
  name: 'tests',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
      importer === '' || isBundled(path, importer) ? undefined : { external: true },
    )
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: textOf(path), loader: 'ts' }))
  },
}

/** Bundled packages still load what is part of Node with it. */
const requiring =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

export interface Compiled {
  /** What stands for these test files, one file for each group. */
  readonly files: readonly string[]
  /** What stands for the program. */
  readonly program: string
  /** The folder of the scripts that tests start. */
  readonly scripts: string
  remove(): void
}

const preload = pathToFileURL(resolve('test/preload.js')).href

/** A file that runs others, each as a suite with the name of its source. */
function writeGroup(
  path: string,
  members: readonly { readonly source: string; readonly compiled: string }[],
) {
  const suites = members.map(
    ({ source, compiled }) =>
      `describe(${JSON.stringify(source)}, () => load(${JSON.stringify(pathToFileURL(compiled).href)}))`,
  )
  const lines = [
    "import { describe } from 'node:test'",
    `import { stopFollowing } from ${JSON.stringify(preload)}`,
    'const files = []',
    'const load = (url) => { const file = import(url); files.push(file); return file }',
    ...suites,
    'await Promise.allSettled(files)',
    'stopFollowing()',
  ]
  writeFileSync(path, lines.join('\n'))
  return path
}

/** Compiles test files; those of a group share a process. */
export async function compileTests(groups: readonly (readonly string[])[]): Promise<Compiled> {
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'compiled-'))
  await build({
    entryPoints: [...groups.flat(), ...scriptFiles, program],
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    plugins: [bundling],
    banner: { js: requiring },
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    sourcemap: 'linked',
    sourcesContent: false,
  })
  const compiled = (file: string) => join(folder, relative('.', resolve(file)).replace(/\.ts$/, '.js'))
  // Numbered, because the test runner sorts files by name.
  const standIn = (group: readonly string[], index: number) =>
    writeGroup(
      join(folder, `group-${String(index + 1).padStart(3, '0')}.test.js`),
      group.map((source) => ({ source, compiled: compiled(source) })),
    )
  return {
    files: groups.map(standIn),
    program: compiled(program),
    scripts: join(folder, 'test'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
