import type { ResourceName } from '../../resources/resource.ts'

/**
 * Texts of items as everybody reads them, kept until the item changes: bounded, and what has not been asked for lately
 * goes first. Whoever keeps a text says since when it is known, so that nothing is kept that has changed meanwhile.
 */
export interface Fragments {
  /** Moves whenever something is dropped. */
  readonly stamp: number
  get(resource: ResourceName, id: number, form: string): string | undefined
  keep(stamp: number, resource: ResourceName, id: number, form: string, text: string): void
  drop(resource: ResourceName, id: number): void
  dropAll(resource?: ResourceName): void
}

type Forms = Map<string, string>

/** What a text costs beside its characters, roughly. */
const overhead = 100

const keyOf = (resource: ResourceName, id: number) => `${resource} ${id}`

/** Two generations: what is asked for moves to the young one, and when that is full the old one goes as a whole. */
export function createFragments(maximumCharacters: number): Fragments {
  let young = new Map<string, Forms>()
  let old = new Map<string, Forms>()
  let [size, stamp] = [0, 0]
  const grow = (characters: number) => {
    size += characters + overhead
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
  return {
    get stamp() {
      return stamp
    },
    get: (resource, id, form) => formsOf(keyOf(resource, id))?.get(form),
    keep(since, resource, id, form, text) {
      if (since !== stamp) return
      const key = keyOf(resource, id)
      const forms = formsOf(key) ?? new Map<string, string>()
      young.set(key, forms.set(form, text))
      grow(text.length)
    },
    drop(resource, id) {
      stamp += 1
      for (const generation of [young, old]) generation.delete(keyOf(resource, id))
    },
    dropAll(resource) {
      stamp += 1
      for (const generation of [young, old])
        for (const key of generation.keys())
          if (resource === undefined || key.startsWith(`${resource} `)) generation.delete(key)
    },
  }
}
