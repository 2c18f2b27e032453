import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Compiles src to dist, also where development dependencies were left out (`npm ci --omit=dev`): then npm fetches the
 * compiler for this once. Plain JavaScript, because nothing is there yet that could run TypeScript.
 */

const root = join(import.meta.dirname, '..')
const program = join(root, 'dist/cli/index.js')

const read = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

function installedCompiler() {
  try {
    return createRequire(import.meta.url).resolve('typescript/bin/tsc')
  } catch {
    return undefined
  }
}

const run = (command, words) =>
  spawnSync(command, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0

/** Without the types of other packages nothing can be checked, so this only compiles. */
function compileWithFetched() {
  const { version } = read('package-lock.json').packages['node_modules/typescript']
  const compiler = ['tsc', '-p', 'tsconfig.unchecked.json']
  const words = ['exec', '--yes', `--package=typescript@${version}`, '--', ...compiler]
  const npm = process.env.npm_execpath
  return npm === undefined ? run('npm', words) : run(process.execPath, [npm, ...words])
}

function compile() {
  const compiler = installedCompiler()
  if (compiler !== undefined) return run(process.execPath, [compiler, '-p', 'tsconfig.build.json'])
  if (compileWithFetched()) return true
  console.error(
    existsSync(program)
      ? 'TypeScript is not installed and cannot be fetched: dist stays as it is, and may be older than src.'
      : 'TypeScript is not installed and cannot be fetched, so nothing was compiled: run npm ci, then npm run build.',
  )
  // The dependencies are installed all the same; only whoever asked for a build is told that it failed.
  return process.env.npm_lifecycle_event === 'prepare' || existsSync(program)
}

/** A package from the registry comes compiled, without src. */
const isSource = existsSync(join(root, 'src/cli/index.ts'))
if (isSource) process.exitCode = compile() ? 0 : 1
if (existsSync(program)) chmodSync(program, 0o755)
