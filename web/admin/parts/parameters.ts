import { useEffect, useRef } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'

type Change = (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void

/**
 * The parameters of the address, and what changes them. A change builds on the last one, even if that is not shown yet,
 * because it would otherwise take that back; the router only knows the parameters that are shown.
 */
export function useParameters(): readonly [URLSearchParams, Change] {
  const [parameters, setParameters] = useSearchParams()
  const latest = useRef(parameters)
  useEffect(() => {
    latest.current = parameters
  }, [parameters])
  const change: Change = (change, options) => {
    latest.current = change(latest.current)
    setParameters(latest.current, options)
  }
  return [parameters, change]
}

/** The URL with one setting changed; the changed list starts at its first page. */
export function withSetting(
  address: URLSearchParams,
  name: string,
  value: string | undefined,
): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('page')
  if (value === undefined || value === '') next.delete(name)
  else next.set(name, value)
  return next
}
