import { sql, type SqlBool } from 'kysely'
import type { TermColumns, TermTextTable } from '../store/sql/schema.ts'
import { termExists } from '../errors.ts'
import { slot } from './json-template.ts'
import { htmlToText } from '../text/html.ts'
import { slugSought } from '../text/slug.ts'
import {
  eventCount,
  hasOutdatedTranslation,
  isAmong,
  lacksTranslation,
  not,
  placeIn,
  search,
  sortedName,
} from './conditions.ts'
import { pagePath, pageUrl, presentLanguages, sentOnly } from './entries.ts'
import { linkedFrom } from './event-visibility.ts'
import { checkEvent, nameKey } from './reference-checks.ts'
import { forList, required, type Parameters, type Values } from './parameter.ts'
import { neutral, type Condition, type Filters, type ListContext, type Order } from './listing.ts'
import type { Draft, Item, ItemOf, Lookup, Resource, View } from './resource.ts'
import { choice, flag, html, integer, languageOf, plain, searched, slug } from './parameter-types.ts'
import { context, fallback, language, orderDirection, page } from './common-parameters.ts'
import { ids, texts } from './parameter-lists.ts'
import type { Trx } from '../store/sql/write-queue.ts'

/** Shared by categories and tags: both are terms, distinguished by their taxonomy (interface: Categories, Lists of categories and tags). */

export const termFields = (noun: 'category' | 'tag') => ({
  name: required(plain(noun === 'category' ? 'Category name' : 'Tag name')),
  description: html(noun === 'category' ? 'Category description' : 'Tag description'),
  slug: slug(noun === 'category' ? 'Category slug' : 'Tag slug'),
})

const orders = ['name', 'slug', 'id', 'count', 'description', 'parent', 'include'] as const

export const termList = {
  ...page,
  ...forList({
    search: searched(
      'Limit to matches in the name, the slug or the description; at most 32 words and phrases, at most 10 of them after "-"',
    ),
    exclude: ids('Exclude the given IDs'),
    include: ids('Limit to the given IDs'),
    order: orderDirection,
    orderby: choice('Term field to sort by', orders),
    hide_empty: flag('Hide terms without visible events', { default: true }),
    post: integer('Terms assigned to the given post', { minimum: 0 }),
    event: integer('Terms assigned to the given event', { minimum: 0 }),
    slug: texts('Terms with the given slug'),
    missing_translation: languageOf('Limit to terms without a text in the given language'),
    outdated_translation: languageOf(
      'Limit to terms whose text in the given language is older than the original',
    ),
    ...context,
    ...fallback,
  }),
  ...language,
}

type TermListValues = Values<typeof termList>
type TermTable = 'categories' | 'tags'
export type TermItem = ItemOf<TermColumns & { parent?: number; shown_hue?: number }, TermTextTable>

const textsOf = { categories: 'category_texts', tags: 'tag_texts' } as const

const itself = (table: TermTable) => sql.ref(`${table}.id`)

/** A category counts as used if one of its descendants is used. */
const isUsed = (table: TermTable, context: ListContext): Condition =>
  table === 'tags'
    ? sql<SqlBool>`${eventCount('tags', itself('tags'), context)} > 0`
    : sql<SqlBool>`exists (select 1 from category_tree where ancestor = categories.id and ${eventCount('categories', sql.ref('category_tree.descendant'), context)} > 0)`

export const termFilters = (table: TermTable): Filters<typeof termList> => ({
  search: { sql: (query, context) => search(table, textsOf[table], query, context) },
  exclude: { sql: (ids) => not(isAmong(itself(table), ids)) },
  include: { sql: (ids) => isAmong(itself(table), ids) },
  hide_empty: { sql: (isHidden, context) => (isHidden ? isUsed(table, context) : undefined) },
  post: { sql: (id, context, { event }) => linkedFrom(event ?? id, table, itself(table), context) },
  event: { sql: (id, context) => linkedFrom(id, table, itself(table), context) },
  slug: {
    sql: (slugs) =>
      sql<SqlBool>`${itself(table)} in (select id from ${sql.table(textsOf[table])} where live = 1 and ${isAmong(
        sql.ref('slug'),
        slugs.map(slugSought),
      )})`,
  },
  missing_translation: { sql: (language) => lacksTranslation(table, language) },
  outdated_translation: { sql: (language) => hasOutdatedTranslation(table, textsOf[table], language) },
  context: neutral,
})

const localized = (table: TermTable, column: 'slug' | 'description', language: string) => {
  const inLanguage = (which: ReturnType<typeof sql>) =>
    sql`(select ${sql.ref(`texts.${column}`)} from ${sql.table(textsOf[table])} as texts where texts.id = ${sql.ref(`${table}.id`)} and texts.language = ${which})`
  return sql`coalesce(${inLanguage(sql`${language}`)}, ${inLanguage(sql`${sql.ref(`${table}.original_language`)}`)}, '')`
}

/** ASCII letters ignore case, because all databases order these in the same way. */
const sortedDescription = (table: TermTable, { dialect, language }: ListContext) =>
  sql`lower(${localized(table, 'description', language)} collate ${sql.id(dialect.codePointCollation)})`

const termOrder =
  (table: TermTable) =>
  ({ orderby, order, include }: TermListValues, context: ListContext): Order[] => {
    const way = order ?? 'asc'
    const id: Order = [sql.ref(`${table}.id`), way]
    const first: Record<(typeof orders)[number], () => Order[]> = {
      name: () => [[sortedName(table, textsOf[table], context.language), way]],
      slug: () => [[localized(table, 'slug', context.language), way]],
      id: () => [],
      count: () => [[eventCount(table, itself(table), context), way]],
      description: () => [[sortedDescription(table, context), way]],
      parent: () => (table === 'categories' ? [[sql.ref('categories.parent'), way]] : []),
      include: () => [[placeIn(table, include ?? []), way]],
    }
    return [...first[orderby ?? 'name'](), id]
  }

/** Empty terms are hidden by default. */
export const planTerms = (values: TermListValues) => ({
  values: { ...values, hide_empty: values.hide_empty ?? true },
  shown: {},
})

export async function checkTermList({ post, event }: TermListValues, lookup: Lookup): Promise<void> {
  if (event != null) await checkEvent('event', event, lookup)
  else if (post != null) await checkEvent('post', post, lookup)
}

/** Names of terms are unique under one parent, ignoring case, in any language (interface: Requests). */
const refuseSameName =
  (table: TermTable) =>
  async (trx: Trx, { row, text }: Draft, former?: Item): Promise<void> => {
    const formerParent = (former?.row as { parent?: number } | undefined)?.parent ?? 0
    const parent = row.parent ?? formerParent
    const own = former === undefined ? [] : await namesOf(trx, table, former.id)
    const names = typeof text.name === 'string' ? [nameKey(text.name)] : own
    // Categories of one name may come together when the one between them and their parent is deleted.
    if (parent === formerParent && names.every((name) => own.includes(name))) return
    const twin = await trx
      .selectFrom(`${textsOf[table]} as texts`)
      .select('texts.id')
      .where('texts.name_key', 'in', names)
      .where('texts.id', '<>', former?.id ?? 0)
      .$if(table === 'categories', (query) =>
        query.where(sql<SqlBool>`texts.id in (select id from categories where parent = ${parent})`),
      )
      .executeTakeFirst()
    if (twin !== undefined) throw termExists(twin.id)
  }

async function namesOf(trx: Trx, table: TermTable, id: number): Promise<string[]> {
  const rows = await trx.selectFrom(textsOf[table]).select('name_key').where('id', '=', id).execute()
  return rows.map(({ name_key }) => name_key ?? '')
}

interface TermValues {
  readonly name?: string | null
  readonly description?: string | null
  readonly slug?: string | null
}

export const draftTerm = ({ name, description, slug: words }: TermValues, now: number): Draft => ({
  row: { modified: now },
  text: sentOnly({ name, name_key: name && nameKey(name), description, slug: words }),
})

const places = {
  categories: { taxonomy: 'event_category', page: 'events/category', kind: 'category' },
  tags: { taxonomy: 'event_tag', page: 'events/tag', kind: 'tag' },
} as const

/** A term as part of an event: without page and meta (interface: Categories). */
const presentLinkedTerm =
  (table: TermTable) =>
  ({ id, count, row, text }: TermItem, { links, hasSlots }: View): Record<string, unknown> => ({
    id,
    count: hasSlots ? slot(`${table}Count`, [id]) : count,
    description: text.description ?? '',
    name: text.name ?? '',
    slug: text.slug ?? '',
    taxonomy: places[table].taxonomy,
    ...(row.parent === undefined ? {} : { parent: row.parent, hue: row.shown_hue }),
    urls: {
      self: `${links.rest}/${table}/${id}`,
      collection: `${links.rest}/${table}`,
      ...(row.parent ? { up: `${links.rest}/${table}/${row.parent}` } : {}),
    },
  })

const presentTerm =
  (table: TermTable) =>
  (item: TermItem, view: View): Record<string, unknown> => {
    const { urls, ...term } = presentLinkedTerm(table)(item, view)
    const { page: path } = places[table]
    const own = pagePath(path, item, item.language, item.text.slug ?? '')
    return {
      ...term,
      meta: {},
      url: pageUrl(view, item.language, own),
      urls,
      ...presentLanguages(item as Item, path, table, view),
    }
  }

export const termDeclaration = <F extends Parameters>(table: TermTable, fields: F) =>
  ({
    name: table,
    singular: places[table].kind,
    family: 'terms',
    identifiedBy: ['id'],
    texts: textsOf[table],
    titleField: 'name',
    translated: ['name', 'description'],
    fields,
    searched: (_: unknown, text: TermItem['text']) => [
      text.name,
      text.slug,
      htmlToText(text.description ?? ''),
    ],
    order: termOrder(table),
    beforeWrite: refuseSameName(table),
    present: presentTerm(table),
    presentLinked: presentLinkedTerm(table),
    linkedAs: table,
  }) satisfies Partial<Resource<F, never, TermItem>>
