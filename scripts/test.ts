import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { batchesOf } from '../src/batches-of.ts'
import { findBrowser } from '../test/chromium.ts'
import { compileTests } from '../test/compile.ts'
import { startPostgres, type PostgresServer } from '../test/postgres.ts'
import { createTemplates } from '../test/templates.ts'

/**
 * Compiles the program and runs every test, or the files named, on SQLite and on PostgreSQL: on the server that TEST_POSTGRES_URL names, else on
 * one that is started here and stopped at the end. Where none can be had the run fails and says why.
 */

/** A group that hangs fails instead of holding up the run; far above what the longest takes on a busy machine. */
const longestProcessMs = 900_000

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .sort()

interface FileKind {
  readonly includes: (file: string) => boolean
  readonly filesPerProcess: number
}

/**
 * Files share processes, because each process loads and warms up the service again, which takes longer than many of the
 * tests. Groups that take long do not come last, because a single process at the end would leave a processor idle.
 */
const kinds: readonly FileKind[] = [
  // Tests of commands start many processes of their own.
  { includes: (file) => file.startsWith('src/cli/'), filesPerProcess: 1 },
  // Tests in a browser take longest.
  { includes: (file) => /^test\/(?:admin|embed|.*browser)/.test(file), filesPerProcess: 3 },
  { includes: (file) => file.startsWith('test/'), filesPerProcess: 12 },
  { includes: (file) => file.startsWith('src/'), filesPerProcess: 12 },
]

/** All test files in groups that share a process. */
function allTests(): string[][] {
  const files = [...testFiles('src'), ...testFiles('test')]
  const kindOf = (file: string) => kinds.find(({ includes }) => includes(file))
  return kinds.flatMap((kind) =>
    batchesOf(
      files.filter((file) => kindOf(file) === kind),
      kind.filesPerProcess,
    ),
  )
}

async function serverForTests(): Promise<PostgresServer> {
  const url = process.env.TEST_POSTGRES_URL
  if (url) return { url, stop: () => Promise.resolve() }
  try {
    return await startPostgres()
  } catch (error) {
    console.error(
      'No PostgreSQL server could be started for the tests; set TEST_POSTGRES_URL to use your own.',
    )
    throw error
  }
}

/** Flags of V8 differ between versions of Node.js, which does not start with one that it does not know. */
const isKnown = (flag: string) => spawnSync(process.execPath, [flag, '--version']).status === 0

/**
 * V8 optimizes functions once they have run four times as much, because tests end before most of it pays: it compiled for a
 * tenth of the time that all tests take. Node.js 20 counts bytes of code, later versions calls.
 */
const optimizeLater = ['--interrupt-budget=270000', '--invocation-count-for-turbofan=12000'].filter(isKnown)

/** Coverage is measured with what tsx compiles, because c8 finds the lines of its source maps more exactly. */
const measuresCoverage = process.env.NODE_V8_COVERAGE !== undefined

function run(
  files: readonly string[],
  options: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const child = spawn(
    process.execPath,
    [
      ...optimizeLater,
      '--import',
      './test/preload.js',
      ...(measuresCoverage ? ['--import', 'tsx'] : ['--enable-source-maps']),
      '--test',
      '--test-concurrency=3',
      `--test-timeout=${longestProcessMs}`,
      ...options,
      ...files,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

const isOption = (word: string) => word.startsWith('--')
const words = process.argv.slice(2)
const named = words.filter((word) => !isOption(word))
const isBuilt = process.env.TEST_BUILT === '1'
if (!isBuilt && spawnSync(process.execPath, ['scripts/build.js'], { stdio: 'inherit' }).status !== 0)
  process.exit(1)
const groups = named.length > 0 ? named.map((file) => [file]) : allTests()
const [server, compiled, browser] = await Promise.all([
  serverForTests(),
  compileTests(groups),
  // Found here, because files that start together would unpack it into one place at the same time.
  findBrowser(),
])
let code = 1
try {
  const templates = await createTemplates(server.url)
  code = await run(measuresCoverage ? groups.flat() : compiled.files, words.filter(isOption), {
    TEST_POSTGRES_URL: server.url,
    TEST_TEMPLATES: templates.folder,
    TEST_PROGRAM: measuresCoverage ? resolve('dist/cli/index.js') : compiled.program,
    ...(measuresCoverage ? {} : { TEST_SCRIPTS: compiled.scripts }),
    ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
  })
  await templates.remove()
} finally {
  compiled.remove()
  await server.stop()
  // Explicit exit code, because the hook that stops the server would exit with 0.
  process.exit(code)
}
