import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { longestLine, type Line } from '../lines.ts'

/** Splits iCalendar into components (RFC 5545 3.4): the lines of each VEVENT and VTIMEZONE. */

export interface Component {
  readonly name: string
  readonly line: number
  /** Unfolded lines, including BEGIN and END. */
  readonly lines: readonly string[]
  /** Properties of its VCALENDAR; a file may hold several. */
  readonly calendar: ReadonlyMap<string, string>
  readonly fault?: LocalizableMessage
}

const maxDepth = 8
const maxLines = 10_000

const extracted = ['VEVENT', 'VTIMEZONE']

/** Components of calendars that are not imported. */
const skippedComponents = ['VTODO', 'VJOURNAL', 'VFREEBUSY'] as const
export type SkippedComponent = (typeof skippedComponents)[number]

/** The component being read; nested ones are part of its lines. */
interface Open {
  readonly name: string
  readonly line: number
  readonly lines: string[]
  length: number
  readonly inside: string[]
  fault?: LocalizableMessage
}

export class ComponentReader {
  /** The number of skipped components per kind, and the line of the first one. */
  readonly skipped = new Map<SkippedComponent, { readonly line: number; readonly count: number }>()
  /** Properties of the calendar being read. */
  private calendar = new Map<string, string>()
  private open: Open | undefined
  private hasBegun = false;

  /** Yields the components that an unfolded line completes. */
  *read({ number, text, fault }: Line): Generator<Component> {
    const [, word, name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(text) ?? []
    if (word?.toUpperCase() === 'BEGIN') yield* this.begin(name.toUpperCase(), number, text)
    else if (this.open === undefined) yield* this.outside(number, text, fault)
    else if (word !== undefined) yield* this.finish(name.toUpperCase(), text)
    else this.add(this.open, text, fault)
  }

  *end(): Generator<Component> {
    if (this.open !== undefined) yield this.broken(this.open)
    if (!this.hasBegun)
      yield failed(1, message('This is not an iCalendar file: it has no line BEGIN:VCALENDAR.'))
  }

  private *begin(name: string, line: number, text: string): Generator<Component> {
    this.hasBegun = true
    // A nested VEVENT or VCALENDAR means that the END of the first component is missing.
    if (this.open !== undefined && [...extracted, 'VCALENDAR'].includes(name)) {
      yield this.broken(this.open)
      this.open = undefined
    }
    if (name === 'VCALENDAR') this.calendar = new Map()
    if (this.open === undefined) {
      if (extracted.includes(name)) this.open = { name, line, lines: [text], length: 0, inside: [] }
      this.countLeftOut(name, line)
      return
    }
    this.open.inside.push(name)
    const fault =
      this.open.inside.length > maxDepth
        ? message('Components are nested more than {limit} deep.', { limit: maxDepth })
        : undefined
    this.add(this.open, text, fault)
  }

  private countLeftOut(name: string, line: number) {
    const kind = skippedComponents.find((one) => one === name)
    if (kind === undefined) return
    const former = this.skipped.get(kind) ?? { line, count: 0 }
    this.skipped.set(kind, { line: former.line, count: former.count + 1 })
  }

  private *outside(line: number, text: string, fault: LocalizableMessage | undefined): Generator<Component> {
    if (fault !== undefined) yield failed(line, fault)
    const [, name = '', value = ''] = /^([\w-]+)(?:;[^:]*)?:(.*)$/.exec(text) ?? []
    if (['METHOD', 'PRODID', 'X-WR-TIMEZONE'].includes(name.toUpperCase()))
      this.calendar.set(name.toUpperCase(), value.trim())
  }

  private *finish(name: string, text: string): Generator<Component> {
    const open = this.open!
    if (name === open.name) {
      this.open = undefined
      const { line, lines, fault } = open
      yield {
        name,
        line,
        lines: [...lines, text],
        calendar: this.calendar,
        ...(fault === undefined ? {} : { fault }),
      }
    } else if (name === 'VCALENDAR') {
      this.open = undefined
      yield this.broken(open)
    } else {
      const expected = open.inside.pop()
      const fault =
        expected === name ? undefined : message('"END:{name}" has no BEGIN.', { name: name.slice(0, 30) })
      this.add(open, text, fault)
    }
  }

  private add(open: Open, text: string, fault: LocalizableMessage | undefined) {
    open.length += text.length
    const isTooLarge = open.lines.length > maxLines || open.length > longestLine
    open.fault ??= isTooLarge ? message('This component is too large.') : fault
    if (open.fault === undefined && text !== '') open.lines.push(text)
  }

  private broken({ name, line, fault }: Open): Component {
    return { ...failed(line, fault ?? message('"BEGIN:{name}" has no END.', { name })), name }
  }
}

/** A component that cannot be read; without a name, an error outside all components. */
const failed = (line: number, fault: LocalizableMessage): Component => ({
  name: '',
  line,
  lines: [],
  calendar: new Map(),
  fault,
})
