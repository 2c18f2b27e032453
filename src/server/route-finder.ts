import type { Mount } from '../api/mounts.ts'
import type { Route } from '../api/operation.ts'

/** Routes and the places where they hang. */
export interface Tree {
  readonly routes: readonly Route[]
  readonly mounts: readonly Mount[]
}

export interface Place {
  readonly mount?: Mount
  readonly route?: Route
}

/** Where a path leads, whatever the method: the router itself knows that only of methods it has a handler for. */
export function routeFinder(trees: readonly Tree[]): (url: string) => Place {
  const places = trees.flatMap(({ routes, mounts }) =>
    mounts.map((mount) => ({ mount, routes: compiled(routes) })),
  )
  return (url) => {
    const path = plainPath(url)
    const below = places.filter(({ mount }) => `${path}/`.startsWith(`${mount.path}/`))
    for (const { mount, routes } of below) {
      const found = routes.find(({ pattern }) => pattern.test(path.slice(mount.path.length)))
      if (found !== undefined) return { mount, route: found.route }
    }
    return below[0] === undefined ? {} : { mount: below[0].mount }
  }
}

const compiled = (routes: readonly Route[]) =>
  routes.map((route) => ({ route, pattern: new RegExp(`^${expressionOf(route.pattern)}$`) }))

const expressionOf = (pattern: string) =>
  pattern.replace(/\/$/, '').replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? '\\d+' : '[^/]+'))

/** The router's own tolerance: slashes doubled or at the end count for nothing. */
const plainPath = (url: string) =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
