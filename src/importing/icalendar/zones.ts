import { findZone, isFixed, offsetAt, toInstant, transitionsBetween, type Wall } from '../../time/index.ts'
import type { Component } from './components.ts'
import { unescaped } from './text.ts'
import { offsetsOf, type Offsets } from './custom-zones.ts'
import { displayedZone } from './displayed-zones.ts'
import { fixedZone, observancesIn, offsetOf, valueOf } from './vtimezone.ts'
import { windowsZones } from './windows-zones.ts'

/** The zones that one calendar names. */
export interface Zones {
  readonly find: (name: string) => string | undefined
  /** The offset at a local time in a zone that is defined but not known, in seconds east of UTC. */
  readonly offsetIn: (name: string, wall: Wall) => number | undefined
}

type Calendar = Component['calendar']

/** The zone that was recognized, or else the offsets that its rules give. */
interface Definition {
  readonly zone?: string
  readonly offsets?: Offsets
}

/** Read on first use, because that takes milliseconds, and a file may define many zones that no event is in. */
type LazyDefinition = () => Definition

type Definitions = Map<string, LazyDefinition>

/** Far more than all zones that there are. */
const mostDefinitions = 1_000

/** Far more than a file has; looking for one takes milliseconds. */
const mostDisplayedZones = 50

/**
 * Maps the time zones of a file to IANA zones. VTIMEZONE rules serve to recognize a zone, whose IANA rules events then follow;
 * only of a zone that is not recognized, they give the offsets. Calendars of one file may define different zones by the same name.
 */
export class ZonesOfFile {
  private readonly ofCalendars = new WeakMap<Calendar, Definitions>()
  private readonly ofFile: Definitions = new Map()
  private readonly namedZones = new Map<string, string | undefined>()
  private readonly displayedZones = new Map<string, string | undefined>()
  /** By their lines, which a file may repeat in thousands of calendars. */
  private readonly definitions = new Map<string, LazyDefinition>()
  private readDefinitions = 0
  hasEnded = false

  constructor(private readonly preferred: string) {}

  /** Registers a VTIMEZONE. */
  define(calendar: Calendar, lines: readonly string[]): void {
    const name = unquoted(valueOf(lines, 'TZID') ?? '')
    const zone = this.byName(name)
    if (name === '' || (zone !== undefined && !contradicts(lines, zone))) return
    const definition = once(this.definitions, lines.join('\n'), () => this.readLater(lines))
    const own: Definitions = this.ofCalendars.get(calendar) ?? new Map()
    this.ofCalendars.set(calendar, own)
    // Here the name is a text, in which Exchange escapes commas; in the parameter of a time it has no escapes.
    for (const written of [name, unescaped(name)])
      for (const definitions of [own, this.ofFile]) definitions.set(written, definition)
  }

  /** From now on, calendars find what only others define, because no definition of their own can follow. */
  end(): void {
    this.hasEnded = true
  }

  of(calendar: Calendar): Zones {
    const defined = (name: string) => {
      const own = this.ofCalendars.get(calendar)
      return (own?.has(name) || !this.hasEnded ? own : this.ofFile)?.get(name)
    }
    return {
      find: (text) => {
        const name = unquoted(text)
        const own = this.ofCalendars.get(calendar)?.get(name)
        if (own !== undefined) return own().zone
        const known = this.byName(name)
        if (known !== undefined) return known
        const definition = defined(name)
        if (definition !== undefined) return definition().zone
        // Until the end rules may still follow, which tell more than a name that is meant for people.
        return this.hasEnded ? this.displayed(name) : undefined
      },
      offsetIn: (text, wall) => defined(unquoted(text))?.().offsets?.(wall),
    }
  }

  private displayed(name: string): string | undefined {
    if (this.displayedZones.size >= mostDisplayedZones) return this.displayedZones.get(name)
    return once(this.displayedZones, name, () => preferring(this.preferred, displayedZone(name)))
  }

  private byName(name: string): string | undefined {
    return once(this.namedZones, name, () => byName(name, this.preferred))
  }

  private readLater(lines: readonly string[]): LazyDefinition {
    let definition: Definition | undefined
    return () => (definition ??= this.read(lines))
  }

  /** Empty beyond the limit, so that zones which only the file knows are unknown. */
  private read(lines: readonly string[]): Definition {
    this.readDefinitions += 1
    if (this.readDefinitions > mostDefinitions) return {}
    const zone = byDefinition(lines, this.preferred)
    return zone === undefined ? { offsets: offsetsOf(lines) } : { zone }
  }
}

function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  if (!known.has(key)) known.set(key, read())
  return known.get(key) as Value
}

const unquoted = (text: string) => text.trim().replace(/^"(.*)"$/, '$1')

/** `America/Argentina/Ushuaia` has the most. */
const mostSegments = 3

/**
 * Finds a zone by name. `/freeassociation.sourceforge.net/Europe/Berlin` ends with one; `US-Eastern` stands in the examples of
 * RFC 2445, and so in files of programs that followed them.
 */
function byName(name: string, preferred: string): string | undefined {
  const segments = name.split('/').filter(Boolean).slice(-mostSegments)
  const tails = segments.map((_, index) => segments.slice(index).join('/'))
  const known = [name, ...tails, name.replace(/^US-/i, 'US/')]
    .map(findZone)
    .find((zone) => zone !== undefined)
  const onWindows = name.toLowerCase().replace(/^"|"$/g, '')
  // In summer, Windows calls its zones by another name.
  return (
    known ?? preferring(preferred, windowsZones.get(onWindows.replace(/ daylight time$/, ' standard time')))
  )
}

/** Events of these years are imported. */
const [first, last] = [toInstant('2010-01-01 00:00:00', 'UTC'), toInstant('2040-01-01 00:00:00', 'UTC')]

const clockOf = (zone: string) =>
  JSON.stringify([offsetAt(first, zone), ...transitionsBetween(zone, first, last)])

/** The zone of the site if it has the same clock, because Windows has one name for the zones of many countries. */
const preferring = (preferred: string, zone: string | undefined) =>
  zone !== undefined && clockOf(zone) === clockOf(preferred) ? preferred : zone

function byDefinition(lines: readonly string[], preferred: string): string | undefined {
  const location = valueOf(lines, 'X-LIC-LOCATION')
  return (location === undefined ? undefined : byName(location, preferred)) ?? byRules(lines, preferred)
}

interface Observance {
  readonly isDaylight: boolean
  /** Seconds east of UTC. */
  readonly offset: number
  readonly month: number
}

interface Dated extends Observance {
  readonly onset: string
}

/** The last time at which an observance begins: as DTSTART, RDATE or UNTIL say, or never if its rule has no end. */
function onsetOf(lines: readonly string[]): string {
  const rule = valueOf(lines, 'RRULE')
  const start = valueOf(lines, 'DTSTART') ?? ''
  if (rule !== undefined && !/UNTIL|COUNT/i.test(rule)) return `9999 ${start}`
  const dates = lines.filter((line) => /^RDATE[;:]/i.test(line)).map((line) => line.split(':').at(-1)!)
  const until = /UNTIL=(\w+)/i.exec(rule ?? '')?.[1] ?? ''
  return [start, until, ...dates.join().split(',')].toSorted().at(-1)!
}

function observanceOf(isDaylight: boolean, lines: readonly string[]): Dated {
  const month =
    /BYMONTH=(\d+)/i.exec(valueOf(lines, 'RRULE') ?? '')?.[1] ?? valueOf(lines, 'DTSTART')?.slice(4, 6)
  return {
    isDaylight,
    offset: offsetOf(valueOf(lines, 'TZOFFSETTO') ?? ''),
    month: Number(month ?? 1),
    onset: onsetOf(lines),
  }
}

/** Returns the latest STANDARD and the latest DAYLIGHT, because earlier ones no longer apply. */
function observancesOf(lines: readonly string[]): Observance[] {
  const all = observancesIn(lines).map((one) => observanceOf(one.isDaylight, one.lines))
  const inOrder = all.toSorted((one, other) =>
    one.onset < other.onset ? -1 : Number(one.onset > other.onset),
  )
  const latest = [true, false].map((isDaylight) => inOrder.findLast((one) => one.isDaylight === isDaylight))
  return latest.filter((one) => one !== undefined)
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** Returns the offset in each month; undefined for months in which it changes. */
function offsetsByMonth(observances: readonly Observance[]): (number | undefined)[] {
  const inOrder = observances.toSorted((one, other) => one.month - other.month)
  return months.map((month) =>
    inOrder.some((one) => one.month === month) && inOrder.length > 1
      ? undefined
      : (inOrder.findLast((one) => one.month <= month) ?? inOrder.at(-1))?.offset,
  )
}

/** Names of an offset instead of a place, which some programs give to zones with summer time. */
const namesOffset = (zone: string) =>
  isFixed(zone) || /^(?:Etc\/.+|EST|MST|HST|GMT0?|UCT|Universal|Zulu|Greenwich)$/.test(zone)

/** Rules that differ from those of a place may just be old, but an offset never changes. */
const contradicts = (lines: readonly string[], zone: string): boolean =>
  namesOffset(zone) && observancesOf(lines).some(({ offset }) => offset !== offsetAt(0, zone))

/**
 * Years whose rules are compared, because files contain the rules of the year in which they were written. In 2007, North
 * America extended its summer time. 2012 would find Cuba for its rules of before, which had them in that year by exception.
 */
const years = [2026, 2018, 2013, 2006]
const common =
  'Europe/Berlin Europe/London Europe/Athens America/New_York America/Chicago America/Denver America/Los_Angeles Australia/Sydney'

function byRules(lines: readonly string[], preferred: string): string | undefined {
  const observances = observancesOf(lines)
  if (observances.length === 0) return undefined
  // A zone with a name may have had summer time once, or may get it again.
  if (new Set(observances.map(({ offset }) => offset)).size === 1) return fixedZone(observances[0]!.offset)
  const offsets = offsetsByMonth(observances)
  const fitsIn = (year: number) => (zone: string) =>
    months.every((month, index) => {
      const instant = toInstant(`${year}-${String(month).padStart(2, '0')}-15 12:00:00`, 'UTC')
      return offsets[index] === undefined || offsets[index] === offsetAt(instant, zone)
    })
  const zones = [preferred, ...common.split(' '), ...Intl.supportedValuesOf('timeZone')]
  return years.map((year) => zones.find(fitsIn(year))).find((zone) => zone !== undefined)
}
