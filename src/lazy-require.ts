import { createRequire } from 'node:module'
import { requireDescriptors } from './descriptors.ts'

const require = createRequire(import.meta.url)

/** Files are read one after the other; the others are a reserve for those that threads open meanwhile. */
const neededDescriptors = 8

/** Loads a library on first use, because processes that never need it should not pay for its load time and memory. */
export function lazyRequire<Library>(name: string): () => Library {
  let loaded: Library | undefined
  const load = () => {
    requireDescriptors(neededDescriptors)
    return require(name) as Library
  }
  return () => (loaded ??= load())
}
