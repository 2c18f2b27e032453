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

/** The page of a list that the address names; what is no number of a page is the first. */
export const pageIn = (address: URLSearchParams): number =>
  Math.max(1, Math.trunc(Number(address.get('page') ?? 1)) || 1)

/** The page of the list that is shown, and what turns to another one. */
export function usePage(): readonly [page: number, turnTo: (page: number) => void] {
  const [address, setAddress] = useSearchParams()
  const turnTo = (page: number) => setAddress({ ...Object.fromEntries(address), page: String(page) })
  return [pageIn(address), turnTo]
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
