import { csv } from './csv/index.ts'
import { icalendar } from './icalendar/index.ts'
import { json } from './json.ts'
import type { Source } from './record.ts'
import { tec } from './tec/index.ts'

/** Importable sources, by format. */
export const sources = { ics: icalendar, csv, json, tec } as const satisfies Readonly<Record<string, Source>>

export type SourceFormat = keyof typeof sources

export const sourceFormats = Object.keys(sources) as SourceFormat[]

/** Whether the source is a website that is crawled instead of a file. */
export const isSite = (format: SourceFormat): boolean => format === 'tec'
