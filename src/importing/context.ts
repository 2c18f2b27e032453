import type { Caller, OptionalCaller } from '../identity/roles.ts'
import type { ResourceName } from '../resources/kinds.ts'
import type { Site } from '../resources/parameter.ts'
import type { Import, ImportRow } from '../store/imports/imports.ts'
import type { WritingView } from '../store/sql/create.ts'
import type { Resources } from '../store/sql/read.ts'
import { firstCharacters } from '../text/characters.ts'
import { identifierOf, type Content, type Sent, type SourceRecord } from './record.ts'

/** The context in which the records of an import are checked and written. */
export interface ImportContext {
  readonly imported: Import
  readonly site: Site
  /** The user who requested the import and becomes the author of what it creates. */
  readonly caller: Caller
  readonly resources: Resources
}

export const kindOf = ({ kind = 'events' }: SourceRecord): ResourceName => kind

/** Serialized in a fixed order, so that equal records have equal texts. */
export const contentText = ({ fields, exceptions, translations, id, withdrawn }: Content): string =>
  JSON.stringify({ fields, exceptions, translations, id, withdrawn })

/** Compares linked resources by external ID alone, because their names belong to other records. */
const named = (_: string, value: unknown): unknown => identifierOf(value) ?? value

/** Whether two values of records are equivalent. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, named) === JSON.stringify(other, named)

export function hasSameContent(stored: string, record: SourceRecord): boolean {
  const text = contentText(record)
  return stored === text || isSame(JSON.parse(stored), JSON.parse(text))
}

/** Parses a stored record, which is empty if it could not be read or the import was undone. */
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

/** The parameters for loading existing resources to compare and update them. */
export const loadOptionsOf = ({
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
  note: firstCharacters(imported.source, 500),
})
