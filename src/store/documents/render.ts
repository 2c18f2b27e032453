import type { Kysely, Transaction } from 'kysely'
import type { Config } from '../../config.ts'
import { prepareByIds } from '../sql/prepared-queries.ts'
import { loadInLanguages } from '../sql/read.ts'
import { insertRows } from '../sql/insert-rows.ts'
import type { Database } from '../sql/schema.ts'
import type { EventItem } from '../../resources/events/item.ts'
import { isSeries } from '../../resources/events/listing.ts'
import { resources } from '../../resources/index.ts'
import { linkSlots, toTextWithSlots } from '../../resources/json-template.ts'
import { shareTurn } from '../../turn.ts'
import type { OptionalCaller } from '../../identity/roles.ts'
import type { AnyRow, Item, Links, Resource, View } from '../../resources/resource.ts'
import type { StoredDocument } from './stored-documents.ts'

/**
 * Published events as everybody reads them, rendered in the transaction that changes them: in each language that they
 * have a text in, and in the site's own. What is not there is rendered when it is asked for.
 */

/** What a representation depends on besides the data. */
export type RenderingSettings = Pick<Config, 'languages' | 'timezone' | 'currency' | 'prefix'>

/** Where rendering begins: what it imports is what documents depend on. */
export const renderModule = import.meta.url

/** Who reads an item, and how. */
export interface ViewOptions {
  readonly links: Links
  readonly language: string
  readonly caller: OptionalCaller
  readonly isSingle?: boolean
  readonly isUnlocked?: boolean
}

export const viewOf = (
  { languages, timezone, currency, prefix }: RenderingSettings,
  { links, language, caller, isSingle = false, isUnlocked = false }: ViewOptions,
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
})

/** How visitors read, with slots for what changes by itself. */
export const viewWithSlots = (settings: RenderingSettings, language: string, isSingle = false): View => ({
  ...viewOf(settings, { links: linkSlots, language, caller: undefined, isSingle }),
  hasSlots: true,
})

interface Rendered {
  readonly text: string
  /** What single reads carry besides it. */
  readonly jsonLd: string
}

/** An item of a list as text with slots. */
export const renderListed = (
  resource: Resource,
  item: Item,
  settings: RenderingSettings,
  language: string,
): string => toTextWithSlots(resource.present(item, viewWithSlots(settings, language)))

/** An item as text with slots, and what single reads have besides it. */
export function render(
  resource: Resource,
  item: Item,
  settings: RenderingSettings,
  language: string,
): Rendered {
  const { json_ld = null, ...shown } = resource.present(item, viewWithSlots(settings, language, true))
  return { text: toTextWithSlots(shown), jsonLd: toTextWithSlots(json_ld) }
}

/** The languages of the site that an item has a text in, and the site's own. */
const renderedLanguages =
  ({ languages: [own = '', ...others] }: RenderingSettings) =>
  ({ languages }: AnyRow): string[] => [
    own,
    ...others.filter((language) => languages.includes(` ${language} `)),
  ]

type Document = Omit<StoredDocument, 'rendering'>

function documentOf(item: Item, language: string, settings: RenderingSettings): Document[] {
  const { id, row, translations } = item
  // What a series shows changes with its occurrences, and with the clock.
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

/** What anybody may read of these events, in each of their languages. */
export async function eventDocuments(
  db: Kysely<Database>,
  ids: readonly number[],
  settings: RenderingSettings,
): Promise<Document[]> {
  const items = await loadInLanguages(
    db,
    resources.events,
    ids,
    settings.languages,
    renderedLanguages(settings),
  )
  const documents: Document[] = []
  for (const { item, language } of items) {
    documents.push(...documentOf(item, language, settings))
    await shareTurn()
  }
  return documents
}

const eventBatchSize = 50

const deleteDocumentsById = prepareByIds((db, ids) => db.deleteFrom('event_documents').where('id', 'in', ids))

/** Renders these events anew; those that nobody but their editors may read have no documents. */
export async function renderDocuments(
  trx: Transaction<Database>,
  ids: readonly number[],
  settings: RenderingSettings,
  rendering: number,
): Promise<void> {
  for (let first = 0; first < ids.length; first += eventBatchSize) {
    const some = ids.slice(first, first + eventBatchSize)
    await replaceDocuments(trx, some, await eventDocuments(trx, some, settings), rendering)
  }
}

/** These documents take the place of all that these events have. */
export async function replaceDocuments(
  trx: Transaction<Database>,
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
