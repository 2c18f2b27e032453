import { hasOwnRoot, restRootPath, type Mount } from '../../api/mounts.ts'
import { pathOf } from './request-path.ts'
import { segmentsOf } from '../router.ts'

/**
 * The alternative URLs of an alias, which clients of The Events Calendar use for sites without URL rewriting
 * (interface: Aliases).
 */

type Address = (url: string) => string

const mayBeOther = /\/index\.php|[?&]rest_route=/

const joined = (segments: readonly string[]) => segments.map((segment) => `/${segment}`).join('')

const isWithin = (path: string, root: string) => `${path}/`.startsWith(`${root}/`)

/** A route in the query string is decoded once more than a path, so it is encoded again here. */
function routeIn(pair: string): string {
  const sent = pair.slice(pair.indexOf('=') + 1)
  try {
    const route = decodeURIComponent(sent.replaceAll('+', ' '))
    return joined(segmentsOf(route).map(encodeURIComponent))
  } catch {
    return joined(segmentsOf(sent))
  }
}

/**
 * Rewrites `/?rest_route=/…`, `/index.php?rest_route=/…` and `/index.php/wp-json/…` to the path of the alias; returns
 * other URLs unchanged.
 */
export function aliasAddresses(aliases: readonly Mount[]): Address {
  /** An unknown namespace also maps to the REST root, which responds that the route does not exist. */
  function rootOf(home: string, route: string) {
    const own = aliases.filter((alias) => alias.home === home)
    const named = own.find(({ namespace }) => isWithin(route, `/${namespace}`))
    return named?.root ?? (own[0] && restRootPath(own[0]))
  }

  return (url) => {
    if (!mayBeOther.test(url)) return url
    const segments = segmentsOf(pathOf(url))
    const script = segments.indexOf('index.php')
    const home = joined(script < 0 ? segments : segments.slice(0, script))
    const below = script < 0 ? '' : joined(segments.slice(script + 1))
    const pairs = (/\?([^#]*)/.exec(url)?.[1] ?? '').split('&')
    const others = pairs.filter((pair) => !pair.startsWith('rest_route='))
    const named = pairs.findLast((pair) => pair.startsWith('rest_route='))
    if (below !== '') return isBelowAlias(`${home}${below}`) ? `${home}${below}?${pairs.join('&')}` : url
    const route = named === undefined ? undefined : routeIn(named)
    const root = route === undefined ? undefined : rootOf(home, route)
    return root === undefined ? url : `${root}${route}?${others.join('&')}`
  }

  function isBelowAlias(path: string): boolean {
    return aliases.some((alias) => isWithin(path, hasOwnRoot(alias) ? alias.root : alias.path))
  }
}
