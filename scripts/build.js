import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Compiles src to dist/modules, and bundles these modules into the program and the browser code in web into dist/public. If
 * development dependencies are not installed (`npm ci --omit=dev`), npm fetches the compilers temporarily. Types are not
 * checked, because `npm run check` does that and it takes two thirds of the time. Plain JavaScript, because nothing can run
 * TypeScript yet.
 */

const root = join(import.meta.dirname, '..')
const program = join(root, 'dist/cli/index.js')

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

function isCompilerInstalled() {
  try {
    createRequire(import.meta.url).resolve('typescript')
    return true
  } catch {
    return false
  }
}

const compiler = join(import.meta.dirname, 'compile.js')

const run = (command, words) =>
  spawnSync(command, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0

/** Runs a program of a package that npm fetches temporarily. */
function runFetched(name, command) {
  const words = ['exec', '--yes', `--package=${name}`, '--', ...command]
  const npm = process.env.npm_execpath
  return npm === undefined ? run('npm', words) : run(process.execPath, [npm, ...words])
}

function compileWithFetched() {
  const { version } = read('package-lock.json').packages['node_modules/typescript']
  return runFetched(`typescript@${version}`, ['node', compiler])
}

/** File names contain a hash, because browsers cache these files indefinitely. */
const files = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  loader: { '.woff2': 'file', '.png': 'file' },
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  outdir: 'dist.new/public',
  logLevel: 'warning',
}

const pages = {
  ...files,
  entryPoints: [
    'web/styles/pages.css',
    'web/pages/pages.ts',
    'web/map/map.ts',
    'web/embed/calends-calendar.ts',
    'web/embed/copying.ts',
  ],
}

/** Runs before anything is painted, which modules do not. */
const scheme = { ...files, format: 'iife', entryPoints: ['web/pages/scheme.ts'] }

/** The administration loads its rooms on demand. */
const administration = {
  ...files,
  entryPoints: ['web/styles/admin.css', 'web/admin/admin.tsx'],
  splitting: true,
  chunkNames: 'admin-part-[hash]',
  jsx: 'automatic',
}

const { dependencies } = read('package.json')

/** It alone consists of more than two hundred modules. */
const bundledPackages = ['kysely']

/** Only coverage reads the maps of the program: the lines that it counts in commands are those of src. */
const maps = process.env.NODE_V8_COVERAGE === undefined ? {} : { sourcemap: 'linked' }

/**
 * Node.js takes half of the start to find and load each module by itself. Commands still load what they need on demand.
 */
const service = {
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'es2023',
  external: Object.keys(dependencies).filter((name) => !bundledPackages.includes(name)),
  entryPoints: ['dist/modules/cli/index.js'],
  outbase: 'dist/modules',
  chunkNames: 'parts/[name]-[hash]',
  outdir: 'dist.new',
  ...maps,
  logLevel: 'warning',
}

const bundles = [pages, scheme, administration, service]

const asFlags = ({
  entryPoints,
  external = [],
  bundle,
  minify,
  splitting,
  loader = {},
  entryNames,
  assetNames,
  chunkNames,
  logLevel,
  ...others
}) => [
  ...entryPoints,
  ...(bundle ? ['--bundle'] : []),
  ...(minify ? ['--minify'] : []),
  ...(splitting ? ['--splitting', `--chunk-names=${chunkNames}`] : []),
  ...external.map((name) => `--external:${name}`),
  ...Object.entries(loader).map(([ending, name]) => `--loader:${ending}=${name}`),
  ...(entryNames === undefined ? [] : [`--entry-names=${entryNames}`]),
  ...(assetNames === undefined ? [] : [`--asset-names=${assetNames}`]),
  `--log-level=${logLevel}`,
  ...Object.entries(others).map(([name, value]) => `--${name}=${value}`),
]

function installedBundler() {
  try {
    return createRequire(import.meta.url)('esbuild')
  } catch {
    return undefined
  }
}

function bundleWith(bundler) {
  try {
    for (const bundling of bundles) bundler.buildSync({ ...bundling, absWorkingDir: root })
    return true
  } catch {
    // The bundler has already reported the error.
    return false
  }
}

function bundleWithFetched() {
  const { version } = read('package-lock.json').packages['node_modules/esbuild']
  return bundles.every((bundling) => runFetched(`esbuild@${version}`, ['esbuild', ...asFlags(bundling)]))
}

/**
 * Puts what was bundled in the place of everything but the modules, because earlier builds, also those of older versions,
 * have left files of other names.
 */
function replaceBundles() {
  const [made, kept] = [join(root, 'dist.new'), join(root, 'dist')]
  for (const name of readdirSync(kept))
    if (name !== 'modules') rmSync(join(kept, name), { recursive: true, force: true })
  for (const name of readdirSync(made)) renameSync(join(made, name), join(kept, name))
  rmSync(made, { recursive: true })
}

/** Builds the program and the files for browsers. Replaces those of earlier builds only on success. */
function bundle() {
  rmSync(join(root, 'dist.new'), { recursive: true, force: true })
  const bundler = installedBundler()
  if (!(bundler === undefined ? bundleWithFetched() : bundleWith(bundler))) return false
  replaceBundles()
  return true
}

function build() {
  if (isCompilerInstalled()) return run(process.execPath, [compiler]) && bundle()
  if (compileWithFetched() && bundle()) return true
  console.error(
    existsSync(program)
      ? 'TypeScript is not installed and cannot be fetched: dist stays as it is, and may be older than src.'
      : 'TypeScript is not installed and cannot be fetched, so nothing was compiled: run npm ci, then npm run build.',
  )
  // Installing dependencies succeeds regardless; only an explicit build fails.
  return process.env.npm_lifecycle_event === 'prepare' || existsSync(program)
}

/** Packages from the registry are already compiled and do not contain src. */
const isSource = existsSync(join(root, 'src/cli/index.ts'))
if (isSource) process.exitCode = build() ? 0 : 1
if (existsSync(program)) chmodSync(program, 0o755)
