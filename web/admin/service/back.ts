import { isAmong } from '../../../src/resources/events/inheritance.ts'
import type { Body } from './comparing.ts'

/** Undoing changes of events, of which some follow their series. */

/** The body that gives back former values. What an occurrence had from its series follows the series again. */
export function bodyBack(
  { overrides }: { readonly overrides?: readonly string[] },
  values: Readonly<Record<string, unknown>>,
): Body {
  const inherit = Object.keys(values).filter((name) => overrides !== undefined && !isAmong(overrides, name))
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !inherit.includes(name)))
  return inherit.length === 0 ? own : { ...own, inherit }
}
