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
 * `load` is an `import()` and nothing else; `name` is what the module exports the part as.
 */
export function createPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Part<Module[Name]> {
  let loaded: Module[Name] | undefined
  let loading: Promise<Module[Name]> | undefined
  let failures = 0
  const ask = () => {
    const address = addressIn(load)
    return failures === 0 || address === undefined
      ? load()
      : (import(`${address}?${failures}`) as Promise<Module>)
  }
  const attempt = async () => {
    try {
      loaded = (await ask())[name]
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
