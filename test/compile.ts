import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/**
 * Bundles the tests with what they share, once, because each of their processes would otherwise compile hundreds of
 * modules, and find and load them one by one.
 */

/** Inside the project, because packages are found from there; no tool looks into this folder. */
const home = fileURLToPath(new URL('../coverage/', import.meta.url))

/** Other packages are loaded as they are installed; only this one consists of hundreds of modules. */
const bundledPackage = 'kysely'

/** Every module keeps the address of its source, so that paths relative to it hold. */
const withAddress = (path: string): string =>
  readFileSync(path, 'utf8')
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))

const bundling: Plugin = {
  name: 'tests',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${bundledPackage}$`) }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }))
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: withAddress(path), loader: 'ts' }))
    onLoad({ filter: /\.tsx$/ }, ({ path }) => ({ contents: withAddress(path), loader: 'tsx' }))
  },
}

export interface Compiled {
  /** What stands for these test files. */
  readonly files: readonly string[]
  remove(): void
}

export async function compileTests(files: readonly string[]): Promise<Compiled> {
  mkdirSync(home, { recursive: true })
  const folder = mkdtempSync(join(home, 'compiled-'))
  await build({
    entryPoints: [...files],
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    packages: 'external',
    plugins: [bundling],
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    sourcemap: 'linked',
    sourcesContent: false,
  })
  const compiled = (file: string) => join(folder, relative('.', resolve(file)).replace(/\.tsx?$/, '.js'))
  return { files: files.map(compiled), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
