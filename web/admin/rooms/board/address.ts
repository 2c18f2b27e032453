import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { dayOf } from '../../parts/dates.ts'
import type { State } from '../../parts/state-mark.tsx'
import { isDay, views, type View } from './days.ts'

/** The state of the board in the URL: view, day and filters. */
export interface Address {
  readonly view: View
  readonly day: string
  /** States and category IDs that are hidden. */
  readonly withoutStates: ReadonlySet<State>
  readonly withoutCategories: ReadonlySet<number>
  /** The only venue whose events are shown. */
  readonly venue: number | undefined
}

const listIn = (parameters: URLSearchParams, name: string): string[] =>
  (parameters.get(name) ?? '').split(',').filter((part) => part !== '')

function readAddress(parameters: URLSearchParams, today: string): Address {
  const view = views.find((one) => one === parameters.get('view')) ?? 'month'
  const date = parameters.get('date') ?? ''
  // From the present month, the views of a week and a day lead to the present ones.
  const firstDay = date === today.slice(0, 7) ? today : `${date}-01`
  const day = date.length === 7 ? firstDay : date
  return {
    view,
    day: isDay(day) ? day : today,
    withoutStates: new Set(listIn(parameters, 'without') as State[]),
    withoutCategories: new Set(listIn(parameters, 'without_categories').map(Number)),
    venue: Number(parameters.get('venue')) || undefined,
  }
}

/** Month views omit the day from the URL. */
const dateText = ({ view, day }: Address) => (view === 'month' || view === 'list' ? day.slice(0, 7) : day)

function writeAddress(address: Address): URLSearchParams {
  const parameters = new URLSearchParams({ view: address.view, date: dateText(address) })
  const { withoutStates, withoutCategories } = address
  if (withoutStates.size > 0) parameters.set('without', [...withoutStates].join(','))
  if (withoutCategories.size > 0) parameters.set('without_categories', [...withoutCategories].join(','))
  if (address.venue !== undefined) parameters.set('venue', String(address.venue))
  return parameters
}

export function useAddress(now: string): readonly [Address, (part: Partial<Address>) => void] {
  const [parameters, setParameters] = useSearchParams()
  const today = dayOf(now)
  const address = useMemo(() => readAddress(parameters, today), [parameters, today])
  return [address, (part) => setParameters(writeAddress({ ...address, ...part }))]
}
