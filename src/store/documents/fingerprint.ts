import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { moduleFile, modulesFolder, projectFolder } from '../../project-folder.ts'
import { sha256 } from '../../text/digest.ts'
import type { RenderingSettings } from './render.ts'

/**
 * Stored documents are keyed by everything that can affect rendering, so that no change has to be declared: the modules
 * that rendering imports, the libraries, and Node's tables of time zones and characters.
 */

/** Documents depend on everything that it imports. */
const rendering = moduleFile('store/documents/render')

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:import|export) (?!type )[^'"]*?from ['"](\.[^'"]+)['"]|^import ['"](\.[^'"]+)['"]/gms,
    ),
  ].map(([, from, bare]) => (from ?? bare)!)

/** The source of a module and of all modules that it imports, by path. */
function modulesFrom(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path)) return found
  const text = readFileSync(path, 'utf8')
  found.set(path, text)
  for (const imported of importsOf(text)) modulesFrom(join(dirname(path), imported), found)
  return found
}

/** The installed version of a library, resolved as Node does. */
function installedVersion(name: string, folder = projectFolder): string {
  const path = join(folder, 'node_modules', name, 'package.json')
  if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
  return folder === dirname(folder) ? '' : installedVersion(name, dirname(folder))
}

function libraries(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies).map((name) => `${name} ${installedVersion(name)}`)
}

function programFingerprint(): string {
  const hash = createHash('sha256')
  const modules = [...modulesFrom(rendering)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [path, text] of modules) hash.update(`${relative(modulesFolder, path)}\0`).update(text)
  const { icu, tz, unicode, cldr } = process.versions
  return hash.update(JSON.stringify([libraries(), icu, tz, unicode, cldr])).digest('base64url')
}

/** Computed once, because the code of a running program does not change. */
let program: string | undefined

export const fingerprintOf = ({ languages, timezone, currency, prefix }: RenderingSettings): string =>
  sha256(JSON.stringify([(program ??= programFingerprint()), languages, timezone, currency, prefix]))
