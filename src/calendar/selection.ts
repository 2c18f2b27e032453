import type { Bits } from './bits.ts'
import {
  mark,
  markModified,
  membership,
  type Group,
  type Limits,
  type Marked,
  usualLimits,
} from './groups.ts'
import type { Holdings } from './holdings.ts'
import { Posting } from './posting.ts'
import { count, sliceMasked, type Mask } from './scanning.ts'
import { idsOf, without, slice, stretchOf, type Stretch } from './stretch.ts'
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

/** Groups by numbers; nothing can be in a group of targets that no event ever had. */
function groupsOf(holdings: Holdings, { wanted, unwanted }: Selection): Group[] {
  const numbers = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => holdings.numberOf(name) ?? [])
  const groups = [
    ...wanted.map((names) => ({ targets: numbers(names), isWanted: true })),
    { targets: numbers(unwanted), isWanted: false },
  ]
  return groups.filter(({ targets, isWanted }) => isWanted || targets.length > 0)
}

const isSingle = ({ targets, isWanted }: Group) => isWanted && targets.length === 1

/** Only the events that are named, in the order of lists. */
function named(holdings: Holdings, include: readonly number[], window: Window): Stretch {
  const { columns } = holdings
  const early = [...new Set(include)]
    .filter((id) => holdings.has(id) && fits(window, columns, id))
    .sort((one, other) => columns.compare(one, other))
  return { early, posting: new Posting(columns), from: 0, to: 0, gaps: [], size: early.length }
}

interface Lead {
  readonly stretch: Stretch
  /** The group whose events they are; none where they are all of the window. */
  readonly group?: Group
}

/** The smallest stretch to go through. */
function leadOf(holdings: Holdings, groups: readonly Group[], { include, window }: Selection): Lead {
  if (include !== undefined) return { stretch: named(holdings, include, window) }
  const single = groups
    .filter(isSingle)
    .map((group) => ({ stretch: stretchOf(holdings, group.targets[0]!, window), group }))
  return single.reduce<Lead>(
    (smallest, lead) => (lead.stretch.size <= smallest.stretch.size ? lead : smallest),
    { stretch: stretchOf(holdings, 0, window) },
  )
}

/** Each of the events is asked. */
function askEach(
  holdings: Holdings,
  stretch: Stretch,
  groups: readonly Group[],
  selection: Selection,
): number[] {
  const { matches, modifiedAfter = -Infinity } = selection
  const { modified } = holdings.columns
  return groups.reduce(
    (ids, { targets, isWanted }) => {
      const isMember = membership(holdings, targets)
      return ids.filter((id) => isMember(id) === isWanted)
    },
    idsOf(stretch).filter((id) => modified[id]! > modifiedAfter && matches?.has(id) !== false),
  )
}

/** Marks of all that has to hold, as one; and whether they are all in the lead. */
function wantedOf(
  holdings: Holdings,
  lead: Stretch,
  marked: readonly Marked[],
  selection: Selection,
): Marked | undefined {
  const { matches, modifiedAfter } = selection
  const isWithin = lead.size === holdings.all.length
  const wanted = [
    ...marked,
    ...(matches === undefined ? [] : [{ marks: matches.copy(), isWithin }]),
    ...(modifiedAfter === undefined ? [] : [{ marks: markModified(holdings, modifiedAfter), isWithin }]),
  ]
  if (wanted.length === 0) return undefined
  return {
    marks: wanted.map(({ marks }) => marks).reduce((one, other) => one.and(other)),
    isWithin: wanted.some((one) => one.isWithin),
  }
}

interface Meant {
  readonly mask: Mask
  /** How many are meant, where the marks say so. */
  readonly total: number | undefined
}

/** The mask knows nothing of gaps and of what is excluded, so these are settled here. */
function meantOf(
  holdings: Holdings,
  lead: Stretch,
  groups: readonly Group[],
  selection: Selection,
  limits: Limits,
): Meant {
  const marksOf = (isWanted: boolean) =>
    groups
      .filter((group) => group.isWanted === isWanted)
      .map((group) => mark(holdings, group, lead, selection.window, limits))
  const [wanted, unwanted] = [wantedOf(holdings, lead, marksOf(true), selection), marksOf(false)[0]]
  const gaps = lead.gaps.map((place) => lead.posting.ids[place]!)
  const leaveOut = (bits: Bits) => [...gaps, ...selection.exclude].forEach((id) => bits.delete(id))
  if (wanted === undefined) {
    const { marks: bits, isWithin } = unwanted!
    leaveOut(bits)
    const total = isWithin ? lead.size - bits.count() : undefined
    for (const id of gaps) bits.add(id)
    return { mask: { bits, isWanted: false }, total }
  }
  const bits = unwanted === undefined ? wanted.marks : wanted.marks.without(unwanted.marks)
  leaveOut(bits)
  return { mask: { bits, isWanted: true }, total: wanted.isWithin ? bits.count() : undefined }
}

type Slice = (first: number, last: number) => readonly number[]

/** Places from the end on where the order is turned round. */
function paged(total: number, take: Slice, { isDescending }: Selection, { offset, limit }: Range): Selected {
  const ids = isDescending
    ? take(Math.max(0, total - offset - limit), Math.max(0, total - offset)).toReversed()
    : take(Math.min(offset, total), Math.min(offset + limit, total))
  return { ids, total }
}

/** A part of the events that are meant, and how many these are. */
export function select(
  holdings: Holdings,
  selection: Selection,
  range: Range,
  limits = usualLimits,
): Selected {
  const groups = groupsOf(holdings, selection)
  if (groups.some(({ targets }) => targets.length === 0)) return { ids: [], total: 0 }
  const lead = leadOf(holdings, groups, selection)
  const stretch = without(lead.stretch, selection.exclude)
  const asked = groups.filter((group) => group !== lead.group)
  if (asked.length === 0 && selection.matches === undefined && selection.modifiedAfter === undefined)
    return paged(stretch.size, (first, last) => slice(stretch, first, last), selection, range)
  if (stretch.size <= limits.fewEvents) {
    const ids = askEach(holdings, stretch, asked, selection)
    return paged(ids.length, (first, last) => ids.slice(first, last), selection, range)
  }
  const { mask, total = count(stretch, mask) } = meantOf(holdings, stretch, asked, selection, limits)
  return paged(total, (first, last) => sliceMasked(stretch, mask, first, last, total), selection, range)
}
