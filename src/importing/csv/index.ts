import type { parse, Parser } from 'csv-parse'
import { batchesOf } from '../../batches-of.ts'
import { lazyRequire } from '../../lazy-require.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { unescapeFormulas } from '../../text/formulas.ts'
import { yieldIfDue } from '../../yielding.ts'
import { emptyFile, FileDecoder, linesOf, longestLine, UnpackedBytes, type Line } from '../lines.ts'
import type { Note, Source, SourceInput, SourceItem, SourceRecord, Unreadable } from '../record.ts'
import { fieldsOfColumns, normalised, type Cells, type CsvField } from './columns.ts'
import { contactOf, contactTable, type ContactTable } from './contacts.ts'
import { findHeader, mostLines, type Header } from './header.ts'
import { daysIn, fieldsOf, notesOf, plainCells, RowIds, unreadableTime } from './fields.ts'
import { dayRead, orderIn, Orders, type Order } from './days.ts'
import { isNumbered } from './serials.ts'

/** Reads CSV (RFC 4180) with a row that names the columns. */

const library = lazyRequire<{ parse: typeof parse }>('csv-parse')

/** Programs that write for Excel tell it the delimiter in a line of its own. */
const delimiterLine = /^"?sep=([,;\t|])"?$/i

const workbookFound = (): Unreadable => ({
  line: 1,
  fault: message('This is a workbook of a spreadsheet program; save its table as CSV.'),
})

interface Row {
  readonly record: readonly string[]
  /** The last line of the row. */
  readonly last: number
}

/** How many lines are parsed at a time, because rows take many times the memory of their text, and others wait meanwhile. */
const maxLines = 1_000

/** The text of the file, and the errors of individual lines. */
class Text {
  readonly faults = new Map<number, LocalizableMessage>()
  /** Undefined until it is found. */
  header: Header | undefined
  /** As a line before the header says. */
  private delimiter: string | undefined
  /** The first lines that are not blank. */
  private beginning: Line[] = []
  readonly decoder = new FileDecoder()
  readonly bytes = new UnpackedBytes()

  constructor(
    private readonly content: AsyncIterable<Uint8Array>,
    private readonly mapping: SourceInput['mapping'],
  ) {}

  async *chunks(): AsyncGenerator<string> {
    for await (const lines of linesOf(this.bytes.of(this.content), { decode: this.decoder.decode }))
      for (const some of batchesOf(lines, maxLines)) yield some.map((line) => this.take(line)).join('')
  }

  private take(line: Line): string {
    const { number, text, fault } = line
    if (fault !== undefined) this.faults.set(number, fault)
    // The line break stays even if the line is unreadable, so that its neighbours are not joined.
    return `${this.header === undefined ? this.begin(line) : text}\n`
  }

  private begin(line: Line): string {
    const { text, fault } = line
    const delimiter = this.beginning.length === 0 ? delimiterLine.exec(text)?.[1] : undefined
    if (delimiter !== undefined) {
      this.delimiter = delimiter
      return ''
    }
    if (text.trim() !== '' || fault !== undefined) this.beginning.push(line)
    if (this.beginning.length === mostLines) this.findHeader()
    return text
  }

  /** Called at the end of a file that is shorter than the lines that are looked at. */
  findHeader(): void {
    this.header ??= findHeader(this.beginning, this.mapping, this.delimiter)
    this.beginning = []
  }

  /** Returns the first error between two lines. */
  faultWithin(from: number, to: number): LocalizableMessage | undefined {
    if (this.faults.size === 0) return undefined
    return [...this.faults].find(([line]) => line >= from && line <= to)?.[1]
  }
}

const cellsOf = (record: readonly string[], fields: readonly (CsvField | undefined)[]): Cells =>
  Object.fromEntries(
    fields.flatMap((field, column) =>
      field === undefined ? [] : [[field, textOf((record[column] ?? '').trim())]],
    ),
  )

/** A hyphen stands for nothing, unless an apostrophe before it says that it is a text. */
const textOf = (cell: string) => (cell === '-' ? '' : unescapeFormulas(cell))

/** Far more columns than tables of events have. */
const maxColumns = 1_000

const tooWide = () => message('This table has more than {limit} columns.', { limit: maxColumns })

const wrongLength = (found: number, expected: number) =>
  message('The number of columns is {found} here and {expected} in the first row.', { found, expected })

/** The number of cells before empty ones, of which programs write too many or too few. */
const withoutEmpty = (record: readonly string[]) => record.findLastIndex((cell) => cell.trim() !== '') + 1

const readOnce = (fields: readonly CsvField[]) =>
  message('More than one column holds {fields}; only one of each is read.', { fields: fields.join(', ') })

const beginsBelow = (line: number) =>
  message('The columns are named in line {line}; what stands above it is not read.', { line })

const numberedDay = (number: string, date: string) =>
  message('Days that are numbers are read as Excel counts them: {number} is {date}.', { number, date })

const orderedDay = (text: string, date: string) =>
  message('All days of the table, or its columns, say which number is the day: "{value}" is {date}.', {
    value: text.slice(0, 30),
    date,
  })

const noTime = (text: string) => message('"{value}" is not a date or time.', { value: text.slice(0, 30) })

const unclearDay = (text: string) =>
  message(
    'Nothing in this table tells which number of "{value}" is the day; write dates such as 2027-01-31.',
    { value: text.slice(0, 30) },
  )

/** A row that waits for the order of its days, as text, because as a list it takes several times the memory. */
interface Held {
  readonly line: number
  readonly cells: string
}

class TableReader {
  private readonly orders = new Orders()
  /** From the first row on whose day may be another one, with faults between them. */
  private readonly held: (Held | SourceRecord | Unreadable)[] = []
  private columns: readonly string[] | undefined
  /** The number of columns up to the last one with a name. */
  private named = 0
  private fields: readonly (CsvField | undefined)[] = []
  private repeated: readonly CsvField[] = []
  /** Undefined for a table of events. */
  private contacts: ContactTable | undefined
  private isEmpty = true
  private readonly ids = new RowIds()
  /** Says how the first day that is a number was read. */
  private numbered: LocalizableMessage | undefined
  /** Says how the first day was read that would be another one in the other order. */
  private ordered: LocalizableMessage | undefined
  /** Whether lines before the names of the columns are left out. */
  private isBelowOthers = false

  constructor(
    private readonly input: SourceInput,
    private readonly text: Text,
  ) {}

  *read(record: readonly string[], line: number, last: number): Generator<SourceRecord | Unreadable> {
    const fault = this.text.faultWithin(line, last)
    const isBlank = record.every((cell) => cell.trim() === '')
    if (fault === undefined && (isBlank || last < this.text.header!.line)) {
      this.isBelowOthers ||= !isBlank
      return
    }
    if (fault === undefined && this.columns === undefined) return yield* this.readHeader(record, line)
    this.isEmpty = false
    const found = fault === undefined ? this.readRow(record, line) : { line, fault }
    if (this.held.length === 0 && !('cells' in found && this.orders.areNeeded))
      yield 'cells' in found ? this.recordOf(found.cells, line) : found
    else this.held.push('cells' in found ? { line, cells: JSON.stringify(found.cells) } : found)
  }

  private readRow(
    record: readonly string[],
    line: number,
  ): { readonly cells: Cells } | SourceRecord | Unreadable {
    const columns = this.columns!
    const isWhole = record.length >= this.named && withoutEmpty(record) <= columns.length
    if (!isWhole) return { line, fault: wrongLength(record.length, columns.length) }
    if (this.contacts !== undefined)
      return contactOf(
        this.contacts,
        record.map((cell) => textOf(cell.trim())),
        line,
      )
    const cells = cellsOf(record, this.fields)
    this.orders.add(daysIn(cells))
    return { cells }
  }

  /** What waited for the rest of the table. */
  *readHeld(): Generator<SourceRecord | Unreadable> {
    const order = this.orders.decide()
    for (const one of this.held)
      yield 'cells' in one ? this.recordOf(JSON.parse(one.cells) as Cells, one.line, order) : one
  }

  *end(): Generator<Note> {
    if (this.isEmpty) yield { line: 1, note: message('This table has no rows below its header.') }
    if (this.isBelowOthers) yield { line: 1, note: beginsBelow(this.text.header!.line) }
    if (this.numbered !== undefined) yield { line: 1, note: this.numbered }
    if (this.ordered !== undefined) yield { line: 1, note: this.ordered }
    if (this.repeated.length > 0) yield { line: 1, note: readOnce(this.repeated) }
    yield* this.text.decoder.notes()
  }

  private *readHeader(record: readonly string[], line: number): Generator<Unreadable> {
    this.columns = record
    this.named = withoutEmpty(record)
    this.orders.addHeader(record)
    if (record.length > maxColumns) return yield { line, fault: tooWide() }
    ;({ fields: this.fields, repeated: this.repeated } = fieldsOfColumns(record, this.input.mapping))
    const missing = (['title', 'start_date'] as const).filter((field) => !this.fields.includes(field))
    if (missing.length === 2) this.contacts = contactTable(record.map(normalised))
    if (this.contacts !== undefined) return
    const { fields: known } = fieldsOfColumns(record, {})
    const byName = new Map<string, string | null>()
    for (const [column, name] of record.entries())
      byName.set(
        name.trim(),
        byName.get(name.trim()) || (this.fields[column] ?? (known[column] === undefined ? null : '')),
      )
    this.input.onColumns(Object.fromEntries(byName))
    if (missing.length > 0)
      yield { line, fault: message('No column is known to hold {fields}.', { fields: missing.join(', ') }) }
  }

  private recordOf(written: Cells, line: number, order?: Order): SourceRecord | Unreadable {
    const { site } = this.input
    const unclear = daysIn(written).find((day) => orderIn(day) === 'unknown')
    if (unclear !== undefined && order === undefined) return { line, fault: unclearDay(unclear) }
    if (unclear !== undefined) this.ordered ??= orderedDay(unclear, dayRead(unclear, order)!)
    const cells = plainCells(written, order)
    if (isNumbered(written)) this.numbered ??= numberedDay(written.start_date!, cells.start_date!)
    const time = unreadableTime(cells, site)
    if (time !== undefined) return { line, fault: noTime(time) }
    const fields = fieldsOf(cells, site)
    return {
      line,
      externalId: this.ids.idOf(written),
      hasDerivedId: !written.external_id,
      fields,
      notes: notesOf(cells, site),
    }
  }
}

/** Yields nothing before the header is found, and nothing at all of a file of blank lines. */
async function* withHeader(text: Text): AsyncGenerator<string> {
  const before: string[] = []
  for await (const chunk of text.chunks()) {
    before.push(chunk)
    if (text.header !== undefined) yield* before.splice(0)
  }
  text.findHeader()
  if (text.header !== undefined) yield* before
}

/** Returns all rows read before a syntax error, which the stream interface of the library does not. */
class RowParser {
  private rows: Row[] = []
  private fault: Error | undefined
  private readonly parser: Parser

  constructor(delimiter: string) {
    this.parser = library()
      .parse({
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: longestLine,
        on_record: (record: string[], { lines }: { lines: number }) => {
          this.rows.push({ record, last: lines })
          // Because the parser makes an error, which takes longer than reading, of each record with another length than its first.
          Object.assign(this.parser.info, { records: 0 })
          return null
        },
      })
      .on('error', (error) => (this.fault = error))
      .resume()
  }

  /** Returns the rows completed by a piece of text; `undefined` ends the text. */
  async add(text: string | undefined): Promise<readonly Row[]> {
    if (this.fault === undefined)
      await new Promise<void>((resolve) => {
        if (text === undefined) this.parser.on('close', resolve).end()
        else this.parser.write(text, () => resolve())
      })
    const { rows } = this
    this.rows = []
    return rows
  }

  get isBroken(): boolean {
    return this.fault !== undefined
  }
}

async function* read(input: SourceInput): AsyncGenerator<SourceItem> {
  const text = new Text(input.content, input.mapping)
  const table = new TableReader(input, text)
  let parser: RowParser | undefined
  let before = 0
  function* take(rows: readonly Row[]) {
    for (const { record, last } of rows) {
      yield* table.read(record, before + 1, last)
      before = last
    }
  }
  for await (const chunk of withHeader(text)) {
    parser ??= new RowParser(text.header!.delimiter)
    yield* take(await parser.add(chunk))
    if (parser.isBroken) break
    // Whoever takes the records is given none of blank rows, and so has no occasion to give way.
    await yieldIfDue()
  }
  if (parser === undefined) return yield text.bytes.isPacked ? workbookFound() : emptyFile()
  yield* take(await parser.add(undefined))
  yield* table.readHeld()
  if (!parser.isBroken) return yield* table.end()
  yield {
    line: before + 1,
    fault: message('From here on the table cannot be read: a quotation mark is not closed.'),
  }
}

export const csv: Source = read
