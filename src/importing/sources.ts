import { csv } from './csv/index.ts'
import { icalendar } from './icalendar/index.ts'
import { json } from './json.ts'
import type { Source } from './record.ts'
import { tec } from './tec/index.ts'

export const sources = { ics: icalendar, csv, json, tec } as const satisfies Readonly<Record<string, Source>>

export type SourceFormat = keyof typeof sources

export const sourceFormats = Object.keys(sources) as SourceFormat[]

/** Whether the source is a website that is crawled instead of a file. */
export const isSite = (format: SourceFormat): boolean => format === 'tec'

/**
 * JSON with one event to a line and tables with tabs have extensions of their own. Whoever sends a workbook or an archive, as
 * Google exports calendars, is told what to do with it.
 */
const otherExtensions: readonly (readonly [string, SourceFormat])[] = [
  ['.jsonl', 'json'],
  ['.ndjson', 'json'],
  ['.jsonld', 'json'],
  ...['.tsv', '.tab', '.xlsx', '.xls', '.ods'].map((extension) => [extension, 'csv'] as const),
  ...['.ical', '.vcs', '.zip'].map((extension) => [extension, 'ics'] as const),
]

const extensions = new Map([
  ...sourceFormats.map((format) => [`.${format}`, format] as const),
  ...otherExtensions,
])

/** The format that the extension of a name tells. */
export const formatNamed = (name: string): SourceFormat | undefined =>
  extensions.get(/\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? '')
