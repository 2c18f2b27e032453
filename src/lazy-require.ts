import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loads a library on first use, because processes that never need it should not pay for its load time and memory. */
export function lazyRequire<Library>(name: string): () => Library {
  let loaded: Library | undefined
  return () => (loaded ??= require(name) as Library)
}
