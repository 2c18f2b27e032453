import { Readable } from 'node:stream'
import type { CsvError, parse } from 'csv-parse'
import { lazyRequire } from '../../lazy-require.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { linesOf, longestLine, type Line } from '../lines.ts'
import type { Source, SourceInput, SourceRecord, Unreadable } from '../record.ts'
import { fieldsOfColumns, type CsvField } from './columns.ts'
import { fieldsOf, idOf, type Cells } from './fields.ts'

/** Reads tables (RFC 4180) with a row of names above. */

const library = lazyRequire<{ parse: typeof parse }>('csv-parse')

const delimiters = [',', ';', '\t', '|'] as const

/** The one that the row of names has most of. */
const guessDelimiter = (header: string): string => {
  const unquoted = header.replace(/"[^"]*"/g, '')
  const counted = delimiters.map((one) => [unquoted.split(one).length, one] as const)
  return counted.toSorted(([one], [other]) => other - one)[0]![1]
}

interface Row {
  readonly record: readonly string[]
  /** Of its last line. */
  readonly info: { readonly lines: number }
}

/** The text of the file, and what is wrong with single lines of it. */
class Text {
  readonly faults = new Map<number, LocalizableMessage>()
  header = ''

  constructor(private readonly content: AsyncIterable<Uint8Array>) {}

  async *chunks(): AsyncGenerator<string> {
    for await (const lines of linesOf(this.content)) yield lines.map((line) => this.take(line)).join('')
  }

  private take({ number, text, fault }: Line): string {
    if (fault !== undefined) this.faults.set(number, fault)
    // A line that cannot be read must not join its neighbours.
    return `${text}\n`
  }

  /** The first fault between two lines. */
  faultWithin(from: number, to: number): LocalizableMessage | undefined {
    if (this.faults.size === 0) return undefined
    return [...this.faults].find(([line]) => line >= from && line <= to)?.[1]
  }
}

/** Spreadsheets are given texts that begin like formulas behind an apostrophe, also by our own export. */
const cellOf = (text: string) => text.trim().replace(/^'(?=[=+\-@\t\r])/, '')

const cellsOf = (record: readonly string[], fields: readonly (CsvField | undefined)[]): Cells =>
  Object.fromEntries(
    fields.flatMap((field, column) => (field === undefined ? [] : [[field, cellOf(record[column] ?? '')]])),
  )

const wrongLength = (found: number, expected: number) =>
  message('This row has {found} columns, the first one has {expected}.', { found, expected })

class TableReader {
  private columns: readonly string[] | undefined
  private fields: readonly (CsvField | undefined)[] = []

  constructor(
    private readonly input: SourceInput,
    private readonly text: Text,
  ) {}

  *read(record: readonly string[], line: number, last: number): Generator<SourceRecord | Unreadable> {
    const fault = this.text.faultWithin(line, last)
    if (fault !== undefined) yield { line, fault }
    else if (this.columns === undefined) yield* this.readHeader(record, line)
    else if (record.every((cell) => cell.trim() === '')) return
    else if (record.length !== this.columns.length)
      yield { line, fault: wrongLength(record.length, this.columns.length) }
    else yield this.recordOf(cellsOf(record, this.fields), line)
  }

  private *readHeader(record: readonly string[], line: number): Generator<Unreadable> {
    this.columns = record
    this.fields = fieldsOfColumns(record, this.input.mapping)
    const missing = (['title', 'start_date'] as const).filter((field) => !this.fields.includes(field))
    if (missing.length > 0)
      yield { line, fault: message('No column is known to hold {fields}.', { fields: missing.join(', ') }) }
  }

  private recordOf(cells: Cells, line: number): SourceRecord {
    const { site, outgoing } = this.input
    return { line, externalId: idOf(cells), fields: fieldsOf(cells, site.languages, outgoing !== undefined) }
  }
}

async function* withHeader(text: Text): AsyncGenerator<string> {
  let start = ''
  for await (const chunk of text.chunks()) {
    if (text.header === '') {
      start += chunk
      const end = start.indexOf('\n')
      if (end < 0) continue
      text.header = start.slice(0, end) || ' '
      yield start
    } else yield chunk
  }
}

async function* read(input: SourceInput): AsyncGenerator<SourceRecord | Unreadable> {
  const text = new Text(input.content)
  const chunks = withHeader(text)
  const first = await chunks.next()
  if (first.done) return
  const parser = library().parse({
    delimiter: guessDelimiter(text.header),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestLine,
  })
  const source = Readable.from(
    (async function* () {
      yield first.value
      yield* chunks
    })(),
  )
  const table = new TableReader(input, text)
  let before = 0
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      yield* table.read(record, before + 1, info.lines)
      before = info.lines
    }
  } catch (error) {
    if (!(error as CsvError).code.startsWith('CSV_')) throw error
    yield {
      line: before + 1,
      fault: message('From here on the table cannot be read: a quotation mark is not closed.'),
    }
  } finally {
    source.destroy()
  }
}

export const csv: Source = read
