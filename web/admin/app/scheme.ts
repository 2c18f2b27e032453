/** The colour scheme chosen in this browser. `web/pages/scheme.ts` applies it, on pages as well. */

const key = 'calends-scheme'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

export function chosenScheme(): Scheme {
  const stored = localStorage.getItem(key)
  return schemes.find((scheme) => scheme === stored) ?? 'system'
}

function applyScheme(scheme: Scheme): void {
  const { dataset } = document.documentElement
  if (scheme === 'system') delete dataset.scheme
  else dataset.scheme = scheme
}

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(key, scheme)
  applyScheme(scheme)
}
