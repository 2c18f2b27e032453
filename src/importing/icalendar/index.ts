import { message, pluralMessage, type LocalizableMessage } from '../../locales/sentence.ts'
import { findZone, toInstant, type Instant } from '../../time/index.ts'
import { derivedId } from '../external-id.ts'
import { FileDecoder, unfoldedLinesOf, UnpackedBytes } from '../lines.ts'
import type {
  FindKnown,
  FindParts,
  SourceItem,
  Note,
  Source,
  SourceInput,
  SourceRecord,
  Unreadable,
} from '../record.ts'
import { ComponentReader, type Component, type SkippedComponent } from './components.ts'
import { faultOf } from './faults.ts'
import { fieldsOf, type FieldContext } from './fields.ts'
import { hold, release, type Held } from './held.ts'
import { idOfStandalone, knownFor, type HeldPart } from './known-series.ts'
import type { Part } from './overrides.ts'
import { seriesRecords, tooManyExcludingRules } from './series.ts'
import { UnknownZone, whenOf, type ZoneContext } from './times.ts'
import { Vevent } from './vevent.ts'
import { ZonesOfFile, type Zones } from './zones.ts'

/** Reads iCalendar (RFC 5545). Series wait until the end, because their parts may be anywhere in the file. */

const archiveFound = (): Unreadable => ({
  line: 1,
  fault: message('This is an archive; unpack it, and import the calendars in it one after the other.'),
})

/** In a file; each takes as long as a hundred events, and programs have not written them since 2009. */
const maxExcludingRules = 1_000

/** Derives an ID if there is no UID, so that repeated imports recognize the event. */
const uidOf = (vevent: Vevent): string =>
  vevent.text('uid') || derivedId(vevent.text('summary'), vevent.first('dtstart')?.values)

const skippedSentences: Readonly<Record<SkippedComponent, (count: number) => LocalizableMessage>> = {
  VTODO: (count) =>
    pluralMessage(
      count,
      '{count} to-do was skipped, because only events are imported.',
      '{count} to-dos were skipped, because only events are imported.',
    ),
  VJOURNAL: (count) =>
    pluralMessage(
      count,
      '{count} journal entry was skipped, because only events are imported.',
      '{count} journal entries were skipped, because only events are imported.',
    ),
  VFREEBUSY: (count) =>
    pluralMessage(
      count,
      '{count} free/busy time was skipped, because only events are imported.',
      '{count} free/busy times were skipped, because only events are imported.',
    ),
}

/** A calendar may name its zone after its events. */
class UndecidedZone extends Error {}

class CalendarReader {
  private readonly components = new ComponentReader()
  private readonly zones: ZonesOfFile
  private readonly series: HeldPart[] = []
  private readonly deferred: Held[] = []
  /** Events of the calendar being read, from the first one that needs its zone. */
  private waiting: Held[] = []
  /** The calendar whose zone no longer changes. */
  private decided: Component['calendar'] | undefined
  private isEmpty = true
  private excludingRules = 0
  /** Starts of events that do not repeat, by UID. */
  private readonly singles = new Map<string, Instant>()

  constructor(
    private readonly siteZone: string,
    private readonly context: Omit<FieldContext, 'isOurs' | 'isCancelling'>,
    private readonly onError: SourceInput['onError'],
    private readonly findKnown: FindKnown,
    private readonly findParts: FindParts,
  ) {
    this.zones = new ZonesOfFile(siteZone)
  }

  *read(components: Iterable<Component>): Generator<SourceRecord | Unreadable> {
    for (const component of components) yield* this.readOne(component)
  }

  async *readAll(content: AsyncIterable<Uint8Array>): AsyncGenerator<SourceItem> {
    const [decoder, bytes] = [new FileDecoder(), new UnpackedBytes()]
    for await (const lines of unfoldedLinesOf(bytes.of(content), decoder.decode))
      for (const line of lines) yield* this.read(this.components.read(line))
    if (bytes.isPacked) return yield archiveFound()
    yield* this.read(this.components.end())
    yield* this.readWaiting()
    this.zones.end()
    for (const held of this.deferred) yield* this.readEvent(release(held))
    const known = await knownFor(this.series, this.findKnown)
    const masters = this.series.filter(({ standaloneId }) => standaloneId === undefined)
    const knownParts = await this.findParts(masters.map(({ uid }) => uid))
    const others = { known, knownParts, singles: this.singles }
    yield* seriesRecords(this.series, (held) => this.partOf(release(held)), others, this.onError)
    yield* this.notes()
    yield* decoder.notes()
  }

  private *notes(): Generator<Note> {
    for (const [kind, { line, count }] of this.components.skipped)
      yield { line, note: skippedSentences[kind](count) }
    if (this.isEmpty) yield { line: 1, note: message('This calendar has no events.') }
  }

  private zoneContext(calendar: Component['calendar']): ZoneContext {
    const zones = this.zones.of(calendar)
    return { zones, floating: () => this.floatingZone(calendar, zones) }
  }

  private floatingZone(calendar: Component['calendar'], zones: Zones): string {
    const named = calendar.get('X-WR-TIMEZONE')
    if (named === undefined && this.decided !== calendar && !this.zones.hasEnded) throw new UndecidedZone()
    return (named === undefined ? undefined : (zones.find(named) ?? findZone(named))) ?? this.siteZone
  }

  /** Reads the events that waited, whose calendar has ended. */
  private *readWaiting(): Generator<SourceRecord | Unreadable> {
    const { waiting } = this
    this.waiting = []
    this.decided = waiting[0]?.calendar
    for (const held of waiting) yield* this.readEvent(release(held))
  }

  private *readOne(component: Component): Generator<SourceRecord | Unreadable> {
    const { line, fault, calendar } = component
    this.isEmpty &&= fault === undefined && component.name === 'VTIMEZONE'
    if (fault !== undefined) return yield { line, fault }
    if (this.waiting.length > 0 && this.waiting[0]!.calendar !== calendar) yield* this.readWaiting()
    if (component.name === 'VTIMEZONE') this.zones.define(calendar, component.lines)
    // The order stays, because of two events with one UID the first counts.
    else if (this.waiting.length > 0) this.waiting.push(hold(component))
    else yield* this.readEvent(component)
  }

  private *readEvent(component: Component): Generator<SourceRecord | Unreadable> {
    try {
      yield* this.event(component)
    } catch (error) {
      if (error instanceof UndecidedZone) this.waiting.push(hold(component))
      else if (error instanceof UnknownZone && !this.zones.hasEnded) this.deferred.push(hold(component))
      else yield { line: component.line, fault: faultOf(error, this.onError) }
    }
  }

  private partOf(component: Component): Part {
    const { calendar } = component
    const vevent = new Vevent(component)
    const context = this.zoneContext(calendar)
    const when = whenOf(vevent, context)
    const isOurs = /^-\/\/Calends\/\//.test(calendar.get('PRODID') ?? '')
    const isCancelling = /^CANCEL$/i.test(calendar.get('METHOD') ?? '')
    const fields = fieldsOf(vevent, when, { ...this.context, isOurs, isCancelling })
    return { uid: uidOf(vevent), vevent, when, fields, overridden: vevent.first('recurrence-id'), context }
  }

  private *event(component: Component): Generator<SourceRecord> {
    const part = this.partOf(component)
    const { uid, vevent, when, fields, overridden } = part
    this.excludingRules += vevent.excludingRules.length
    if (this.excludingRules > maxExcludingRules) throw tooManyExcludingRules(maxExcludingRules)
    if (overridden !== undefined || vevent.repeats) {
      const standaloneId = overridden && idOfStandalone(part)
      this.series.push({ ...hold(component), uid, standaloneId })
      return
    }
    this.singles.set(uid, toInstant(when.start, when.timezone))
    const hasDerivedId = vevent.text('uid') === ''
    yield { line: vevent.line, externalId: uid, hasDerivedId, revision: vevent.sequence, fields }
  }
}

export const icalendar: Source = ({ content, site, outgoing, onError, findKnown, findParts }) =>
  new CalendarReader(
    site.timezone,
    { languages: site.languages, takesImages: outgoing !== undefined },
    onError,
    findKnown,
    findParts,
  ).readAll(content)
