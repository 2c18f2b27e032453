import { Bits } from './bits.ts'
import type { Holdings } from './holdings.ts'
import { without, slice, stretchOf, walk, type Stretch } from './stretch.ts'
import { fits, type Window } from './window.ts'

/** Which events a list is of; all that is said has to hold. */
export interface Selection {
  readonly window: Window
  /** Names of targets: the events have one of each group. */
  readonly wanted: readonly (readonly string[])[]
  /** They have none of these. */
  readonly unwanted: readonly string[]
  readonly modifiedAfter?: number | undefined
  /** Only these. */
  readonly include?: readonly number[] | undefined
  readonly exclude: readonly number[]
  /** Only those whose texts match a search. */
  readonly matches?: Bits | undefined
  readonly isDescending: boolean
}

export interface Range {
  readonly offset: number
  readonly limit: number
}

export interface Selected {
  readonly ids: readonly number[]
  readonly total: number
}

/** Targets of which an event has to have one, or may have none. */
interface Group {
  readonly targets: readonly number[]
  readonly isWanted: boolean
}

type Test = (id: number) => boolean

/** More targets than this are marked whole, for finding a window in each costs more than it spares. */
const fewTargets = 64

/** Looking up what an event belongs to costs about as much as marking so many events. */
const lookup = 8

/** Groups by numbers; nothing can be in a group of targets that no event ever had. */
function groupsOf(holdings: Holdings, { wanted, unwanted }: Selection): Group[] {
  const numbers = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => holdings.numberOf(name) ?? [])
  return [
    ...wanted.map((names) => ({ targets: numbers(names), isWanted: true })),
    ...(unwanted.length === 0 ? [] : [{ targets: numbers(unwanted), isWanted: false }]),
  ]
}

const isSingle = ({ targets, isWanted }: Group) => isWanted && targets.length === 1

/** Only the events that are named, in the order of lists. */
function named(holdings: Holdings, { include = [], window }: Selection): Stretch {
  const { columns } = holdings
  const early = [...new Set(include)]
    .filter((id) => holdings.has(id) && fits(window, columns, id))
    .sort((one, other) => columns.compare(one, other))
  return { early, posting: holdings.all, from: 0, to: 0, gaps: [], size: early.length }
}

interface Lead {
  readonly stretch: Stretch
  /** The group whose events they are; none where they are all of the window. */
  readonly group?: Group
}

/** The smallest stretch to go through. */
function leadOf(holdings: Holdings, groups: readonly Group[], selection: Selection): Lead {
  if (selection.include !== undefined) return { stretch: named(holdings, selection) }
  const leads: Lead[] = [
    { stretch: stretchOf(holdings, 0, selection.window) },
    ...groups
      .filter(isSingle)
      .map((group) => ({ stretch: stretchOf(holdings, group.targets[0]!, selection.window), group })),
  ]
  return leads.reduce((smallest, lead) => (lead.stretch.size <= smallest.stretch.size ? lead : smallest))
}

/** The events of the targets; where these are few, those of the window. */
function mark(holdings: Holdings, targets: readonly number[], window: Window): Bits {
  const marks = new Bits(holdings.columns.start.length)
  for (const target of targets)
    if (targets.length <= fewTargets)
      walk(stretchOf(holdings, target, window), false, (id) => {
        marks.add(id)
        return true
      })
    else {
      const { ids, length } = holdings.posting(target)
      for (let place = 0; place < length; place++) marks.add(ids[place]!)
    }
  return marks
}

/** Events are marked beforehand, or asked one by one where few are. */
function testOf(holdings: Holdings, { targets, isWanted }: Group, size: number, window: Window): Test {
  const marked = targets.reduce((sum, target) => sum + holdings.posting(target).length, 0)
  if (marked <= size * lookup) {
    const marks = mark(holdings, targets, window)
    return (id) => marks.has(id) === isWanted
  }
  const { memberships } = holdings
  const asked = new Bits(holdings.targets)
  targets.forEach((target) => asked.add(target))
  return (id) => memberships.hasAny(id, asked) === isWanted
}

function testsOf(holdings: Holdings, groups: readonly Group[], lead: Lead, selection: Selection): Test[] {
  const { matches, modifiedAfter, window } = selection
  const { modified } = holdings.columns
  return [
    ...(matches === undefined ? [] : [(id: number) => matches.has(id)]),
    ...groups
      .filter((group) => group !== lead.group)
      .map((group) => testOf(holdings, group, lead.stretch.size, window)),
    ...(modifiedAfter === undefined ? [] : [(id: number) => modified[id]! > modifiedAfter]),
  ]
}

/** Of a stretch that is asked nothing more, places are enough. */
function byPlaces(stretch: Stretch, { isDescending }: Selection, { offset, limit }: Range): Selected {
  const total = stretch.size
  if (!isDescending) return { ids: slice(stretch, offset, offset + limit), total }
  const first = Math.max(0, total - offset - limit)
  return { ids: slice(stretch, first, total - offset).reverse(), total }
}

function byTests(
  stretch: Stretch,
  tests: readonly Test[],
  { isDescending }: Selection,
  { offset, limit }: Range,
) {
  const ids: number[] = []
  let total = 0
  walk(stretch, isDescending, (id) => {
    for (const test of tests) if (!test(id)) return true
    if (total >= offset && total < offset + limit) ids.push(id)
    total++
    return true
  })
  return { ids, total }
}

/** A part of the events that are meant, and how many these are. */
export function select(holdings: Holdings, selection: Selection, range: Range): Selected {
  const groups = groupsOf(holdings, selection)
  if (groups.some(({ targets, isWanted }) => isWanted && targets.length === 0)) return { ids: [], total: 0 }
  const lead = leadOf(holdings, groups, selection)
  const tests = testsOf(holdings, groups, lead, selection)
  const stretch =
    selection.exclude.length === 0 ? lead.stretch : without(lead.stretch, new Set(selection.exclude))
  return tests.length === 0 ? byPlaces(stretch, selection, range) : byTests(stretch, tests, selection, range)
}
