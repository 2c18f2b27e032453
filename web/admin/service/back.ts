import type { Body } from './comparing.ts'

/** Undoing changes of events, of which some follow their series. */

const times: readonly string[] = ['start_date', 'end_date', 'timezone', 'all_day']

/** Fields that an occurrence had of its own. Its time is one: setting a part of it makes all of it its own. */
const isOwn = (overrides: readonly string[], name: string): boolean =>
  overrides.includes(name) || (times.includes(name) && overrides.some((own) => times.includes(own)))

/** The body that gives back former values. What an occurrence had from its series follows the series again. */
export function bodyBack(
  { overrides }: { readonly overrides?: readonly string[] },
  values: Readonly<Record<string, unknown>>,
): Body {
  const inherit = Object.keys(values).filter((name) => overrides !== undefined && !isOwn(overrides, name))
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !inherit.includes(name)))
  return inherit.length === 0 ? own : { ...own, inherit }
}
