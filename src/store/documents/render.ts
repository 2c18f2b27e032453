import { batchesOf } from '../../batches-of.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../../config.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { loadInLanguages } from '../sql/read.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { Database } from '../sql/schema.ts'
import type { EventItem } from '../../resources/events/item.ts'
import { isSeries } from '../../resources/events/hide-from-listings.ts'
import { resources } from '../../resources/index.ts'
import { linkSlots, toTextWithSlots } from '../../resources/json-template.ts'
import { yieldIfDue } from '../../yielding.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import type { AnyRow, Item, Links, Resource, View } from '../../resources/resource.ts'
import type { StoredDocument } from './stored-documents.ts'
import type { Trx } from '../sql/write-queue.ts'

/**
 * Public representations of published events, rendered in the transaction that changes them: in each language that they
 * have a text in, and in the site's default language. Missing ones are rendered on demand.
 */

/** What a representation depends on besides the data. */
export type RenderingSettings = Pick<Config, 'languages' | 'timezone' | 'currency' | 'prefix'>

/** Who reads an item, and how. */
export interface ViewOptions {
  readonly links: Links
  readonly language: string
  readonly caller: OptionalCaller
  readonly isSingle?: boolean
  readonly isUnlocked?: boolean
  readonly isForEditing?: boolean
}

export const viewOf = (
  { languages, timezone, currency, prefix }: RenderingSettings,
  { links, language, caller, isSingle = false, isUnlocked = false, isForEditing = false }: ViewOptions,
): View => ({
  links,
  language,
  languages,
  prefix,
  timezone,
  currency,
  caller,
  isSingle,
  isUnlocked,
  isForEditing,
})

/** The view of visitors, with slots for what changes independently of the item. */
export const viewWithSlots = (settings: RenderingSettings, language: string, isSingle = false): View => ({
  ...viewOf(settings, { links: linkSlots, language, caller: undefined, isSingle }),
  hasSlots: true,
})

interface Rendered {
  readonly text: string
  /** The structured data of single reads. */
  readonly jsonLd: string
}

/** An item of a list as text with slots. */
export const renderListed = (
  resource: Resource,
  item: Item,
  settings: RenderingSettings,
  language: string,
): string => toTextWithSlots(resource.present(item, viewWithSlots(settings, language)))

/** An item as text with slots, and its structured data for single reads. */
function render(resource: Resource, item: Item, settings: RenderingSettings, language: string): Rendered {
  const { json_ld = null, ...shown } = resource.present(item, viewWithSlots(settings, language, true))
  return { text: toTextWithSlots(shown), jsonLd: toTextWithSlots(json_ld) }
}

/** The site's default language, and its other languages that an item has a text in. */
const renderedLanguages =
  ({ languages: [own = '', ...others] }: RenderingSettings) =>
  ({ languages }: AnyRow): string[] => [
    own,
    ...others.filter((language) => languages.includes(` ${language} `)),
  ]

type Document = Omit<StoredDocument, 'rendering'>

function documentOf(item: Item, language: string, settings: RenderingSettings): Document[] {
  const { id, row, translations } = item
  // What a series shows changes with its occurrences, and with time.
  if (row.status !== 'publish' || isSeries(row as unknown as EventItem['row'])) return []
  const { text, jsonLd } = render(resources.events, item, settings, language)
  return [
    {
      id,
      language,
      text_language: item.language,
      languages: Object.keys(translations).join(' '),
      has_password: row.password === null ? 0 : 1,
      text,
      json_ld: jsonLd,
    },
  ]
}

/** The public documents of these events, in each of their languages. */
export async function eventDocuments(
  db: Kysely<Database>,
  ids: readonly number[],
  settings: RenderingSettings,
): Promise<Document[]> {
  const items = await loadInLanguages(db, resources.events, ids, {
    languages: settings.languages,
    languagesOf: renderedLanguages(settings),
    // Series have no documents.
    now: undefined,
  })
  const documents: Document[] = []
  for (const { item, language } of items) {
    documents.push(...documentOf(item, language, settings))
    await yieldIfDue()
  }
  return documents
}

const eventBatchSize = 50

const deleteDocumentsById = prepareByIds((db, ids) => db.deleteFrom('event_documents').where('id', 'in', ids))

/** Renders these events again; events that only editors may read get no documents. */
export async function renderDocuments(
  trx: Trx,
  ids: readonly number[],
  settings: RenderingSettings,
  rendering: number,
): Promise<void> {
  for (const some of batchesOf(ids, eventBatchSize))
    await replaceDocuments(trx, some, await eventDocuments(trx, some, settings), rendering)
}

/** Replaces all documents of these events. */
export async function replaceDocuments(
  trx: Trx,
  ids: readonly number[],
  documents: readonly Document[],
  rendering: number,
): Promise<void> {
  await deleteDocumentsById(trx, ids)
  await insertRows(
    trx,
    'event_documents',
    documents.map((document) => ({ ...document, rendering })),
  )
}
