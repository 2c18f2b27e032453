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

const keyOf = (resource: ResourceName, id: number) => `${resource} ${id}`

/** Whether something was asked for lately; the older half is forgotten at once. */
function createRepetition(most: number) {
  let [young, old] = [new Set<string>(), new Set<string>()]
  return (key: string): boolean => {
    if (young.has(key)) return true
    const isRepeated = old.has(key)
    young.add(key)
    if (young.size > most / 2) [old, young] = [young, new Set()]
    return isRepeated
  }
}

/** So many texts are told apart from those that were never asked for. */
const mostCounted = 16_384

/**
 * Two-generation cache (approximate LRU): entries that are read move to the young generation; when it is full, the
 * old one is discarded as a whole.
 */
export function createFragmentCache(maximumCharacters: number): FragmentCache {
  let young = new Map<string, Forms>()
  let old = new Map<string, Forms>()
  let [size, revision] = [0, 0]
  const isRepeated = createRepetition(mostCounted)
  const grow = (characters: number) => {
    size += characters + entryOverhead
    if (size <= maximumCharacters / 2) return
    ;[old, young, size] = [young, new Map(), 0]
  }
  const formsOf = (key: string): Forms | undefined => {
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
          if (resource === undefined || key.startsWith(`${resource} `)) generation.delete(key)
    },
  }
}
