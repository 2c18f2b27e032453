import type { parse, Parser } from 'csv-parse'
import { lazyRequire } from '../../lazy-require.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { unescapeFormulas } from '../../text/formulas.ts'
import { emptyFile, FileDecoder, linesOf, longestLine, type Line } from '../lines.ts'
import type { Note, Source, SourceInput, SourceItem, SourceRecord, Unreadable } from '../record.ts'
import { fieldsOfColumns, type CsvField } from './columns.ts'
import { fieldsOf, idOf, notesOf, type Cells } from './fields.ts'

/** Reads CSV (RFC 4180) with a header row. */

const library = lazyRequire<{ parse: typeof parse }>('csv-parse')

const delimiters = [',', ';', '\t', '|'] as const

/** Returns the delimiter that occurs most often in the header. */
const guessDelimiter = (header: string): string => {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const counted = delimiters.map((one) => [unquoted.split(one).length, one] as const)
  return counted.toSorted(([one], [other]) => other - one)[0]![1]
}

/** Programs that write for Excel tell it the delimiter in a line of its own. */
const delimiterLine = /^"?sep=([,;\t|])"?$/i

interface Row {
  readonly record: readonly string[]
  /** The last line of the row. */
  readonly last: number
}

/** The text of the file, and the errors of individual lines. */
class Text {
  readonly faults = new Map<number, LocalizableMessage>()
  /** The first line that is not blank. */
  header = ''
  /** As a line before the header says. */
  delimiter: string | undefined
  readonly decoder = new FileDecoder()

  constructor(private readonly content: AsyncIterable<Uint8Array>) {}

  async *chunks(): AsyncGenerator<string> {
    for await (const lines of linesOf(this.content, { decode: this.decoder.decode }))
      yield lines.map((line) => this.take(line)).join('')
  }

  private take({ number, text, fault }: Line): string {
    if (fault !== undefined) this.faults.set(number, fault)
    // The line break stays even if the line is unreadable, so that its neighbours are not joined.
    return `${this.header === '' ? this.begin(text) : text}\n`
  }

  private begin(text: string): string {
    const delimiter = delimiterLine.exec(text)?.[1]
    if (delimiter === undefined) {
      if (text.trim() !== '') this.header = text
      return text
    }
    this.delimiter = delimiter
    return ''
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
      field === undefined ? [] : [[field, unescapeFormulas((record[column] ?? '').trim())]],
    ),
  )

/** Far more columns than tables of events have. */
const maxColumns = 1_000

const tooWide = () => message('This table has more than {limit} columns.', { limit: maxColumns })

const wrongLength = (found: number, expected: number) =>
  message('The number of columns is {found} here and {expected} in the first row.', { found, expected })

class TableReader {
  private columns: readonly string[] | undefined
  private fields: readonly (CsvField | undefined)[] = []
  private isEmpty = true

  constructor(
    private readonly input: SourceInput,
    private readonly text: Text,
  ) {}

  *read(record: readonly string[], line: number, last: number): Generator<SourceRecord | Unreadable> {
    const fault = this.text.faultWithin(line, last)
    if (fault === undefined && record.every((cell) => cell.trim() === '')) return
    if (fault === undefined && this.columns === undefined) return yield* this.readHeader(record, line)
    this.isEmpty = false
    if (fault !== undefined) yield { line, fault }
    else if (record.length !== this.columns!.length)
      yield { line, fault: wrongLength(record.length, this.columns!.length) }
    else yield this.recordOf(cellsOf(record, this.fields), line)
  }

  *end(): Generator<Note> {
    if (this.isEmpty) yield { line: 1, note: message('This table has no rows below its header.') }
    yield* this.text.decoder.notes()
  }

  private *readHeader(record: readonly string[], line: number): Generator<Unreadable> {
    this.columns = record
    if (record.length > maxColumns) return yield { line, fault: tooWide() }
    this.fields = fieldsOfColumns(record, this.input.mapping)
    this.input.onColumns(
      Object.fromEntries(record.map((name, column) => [name.trim(), this.fields[column] ?? ''])),
    )
    const missing = (['title', 'start_date'] as const).filter((field) => !this.fields.includes(field))
    if (missing.length > 0)
      yield { line, fault: message('No column is known to hold {fields}.', { fields: missing.join(', ') }) }
  }

  private recordOf(cells: Cells, line: number): SourceRecord {
    const fields = fieldsOf(cells, this.input.site)
    return { line, externalId: idOf(cells), fields, notes: notesOf(cells) }
  }
}

/** Yields nothing before the delimiter can be guessed, and nothing at all of a file of blank lines. */
async function* withHeader(text: Text): AsyncGenerator<string> {
  const before: string[] = []
  for await (const chunk of text.chunks()) {
    before.push(chunk)
    if (text.header !== '' || text.faults.size > 0) yield before.splice(0).join('')
  }
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
  const text = new Text(input.content)
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
    parser ??= new RowParser(text.delimiter ?? guessDelimiter(text.header))
    yield* take(await parser.add(chunk))
    if (parser.isBroken) break
  }
  if (parser === undefined) return yield emptyFile()
  yield* take(await parser.add(undefined))
  if (!parser.isBroken) return yield* table.end()
  yield {
    line: before + 1,
    fault: message('From here on the table cannot be read: a quotation mark is not closed.'),
  }
}

export const csv: Source = read
