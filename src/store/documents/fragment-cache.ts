import { kinds, resourceNames } from '../../resources/kinds.ts'
import type { ResourceName } from '../../resources/resource.ts'

/**
 * Texts of items as everybody reads them, kept until the item changes: bounded, and what has not been asked for lately
 * goes first. Whoever keeps a text says since when it is known, so that nothing is kept that has changed meanwhile.
 */
export interface FragmentCache {
  /** Moves whenever something is dropped. */
  readonly revision: number
  get(resource: ResourceName, id: number, form: string): string | undefined
  set(revision: number, resource: ResourceName, id: number, form: string, text: string): void
  /** The same for what is kept only if it is asked for again: what is read once would push out what is read often. */
  setIfRepeated(revision: number, resource: ResourceName, id: number, form: string, text: string): void
  delete(resource: ResourceName, id: number): void
  clear(resource?: ResourceName): void
}

type Forms = Map<string, string>

/** What a text costs besides its characters, roughly. */
const entryOverhead = 100

const resourcesInOrder: readonly ResourceName[] = kinds.map((kind) => resourceNames[kind])

/** A number, because making and hashing a text for each look takes longer than the look itself. */
const keyOf = (resource: ResourceName, id: number) =>
  id * resourcesInOrder.length + resourcesInOrder.indexOf(resource)

const isOf = (resource: ResourceName, key: number) =>
  resourcesInOrder[key % resourcesInOrder.length] === resource

/** As many texts are told apart from those that were never asked for, as a power of two. */
const placeBits = 14

/**
 * Whether something was asked for lately. Each key has a place, and takes it from the one that was there: what grew
 * with the keys would outlive the answer that it was made for, and be work for the collector of garbage.
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

/** FNV-1a. Two keys with the same hash do no harm: one of them is kept too early. */
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
