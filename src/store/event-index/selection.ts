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
import type { IndexedEvents } from './indexed-events.ts'
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
  /** Only those that are in each of these, as found by their texts. */
  readonly found: readonly Bits[]
  /** Those that are in none of these. */
  readonly unfound: readonly Bits[]
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
function groupsOf(events: IndexedEvents, { wanted, unwanted }: Selection): Group[] {
  const numbers = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => events.numberOf(name) ?? [])
  const groups = [
    ...wanted.map((names) => ({ targets: numbers(names), isWanted: true })),
    { targets: numbers(unwanted), isWanted: false },
  ]
  return groups.filter(({ targets, isWanted }) => isWanted || targets.length > 0)
}

const isSingle = ({ targets, isWanted }: Group) => isWanted && targets.length === 1

/** Only the events that are named, in the order of lists. */
function named(events: IndexedEvents, include: readonly number[], window: Window): Stretch {
  const { columns } = events
  const early = [...new Set(include)]
    .filter((id) => events.has(id) && fits(window, columns, id))
    .sort((one, other) => columns.compare(one, other))
  return { early, posting: new Posting(columns), from: 0, to: 0, gaps: [], size: early.length }
}

interface Lead {
  readonly stretch: Stretch
  /** The group whose events they are; none where they are all of the window. */
  readonly group?: Group
}

/** The smallest stretch to go through; that of one target is never larger than all of the window. */
function leadOf(events: IndexedEvents, groups: readonly Group[], { include, window }: Selection): Lead {
  if (include !== undefined) return { stretch: named(events, include, window) }
  const leads = groups
    .filter(isSingle)
    .map((group): Lead => ({ stretch: stretchOf(events, group.targets[0]!, window), group }))
  return leads.length === 0
    ? { stretch: stretchOf(events, 0, window) }
    : leads.reduce((smallest, lead) => (lead.stretch.size < smallest.stretch.size ? lead : smallest))
}

/** Each of the events is asked. */
function askEach(
  events: IndexedEvents,
  stretch: Stretch,
  groups: readonly Group[],
  selection: Selection,
): number[] {
  const { found, unfound, modifiedAfter = -Infinity } = selection
  const { modified } = events.columns
  const isFound = (id: number) => found.every((bits) => bits.has(id)) && !unfound.some((bits) => bits.has(id))
  return groups.reduce(
    (ids, { targets, isWanted }) => {
      const isMember = membership(events, targets)
      return ids.filter((id) => isMember(id) === isWanted)
    },
    idsOf(stretch).filter((id) => modified[id]! > modifiedAfter && isFound(id)),
  )
}

/** Several marks as one; of what is in each it is enough that one is all in the lead, of what is in any all have to be. */
const inEach = (marked: readonly Marked[]): Marked => ({
  marks: marked.map(({ marks }) => marks).reduce((one, other) => one.and(other)),
  isWithin: marked.some(({ isWithin }) => isWithin),
})

const inAny = (marked: readonly Marked[]): Marked => ({
  marks: marked.map(({ marks }) => marks).reduce((one, other) => one.or(other)),
  isWithin: marked.every(({ isWithin }) => isWithin),
})

interface Meant {
  readonly mask: Mask
  /** How many are meant, where the marks say so. */
  readonly total: number | undefined
}

/** The mask knows nothing of gaps and of what is excluded, so these are settled here. */
function meantOf(
  events: IndexedEvents,
  lead: Stretch,
  groups: readonly Group[],
  selection: Selection,
  limits: Limits,
): Meant {
  const { modifiedAfter, found, unfound, window, exclude } = selection
  const isWithin = lead.size === events.all.length
  const copied = (bits: Bits): Marked => ({ marks: bits.copy(), isWithin })
  const marksOf = (isWanted: boolean) =>
    groups
      .filter((group) => group.isWanted === isWanted)
      .map((group) => mark(events, group, lead, window, limits))
  const modified =
    modifiedAfter === undefined ? [] : [{ marks: markModified(events, modifiedAfter), isWithin }]
  const wanted = [...marksOf(true), ...modified, ...found.map(copied)]
  const unwanted = [...marksOf(false), ...unfound.map(copied)]
  const gaps = lead.gaps.map((place) => lead.posting.ids[place]!)
  const leaveOut = (bits: Bits) => [...gaps, ...exclude].forEach((id) => bits.delete(id))
  if (wanted.length === 0) {
    const { marks: bits, isWithin } = inAny(unwanted)
    leaveOut(bits)
    const total = isWithin ? lead.size - bits.count() : undefined
    for (const id of gaps) bits.add(id)
    return { mask: { bits, isWanted: false }, total }
  }
  const each = inEach(wanted)
  const bits = unwanted.length === 0 ? each.marks : each.marks.without(inAny(unwanted).marks)
  leaveOut(bits)
  return { mask: { bits, isWanted: true }, total: each.isWithin ? bits.count() : undefined }
}

/** Whether nothing is asked beside the window and one target. */
const isPlain = ({ found, unfound, modifiedAfter }: Selection, asked: readonly Group[]) =>
  asked.length === 0 && found.length === 0 && unfound.length === 0 && modifiedAfter === undefined

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
  events: IndexedEvents,
  selection: Selection,
  range: Range,
  limits = usualLimits,
): Selected {
  const groups = groupsOf(events, selection)
  if (groups.some(({ targets }) => targets.length === 0)) return { ids: [], total: 0 }
  const lead = leadOf(events, groups, selection)
  const stretch = without(lead.stretch, selection.exclude)
  const asked = groups.filter((group) => group !== lead.group)
  if (isPlain(selection, asked))
    return paged(stretch.size, (first, last) => slice(stretch, first, last), selection, range)
  if (stretch.size <= limits.fewEvents) {
    const ids = askEach(events, stretch, asked, selection)
    return paged(ids.length, (first, last) => ids.slice(first, last), selection, range)
  }
  const { mask, total = count(stretch, mask) } = meantOf(events, stretch, asked, selection, limits)
  return paged(total, (first, last) => sliceMasked(stretch, mask, first, last, total), selection, range)
}
