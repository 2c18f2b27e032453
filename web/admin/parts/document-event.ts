import { useEffect, useEffectEvent } from 'react'

/** Listens in the whole page for as long as the component is shown and `isOn`; what was rendered last is what answers. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
  { isOn = true, capture = false }: { isOn?: boolean; capture?: boolean } = {},
): void {
  const listen = useEffectEvent(listener)
  useEffect(() => {
    if (!isOn) return
    const hear = (event: DocumentEventMap[Name]) => listen(event)
    document.addEventListener(name, hear, { capture })
    return () => document.removeEventListener(name, hear, { capture })
  }, [name, isOn, capture])
}
