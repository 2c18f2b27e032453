/** A part of the program that is loaded on first use. */
export interface Part<T> {
  /** What has been loaded. */
  readonly loaded: () => T | undefined
  readonly load: () => Promise<T>
}

/** The bundler has written the address of the file there, which contains a hash. */
const addressIn = (load: () => Promise<unknown>) => /\bimport\("(.+?)"\)/.exec(String(load))?.[1]

/**
 * Browsers remember as long as a page is open that a file could not be loaded, so after a failure it gets another address.
 * `load` is an `import()` and nothing else.
 */
export function createPart<Module, T>(load: () => Promise<Module>, pick: (module: Module) => T): Part<T> {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  let failures = 0
  const ask = () => {
    const address = addressIn(load)
    return failures === 0 || address === undefined
      ? load()
      : (import(`${address}?${failures}`) as Promise<Module>)
  }
  const attempt = async () => {
    try {
      loaded = pick(await ask())
      return loaded
    } catch (error) {
      failures += 1
      loading = undefined
      throw error
    }
  }
  return {
    loaded: () => loaded,
    load: () => (loading ??= attempt()),
  }
}
