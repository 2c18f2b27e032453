import { csv } from './csv/index.ts'
import { icalendar } from './icalendar/index.ts'
import { json } from './json.ts'
import type { Source } from './record.ts'
import { tec } from './tec/index.ts'

/** What can be imported, by the name of its format. */
export const sources = { ics: icalendar, csv, json, tec } as const satisfies Readonly<Record<string, Source>>

export type SourceFormat = keyof typeof sources

export const sourceFormats = Object.keys(sources) as SourceFormat[]

/** Formats that are no files: what is read is found by following addresses. */
export const isSite = (format: SourceFormat): boolean => format === 'tec'
