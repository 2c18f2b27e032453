import type { Mount } from '../api/mounts.ts'
import type { Method, Operation, Route } from '../api/operation.ts'
import { noRoute } from '../errors.ts'
import { invalidPath, pathTooLong } from './protocol-errors.ts'

/** Routes, and the paths that they are mounted at. */
export interface RouteTree {
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
}

/** Where the path of a request leads. */
export interface Match {
  readonly mount: Mount
  readonly route: Route
  readonly path: Readonly<Record<string, string>>
}

interface Node {
  readonly children: Map<string, Node>
  /** What matches any segment that no child matches; an id is digits. */
  parameter?: { readonly name: string; readonly node: Node }
  mount?: Mount
  leaf?: { readonly mount: Mount; readonly route: Route }
}

const newNode = (): Node => ({ children: new Map() })

/** Slashes that are doubled or at the end do not count. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const maxSegmentLength = 2_000

function childFor(node: Node, segment: string): Node {
  const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
  if (name === undefined) {
    const child = node.children.get(segment) ?? newNode()
    node.children.set(segment, child)
    return child
  }
  node.parameter ??= { name, node: newNode() }
  return node.parameter.node
}

function addTree(root: Node, { routes, mounts }: RouteTree) {
  for (const mount of mounts) {
    const base = segmentsOf(mount.path).reduce(childFor, root)
    base.mount = mount
    for (const route of routes) segmentsOf(route.pattern).reduce(childFor, base).leaf = { mount, route }
  }
}

const isAccepted = (name: string, segment: string) => name !== 'id' || /^\d+$/.test(segment)

type Path = Record<string, string>

function find(node: Node, segments: readonly string[], at: number, path: Path): Node['leaf'] {
  const segment = segments[at]
  if (segment === undefined) return node.leaf
  const child = node.children.get(segment)
  const found = child && find(child, segments, at + 1, path)
  if (found !== undefined || node.parameter === undefined) return found
  const { name, node: next } = node.parameter
  if (!isAccepted(name, segment)) return undefined
  path[name] = segment
  return find(next, segments, at + 1, path)
}

/** Undefined if it is not percent-encoded UTF-8. */
function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function readSegment(segment: string): string {
  const text = decoded(segment)
  if (text === undefined) throw invalidPath()
  if (text.length > maxSegmentLength) throw pathTooLong()
  return text
}

/** A path below a mount. */
export interface Located {
  readonly mount: Mount
  /** Throws a problem if the path leads nowhere. */
  match(): Match
}

/** Finds the mount that a URL lies below; undefined if it lies below none, so that somebody else answers it. */
export type Router = (url: string) => Located | undefined

export function createRouter(trees: readonly RouteTree[]): Router {
  const root = newNode()
  for (const tree of trees) addTree(root, tree)
  const fixed = fixedPaths(trees)

  function mountOf(segments: readonly string[]): Mount | undefined {
    let node: Node | undefined = root
    let mount: Mount | undefined
    for (const segment of segments) {
      node = node.children.get(decoded(segment) ?? segment)
      if (node === undefined) return mount
      mount = node.mount ?? mount
    }
    return mount
  }

  function match(segments: readonly string[]): Match {
    const path: Path = {}
    const found = find(root, segments.map(readSegment), 0, path)
    if (found === undefined) throw noRoute()
    return { ...found, path }
  }

  return (url) => {
    const path = pathOf(url)
    const known = fixed.get(path)
    if (known !== undefined) return known
    const segments = segmentsOf(path)
    const mount = mountOf(segments)
    return mount && { mount, match: () => match(segments) }
  }
}

/** A request to a proxy names the origin too, and is answered as one without it (RFC 9112 3.2.2). */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end < 0 ? path : path.slice(0, end)
}

/** Paths without parameters, as most requests have them, are found by one look. */
const fixedPaths = (trees: readonly RouteTree[]): ReadonlyMap<string, Located> =>
  new Map(
    trees.flatMap(({ routes, mounts }) =>
      mounts.flatMap((mount) =>
        routes
          .filter(({ pattern }) => !pattern.includes('{') && pattern !== '/')
          .map((route): [string, Located] => {
            const match: Match = { mount, route, path: {} }
            return [`${mount.path}${route.pattern}`, { mount, match: () => match }]
          }),
      ),
    ),
  )

export const operationFor = ({ operations }: Route, method: string): Operation | undefined =>
  operations.find((operation) => operation.method === ((method === 'HEAD' ? 'GET' : method) as Method))

/** The methods that a route answers, as `Allow` lists them. */
export const allowedMethods = ({ operations }: Route): string[] => {
  const own = operations.map(({ method }) => method as string)
  return [
    ...(own.includes('GET') ? ['GET', 'HEAD'] : []),
    ...own.filter((method) => method !== 'GET'),
    'OPTIONS',
  ]
}
