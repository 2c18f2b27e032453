import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A library that is loaded when it is first of use, so that a start which has no use for it is spared the time and room. */
export function lazily<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => (loaded ??= require(name) as Library)
}
