import { resourceNames } from '../../resources/kinds.ts'
import type { ResourceName } from '../../resources/resource.ts'

/**
 * Bounded cache of the public texts of items, which are dropped when the item changes. `set` takes the revision the
 * text was read at, so that a stale text is never cached.
 */
export interface FragmentCache {
  /** Increases whenever something is dropped. */
  readonly revision: number
  get(resource: ResourceName, id: number, form: string): string | undefined
  set(revision: number, resource: ResourceName, id: number, form: string, text: string): void
  /**
   * Caches a text only if it is requested repeatedly, because texts that are read once would displace those read often.
   */
  setIfRepeated(revision: number, resource: ResourceName, id: number, form: string, text: string): void
  delete(resource: ResourceName, id: number): void
  clear(resource?: ResourceName): void
}

type Forms = Map<string, string>

/** Approximate cost of an entry in addition to its characters. */
const entryOverhead = 100

const resourcesInOrder: readonly ResourceName[] = Object.values(resourceNames)

/** A number, because building and hashing a string takes longer than the lookup itself. */
const keyOf = (resource: ResourceName, id: number) =>
  id * resourcesInOrder.length + resourcesInOrder.indexOf(resource)

const isOf = (resource: ResourceName, key: number) =>
  resourcesInOrder[key % resourcesInOrder.length] === resource

/** The number of recent keys that are remembered, as a power of two. */
const placeBits = 14

/**
 * Whether a key was requested recently. Each key has a place, where it replaces the previous one: a structure that grew
 * with the keys would outlive its request and burden the garbage collector.
 */
function createRepetition(): (key: string) => boolean {
  const latest = new Uint32Array(2 ** placeBits)
  return (key) => {
    const hash = hashOf(key)
    const place = hash >>> (32 - placeBits)
    const isRepeated = latest[place] === hash
    latest[place] = hash
    return isRepeated
  }
}

/** FNV-1a. Collisions are harmless: a text is only cached too early. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/**
 * Two-generation cache (approximate LRU): entries that are read move to the young generation; when it is full, the
 * old one is discarded as a whole.
 */
export function createFragmentCache(maximumCharacters: number): FragmentCache {
  let young = new Map<number, Forms>()
  let old = new Map<number, Forms>()
  let [size, revision] = [0, 0]
  const isRepeated = createRepetition()
  const grow = (characters: number) => {
    size += characters + entryOverhead
    if (size <= maximumCharacters / 2) return
    ;[old, young, size] = [young, new Map(), 0]
  }
  const formsOf = (key: number): Forms | undefined => {
    const forms = young.get(key)
    if (forms !== undefined) return forms
    const former = old.get(key)
    if (former === undefined) return undefined
    old.delete(key)
    young.set(key, former)
    for (const text of former.values()) grow(text.length)
    return former
  }
  const set: FragmentCache['set'] = (readRevision, resource, id, form, text) => {
    if (readRevision !== revision) return
    const key = keyOf(resource, id)
    const forms = formsOf(key) ?? new Map<string, string>()
    young.set(key, forms.set(form, text))
    grow(text.length)
  }
  return {
    get revision() {
      return revision
    },
    get: (resource, id, form) => formsOf(keyOf(resource, id))?.get(form),
    set,
    setIfRepeated(readRevision, resource, id, form, text) {
      if (isRepeated(`${keyOf(resource, id)} ${form}`)) set(readRevision, resource, id, form, text)
    },
    delete(resource, id) {
      revision += 1
      for (const generation of [young, old]) generation.delete(keyOf(resource, id))
    },
    clear(resource) {
      revision += 1
      for (const generation of [young, old])
        for (const key of generation.keys())
          if (resource === undefined || isOf(resource, key)) generation.delete(key)
    },
  }
}
