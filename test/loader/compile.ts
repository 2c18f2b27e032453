import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/** Compiles everything that tests may load, once, because each of their processes would otherwise do it again. */

const folders = ['bench', 'examples', 'scripts', 'src', 'test', 'web']

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)

export interface Compiled {
  /** For the processes of the tests; see register.js. */
  readonly folder: string
  remove(): void
}

export function compileSources(): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'calends-compiled-'))
  const { outputFiles } = buildSync({
    entryPoints: folders.flatMap(sourcesIn),
    // Written elsewhere, but as if beside the sources, because source maps name these from there.
    outdir: '.',
    outbase: '.',
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    sourcemap: 'inline',
    sourcesContent: false,
  })
  for (const { path, contents } of outputFiles) {
    const place = resolve(folder, relative('.', path))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, contents)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
