import type { Mount } from '../api/mounts.ts'
import type { Endpoint, EndpointRoute, Method } from '../api/operation.ts'
import { noRoute } from '../errors.ts'
import { percentDecoded } from '../text/percent-decoding.ts'
import { invalidPath, pathTooLong } from './problems/protocol-errors.ts'
import { pathOf } from './request/request-path.ts'

/** Routes and the mounts that share them. */
export interface RouteTree {
  readonly routes: readonly EndpointRoute[]
  readonly mounts: readonly Mount[]
}

/** The route of a path and the values of its path parameters. */
export interface Match {
  readonly mount: Mount
  readonly route: EndpointRoute
  readonly path: Readonly<Record<string, string>>
}

interface Node {
  readonly children: Map<string, Node>
  /** Matches any segment that no child matches; those that are IDs match digits only. */
  parameter?: { readonly name: string; readonly node: Node }
  /** Parameters followed by an extension, such as `12.ics`, by extension. */
  extended?: Map<string, { readonly name: string; readonly node: Node }>
  /** Matches all remaining segments. */
  rest?: { readonly name: string; readonly node: Node }
  mount?: Mount
  leaf?: { readonly mount: Mount; readonly route: EndpointRoute }
}

const newNode = (): Node => ({ children: new Map() })

/** Ignores repeated and trailing slashes. */
export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const maxSegmentLength = 2_000

function childFor(node: Node, segment: string): Node {
  const [, name, isRest] = /^\{(\w+)(\*?)\}$/.exec(segment) ?? []
  if (name !== undefined && isRest) return (node.rest ??= { name, node: newNode() }).node
  const [, stem, extension] = /^\{(\w+)\}\.(\w+)$/.exec(segment) ?? []
  if (stem !== undefined) {
    const extended = (node.extended ??= new Map())
    const parameter = extended.get(extension!) ?? { name: stem, node: newNode() }
    extended.set(extension!, parameter)
    return parameter.node
  }
  if (name === undefined) {
    const child = node.children.get(segment) ?? newNode()
    node.children.set(segment, child)
    return child
  }
  node.parameter ??= { name, node: newNode() }
  return node.parameter.node
}

/** The route itself, and a read-only route for the extension of each form. */
function withForms(route: EndpointRoute): EndpointRoute[] {
  if (route.form !== undefined) return [route]
  const reads = route.operations.filter(({ forms = [] }) => forms.length > 0)
  const forms = reads.flatMap(({ forms = [] }) => forms)
  return [
    route,
    ...forms.map(({ extension }) => ({
      pattern: `${route.pattern}.${extension}`,
      form: extension,
      operations: reads,
    })),
  ]
}

function addTree(root: Node, { routes, mounts }: RouteTree) {
  for (const mount of mounts) {
    const base = segmentsOf(mount.path).reduce(childFor, root)
    base.mount = mount
    for (const route of routes.flatMap(withForms))
      segmentsOf(route.pattern).reduce(childFor, base).leaf = { mount, route }
  }
}

const idNames = ['id', 'delivery']

const isAccepted = (name: string, segment: string) => !idNames.includes(name) || /^\d+$/.test(segment)

type Path = Record<string, string>

function find(node: Node, segments: readonly string[], at: number, path: Path): Node['leaf'] {
  const segment = segments[at]
  if (segment === undefined) return node.leaf
  const child = node.children.get(segment)
  const found = child && find(child, segments, at + 1, path)
  return (
    found ??
    findExtended(node, segments, at, path) ??
    findParameter(node, segments, at, path) ??
    findRest(node, segments, at, path)
  )
}

function findExtended({ extended }: Node, segments: readonly string[], at: number, path: Path): Node['leaf'] {
  if (extended === undefined) return undefined
  const [, stem = '', extension = ''] = /^(.+)\.(\w+)$/s.exec(segments[at]!) ?? []
  const parameter = extended.get(extension)
  if (parameter === undefined || !isAccepted(parameter.name, stem)) return undefined
  path[parameter.name] = stem
  return find(parameter.node, segments, at + 1, path)
}

function findParameter(
  { parameter }: Node,
  segments: readonly string[],
  at: number,
  path: Path,
): Node['leaf'] {
  const segment = segments[at]!
  if (parameter === undefined || !isAccepted(parameter.name, segment)) return undefined
  path[parameter.name] = segment
  return find(parameter.node, segments, at + 1, path)
}

function findRest({ rest }: Node, segments: readonly string[], at: number, path: Path): Node['leaf'] {
  if (rest === undefined) return undefined
  path[rest.name] = segments.slice(at).join('/')
  return rest.node.leaf
}

/** Returns undefined if the segment is not percent-encoded UTF-8. */
const decoded = (segment: string): string | undefined =>
  segment.includes('%') ? percentDecoded(segment) : segment

function readSegment(segment: string): string {
  const text = decoded(segment)
  if (text === undefined) throw invalidPath()
  if (text.length > maxSegmentLength) throw pathTooLong()
  return text
}

/** A path below a mount. */
export interface Located {
  readonly mount: Mount
  /** Throws a problem if no route matches. */
  match(): Match
}

/** Finds the mount of a URL; undefined if the URL is below none and must be handled elsewhere. */
type Router = (url: string) => Located | undefined

export function createRouter(trees: readonly RouteTree[]): Router {
  const root = newNode()
  for (const tree of trees) addTree(root, tree)
  const fixed = fixedPaths(trees)
  const inOneCase = spelledAsPages(trees)

  function mountOf(segments: readonly string[]): Mount | undefined {
    let node: Node | undefined = root
    let mount = root.mount
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
    if (mount === undefined || mount.isPages) return locatePage(segments)
    return { mount, match: () => match(segments) }
  }

  /** Pages share the site root with paths that are not ours, so a path without a page is not an error here. */
  function locatePage(segments: readonly string[]): Located | undefined {
    const read = segments.map(decoded)
    if (!read.every((segment) => segment !== undefined && segment.length <= maxSegmentLength))
      return undefined
    const found = findPage(read as string[]) ?? findPage(inOneCase(read as string[]))
    return found && { mount: found.mount, match: () => found }
  }

  /** Only pages, because the paths of the API are case-sensitive. */
  function findPage(segments: readonly string[]): Match | undefined {
    const path: Path = {}
    const found = find(root, segments, 0, path)
    return found?.mount.isPages ? { ...found, path } : undefined
  }
}

/** Paths of pages are in lower case, except that of their mount, which is spelled as in the settings. */
function spelledAsPages(trees: readonly RouteTree[]): (segments: readonly string[]) => string[] {
  const pages = trees.flatMap(({ mounts }) => mounts.filter(({ isPages }) => isPages))
  const bases = pages.map(({ path }) => segmentsOf(path))
  return (segments) => {
    const lower = segments.map((segment) => segment.toLowerCase())
    const base = bases.find((one) => one.every((segment, at) => segment.toLowerCase() === lower[at])) ?? []
    return [...base, ...lower.slice(base.length)]
  }
}

/** Most requests are for paths without parameters, so these are found by a single lookup. */
const fixedPaths = (trees: readonly RouteTree[]): ReadonlyMap<string, Located> =>
  new Map(
    trees.flatMap(({ routes, mounts }) =>
      mounts.flatMap((mount) =>
        routes
          .flatMap(withForms)
          .filter(({ pattern }) => !pattern.includes('{') && pattern !== '/')
          .map((route): [string, Located] => {
            const match: Match = { mount, route, path: {} }
            return [`${mount.path}${route.pattern}`, { mount, match: () => match }]
          }),
      ),
    ),
  )

export const operationFor = ({ operations }: EndpointRoute, method: string): Endpoint | undefined =>
  operations.find((operation) => operation.method === ((method === 'HEAD' ? 'GET' : method) as Method))

/** The methods of a route, in the order of the `Allow` header. */
export const allowedMethods = ({ operations }: EndpointRoute): string[] => {
  const own = operations.map(({ method }) => method as string)
  return [
    ...(own.includes('GET') ? ['GET', 'HEAD'] : []),
    ...own.filter((method) => method !== 'GET'),
    'OPTIONS',
  ]
}
