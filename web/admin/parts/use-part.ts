import { useCallback, useEffect, useState } from 'react'
import type { Part } from './part.ts'

interface Loading<T> {
  readonly value: T | undefined
  readonly hasFailed: boolean
  readonly tryAgain: () => void
}

/** Loads the part when the component is first shown. */
export function usePart<T>(part: Part<T>): Loading<T> {
  const [{ failed }, setState] = useState<{ failed?: Part<T> }>({})
  const load = useCallback(
    () =>
      void part.load().then(
        () => setState({}),
        () => setState({ failed: part }),
      ),
    [part],
  )
  useEffect(() => {
    if (part.loaded() === undefined) load()
  }, [part, load])
  return { value: part.loaded(), hasFailed: failed === part, tryAgain: load }
}
