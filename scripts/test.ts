import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { findBrowser } from '../test/chromium.ts'
import { compileTests } from '../test/compile.ts'
import { startPostgres, type PostgresServer } from '../test/postgres.ts'
import { createTemplates } from '../test/templates.ts'

/**
 * Compiles the program and runs every test, or the files named, on SQLite and on PostgreSQL: on the server that TEST_POSTGRES_URL names, else on
 * one that is started here and stopped at the end. Where none can be had the run fails and says why.
 */

/** A test that hangs fails instead of holding up the run; far above what the longest takes on a busy machine. */
const longestProcessMs = 600_000

/** Each process loads and warms up again what files share, which takes longer than most of those beside the source run. */
const smallFilesPerProcess = 8

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .sort()

/** Tests of commands start many processes of their own. */
const isSmall = (file: string) => file.startsWith('src/') && !file.startsWith('src/cli/')

/** All test files in groups that share a process. */
function allTests(): string[][] {
  const files = [...testFiles('src'), ...testFiles('test')]
  const others = files.filter((file) => !isSmall(file))
  return [...inGroups(files.filter(isSmall)), ...others.map((file) => [file])]
}

const inGroups = (files: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(files.length / smallFilesPerProcess) }, (_, index) =>
    files.slice(index * smallFilesPerProcess, (index + 1) * smallFilesPerProcess),
  )

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
    ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }),
  })
  await templates.remove()
} finally {
  compiled.remove()
  await server.stop()
  // Explicit exit code, because the hook that stops the server would exit with 0.
  process.exit(code)
}
