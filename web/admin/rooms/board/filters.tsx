import { useState } from 'react'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { StateIcon, stateOf, states, type State } from '../../parts/state-mark.tsx'
import { venuesOf } from '../../parts/venues.ts'
import type { Term } from '../../service/types.ts'
import type { Address } from './address.ts'
import type { BoardEvent } from './board-event.ts'

/** Filters by state and category, each with its count. */

/** Always available; other states only if there are events in them. */
const common: readonly State[] = ['publish', 'future', 'pending', 'draft', 'hidden', 'cancelled']

const names: Partial<Record<State, Text>> = { draft: 'Drafts' }

const countBy = <T,>(items: readonly T[]): ReadonlyMap<T, number> => {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Events without a category are always shown, because there is no filter for them. */
export const isShown = (event: BoardEvent, { withoutStates, withoutCategories, venue }: Address): boolean =>
  (venue === undefined || venuesOf(event).some(({ id }) => id === venue)) &&
  !withoutStates.has(stateOf(event)) &&
  (event.categories.length === 0 || event.categories.some(({ id }) => !withoutCategories.has(id)))

const toggled = <T,>(set: ReadonlySet<T>, item: T): ReadonlySet<T> =>
  set.has(item) ? new Set([...set].filter((one) => one !== item)) : new Set([...set, item])

interface FiltersProps {
  readonly events: readonly BoardEvent[]
  readonly address: Address
  readonly go: (part: Partial<Address>) => void
}

export function Filters(props: FiltersProps) {
  const t = useWords()
  const [areCategoriesOpen, setCategoriesOpen] = useState(props.address.withoutCategories.size > 0)
  const [areStatesOpen, setStatesOpen] = useState(false)
  const categories = (
    <Button
      kind="quiet"
      size="small"
      icon="filter"
      aria-expanded={areCategoriesOpen}
      aria-controls="board-categories"
      onPress={() => setCategoriesOpen(!areCategoriesOpen)}
    >
      {t('Category')} <Icon name={areCategoriesOpen ? 'up' : 'down'} />
    </Button>
  )
  return (
    <div className="board__filters">
      <div className="row row--between">
        <span className="phone-only">
          <Button
            size="small"
            icon="filter"
            aria-expanded={areStatesOpen}
            aria-controls="board-states"
            onPress={() => setStatesOpen(!areStatesOpen)}
          >
            {t('Statuses')} <Icon name={areStatesOpen ? 'up' : 'down'} />
          </Button>
        </span>
        <States {...props} isOpen={areStatesOpen} />
        <span className="row">
          {categories}
          <VenueFilter {...props} />
        </span>
      </div>
      <Categories {...props} isOpen={areCategoriesOpen} />
    </div>
  )
}

/** Filter by the venues of the displayed events, plus the selected one. */
function VenueFilter({ events, address: { venue }, go }: FiltersProps) {
  const t = useWords()
  const venues = new Map(events.flatMap(venuesOf).map(({ id, venue: name }) => [id, name]))
  if (venue !== undefined && !venues.has(venue)) venues.set(venue, `#${venue}`)
  const sorted = [...venues].sort(([, one], [, other]) => one.localeCompare(other, t.language))
  return (
    <Select
      aria-label={t('Venue')}
      className="input--dense"
      value={String(venue ?? '')}
      options={[
        { value: '', label: t('All venues') },
        ...sorted.map(([id, label]) => ({ value: String(id), label })),
      ]}
      onChange={(value) => go({ venue: value === '' ? undefined : Number(value) })}
    />
  )
}

function States({ events, address: { withoutStates }, go, isOpen }: FiltersProps & { isOpen: boolean }) {
  const t = useWords()
  const counts = countBy(events.map(stateOf))
  const offered = (Object.keys(states) as State[]).filter(
    (state) => common.includes(state) || counts.has(state) || withoutStates.has(state),
  )
  return (
    <div
      className="row"
      id="board-states"
      role="group"
      aria-label={t('Show these statuses')}
      data-closed={!isOpen || undefined}
    >
      {offered.map((state) => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={!withoutStates.has(state)}
          onClick={() => go({ withoutStates: toggled(withoutStates, state) })}
        >
          <span className="state" data-state={state}>
            <StateIcon state={state} />
            {t(names[state] ?? states[state][1])}
          </span>{' '}
          <span className="quiet">{counts.get(state) ?? 0}</span>
        </button>
      ))}
    </div>
  )
}

function Categories({
  events,
  address: { withoutCategories },
  go,
  isOpen,
}: FiltersProps & { isOpen: boolean }) {
  const t = useWords()
  const all = events.flatMap(({ categories }) => categories)
  const counts = countBy(all.map(({ id }) => id))
  const offered = [...new Map(all.map((category): [number, Term] => [category.id, category])).values()].sort(
    (one, other) => one.name.localeCompare(other.name, t.language),
  )
  return (
    <div
      className="row"
      id="board-categories"
      role="group"
      aria-label={t('Show these categories')}
      hidden={!isOpen}
    >
      {offered.map(({ id, name, hue }) => (
        <button
          key={id}
          type="button"
          className="chip"
          data-cat={hue}
          aria-pressed={!withoutCategories.has(id)}
          onClick={() => go({ withoutCategories: toggled(withoutCategories, id) })}
        >
          <i className="dot" />
          {name} <span className="quiet">{counts.get(id)}</span>
        </button>
      ))}
      {withoutCategories.size < offered.length ? (
        <button
          type="button"
          className="link"
          onClick={() => go({ withoutCategories: new Set(offered.map(({ id }) => id)) })}
        >
          {t('None')}
        </button>
      ) : (
        <button type="button" className="link" onClick={() => go({ withoutCategories: new Set() })}>
          {t('All')}
        </button>
      )}
    </div>
  )
}
