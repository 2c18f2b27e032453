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

export const pathsOf = (fields: unknown): string[] =>
  (Array.isArray(fields) ? fields : [fields])
    .flatMap((part) => (typeof part === 'string' ? part.split(',') : []))
    .map((path) => path.trim())
    .filter((path) => path !== '')

export function selectFields(body: unknown, fields: unknown): unknown {
  const paths = pathsOf(fields)
  return paths.length === 0 ? body : pick(body, treeOf(paths))
}
