import { csv } from './csv/index.ts'
import { icalendar } from './icalendar/index.ts'
import { json } from './json.ts'
import type { Source } from './record.ts'

/** What can be imported, by the name of its format. */
export const sources = { ics: icalendar, csv, json } as const satisfies Readonly<Record<string, Source>>

export type SourceFormat = keyof typeof sources

export const sourceFormats = Object.keys(sources) as SourceFormat[]
