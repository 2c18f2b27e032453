import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Part } from './part.ts'

interface Loading<T> {
  readonly value: T | undefined
  readonly hasFailed: boolean
  readonly tryAgain: () => void
}

/** Loads the part when the component first shows it, and again when it is shown after another one. */
export function usePart<T>(part: Part<T>): Loading<T> {
  // A new one each time, so that a failure is forgotten when another part has been shown in between.
  const showing = useMemo(() => ({ part }), [part])
  const [{ failed }, setState] = useState<{ failed?: object }>({})
  const load = useCallback(
    () =>
      void showing.part.load().then(
        () => setState({}),
        () => setState({ failed: showing }),
      ),
    [showing],
  )
  useEffect(() => {
    if (part.loaded() === undefined) load()
  }, [part, load])
  return { value: part.loaded(), hasFailed: failed === showing, tryAgain: load }
}
