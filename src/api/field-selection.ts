import { readCsv, tooManyItems } from '../resources/parameter-lists.ts'
import { refuse, type Site } from '../resources/parameter.ts'
import { rethrowAsInvalid } from './steps.ts'

/** `_fields=id,title,venue.venue`: limits the response to the requested fields (interface: Requests). */

/** A field without branches is wanted as a whole, even if parts of it are named too. */
type Tree = Map<string, Tree>

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    let branch = tree
    const names = path.split('.')
    for (const [depth, name] of names.entries()) {
      const known = branch.get(name)
      if (known?.size === 0) break
      const next: Tree = known === undefined || depth === names.length - 1 ? new Map() : known
      branch.set(name, next)
      branch = next
    }
  }
  return tree
}

function pick(value: unknown, tree: Tree): unknown {
  if (tree.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => pick(item, tree))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      tree.has(name) ? [[name, pick(item, tree.get(name)!)]] : [],
    ),
  )
}

const textOf = (fields: unknown): string =>
  (Array.isArray(fields) ? fields : [fields]).filter((part) => typeof part === 'string').join(',')

export const pathsOf = (fields: unknown): string[] =>
  textOf(fields)
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')

/** No response nests deeper. */
const maxLevels = 20

function checkPaths(fields: unknown, site: Site): void {
  const paths = readCsv(textOf(fields), site).filter((path) => path !== '')
  if (paths.length > site.maxList) tooManyItems(site)
  if (paths.some((path) => path.split('.', maxLevels + 1).length > maxLevels))
    refuse('rest_out_of_bounds', 'Paths must have at most {maximum} levels.', { maximum: maxLevels })
}

/** Checked before the operation, because a body may hold so many paths that selecting them would keep others waiting. */
export function requireFewFields(fields: unknown, site: Site): void {
  try {
    if (fields !== undefined) checkPaths(fields, site)
  } catch (error) {
    rethrowAsInvalid('_fields')(error)
  }
}

export function selectFields(body: unknown, fields: unknown): unknown {
  const paths = pathsOf(fields)
  return paths.length === 0 ? body : pick(body, treeOf(paths))
}
