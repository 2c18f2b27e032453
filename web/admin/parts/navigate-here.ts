import { useCallback, useLayoutEffect, useRef } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router'

/**
 * Navigates as long as the component is shown, because an answer that arrives late must not pull the user out of another
 * room, past its unsaved changes.
 */
export function useNavigateHere(): (to: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isShown = useRef(false)
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(
    async (to, options) => {
      if (isShown.current) await navigate(to, options)
    },
    [navigate],
  )
}
