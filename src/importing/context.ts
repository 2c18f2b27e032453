import type { Caller, OptionalCaller } from '../identity/roles.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Site } from '../resources/parameter.ts'
import type { Import, ImportRow } from '../store/imports/imports.ts'
import type { WritingView } from '../store/sql/create.ts'
import type { Resources } from '../store/sql/read.ts'
import type { Sent, SourceRecord } from './record.ts'

/** What is known of an import while its records are looked at or written. */
export interface ImportContext {
  readonly imported: Import
  readonly site: Site
  /** Who asked for it: the author of what it makes. */
  readonly caller: Caller
  readonly resources: Resources
}

export const kindOf = ({ kind = 'events' }: SourceRecord): ResourceName => kind

/** What is stored of a record, in the same words as long as it says the same. */
type Content = Pick<SourceRecord, 'fields' | 'exceptions' | 'translations' | 'id'>

export const contentText = ({ fields, exceptions, translations, id }: Content): string =>
  JSON.stringify({ fields, exceptions, translations, id })

/** Where the source names a thing by its identifier, what that is called is the business of another record. */
const named = (_: string, value: unknown): unknown => {
  const { external_id: id } = Object(value) as { external_id?: unknown }
  return typeof id === 'string' ? id : value
}

/** Whether two values of records mean the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, named) === JSON.stringify(other, named)

export function saysTheSame(stored: string, record: SourceRecord): boolean {
  const text = contentText(record)
  return stored === text || isSame(JSON.parse(stored), JSON.parse(text))
}

/** Empty for what could not be read, and for what was taken back. */
export const contentOf = (text: string): Content => ({
  fields: {},
  ...(JSON.parse(text) as Partial<Content>),
})

export const recordOf = ({ line, kind, external_id, record }: ImportRow): SourceRecord => ({
  line,
  kind,
  externalId: external_id,
  ...contentOf(record),
})

/** How what is here already is read, to be compared and changed. */
export const readingOf = ({
  imported,
  site,
  caller,
  resources,
}: Omit<ImportContext, 'caller'> & { readonly caller: OptionalCaller }) => ({
  resources,
  caller,
  language: imported.language,
  now: site.now,
})

export const viewOf = ({ imported, site, caller, resources }: ImportContext, fields: Sent): WritingView => ({
  site,
  caller,
  resources,
  language: typeof fields.ml_language === 'string' ? fields.ml_language : imported.language,
  note: imported.source.slice(0, 500),
})
