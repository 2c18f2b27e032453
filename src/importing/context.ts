import type { Caller } from '../identity/roles.ts'
import type { Site } from '../resources/parameter.ts'
import type { Import, ImportRow } from '../store/imports.ts'
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

/** What is stored of a record, in the same words as long as it says the same. */
export type Content = Pick<SourceRecord, 'fields' | 'exceptions'>

export const contentText = ({ fields, exceptions }: Content): string =>
  JSON.stringify(exceptions === undefined ? { fields } : { fields, exceptions })

/** Empty for what could not be read, and for what was taken back. */
export const contentOf = (text: string): Content => ({
  fields: {},
  ...(JSON.parse(text) as Partial<Content>),
})

export const recordOf = ({ line, external_id, record }: ImportRow): SourceRecord => ({
  line,
  externalId: external_id,
  ...contentOf(record),
})

export const viewOf = ({ imported, site, caller, resources }: ImportContext, fields: Sent): WritingView => ({
  site,
  caller,
  resources,
  language: typeof fields.ml_language === 'string' ? fields.ml_language : imported.language,
  note: imported.source.slice(0, 500),
})
