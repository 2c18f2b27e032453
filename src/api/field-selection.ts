/** `_fields=id,title,venue.venue`: limits the response to the requested fields (interface: Requests). */

type Tree = Map<string, Tree>

function treeOf(paths: readonly string[]): Tree {
  const tree: Tree = new Map()
  for (const path of paths) {
    let branch = tree
    for (const name of path.split('.')) {
      if (!branch.has(name)) branch.set(name, new Map())
      branch = branch.get(name)!
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

export const pathsOf = (fields: unknown): string[] =>
  (Array.isArray(fields) ? fields : [fields])
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .map((path) => path.trim())
    .filter((path) => path !== '')

/** Drops parts of fields that are named as a whole too. */
function withoutParts(paths: readonly string[]): string[] {
  const whole = new Set(paths)
  return paths.filter((path) => {
    const names = path.split('.')
    return !names.some((_, depth) => depth > 0 && whole.has(names.slice(0, depth).join('.')))
  })
}

export function selectFields(body: unknown, fields: unknown): unknown {
  const paths = withoutParts(pathsOf(fields))
  return paths.length === 0 ? body : pick(body, treeOf(paths))
}
