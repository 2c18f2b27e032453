import { sql, type Expression, type SqlBool } from 'kysely'
import type { LinkKind } from '../store/sql/schema.ts'
import { fold, searchTerms, type SearchTerms } from '../text/search.ts'
import { contains } from './contains.ts'
import type { Condition, ListContext, Order } from './listing.ts'
import type { ResourceName } from './resource.ts'
import type { TextTableName } from './kinds.ts'

/** Conditions shared by several resources. Each table is aliased by its own name. */

const column = (table: ResourceName, name: string) => sql.ref(`${table}.${name}`)

export const isAmong = (expression: Expression<unknown>, values: readonly (string | number)[]): Condition =>
  values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${expression} in (${sql.join(values)})`

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

export const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

export const not = (condition: Condition): Condition => sql<SqlBool>`not ${condition}`

/** What follows `order by`. */
export const ordering = (order: readonly Order[]) =>
  sql.join(order.map(([expression, direction]) => sql`${expression} ${sql.raw(direction)}`))

/** Resources with a text in the language. */
export const inLanguage = (table: ResourceName, language: string): Condition =>
  sql<SqlBool>`${column(table, 'languages')} like ${`% ${language} %`}`

/** Texts that `search` covers: those in the named language (or the original if there is no translation), else all. */
export function searchedLanguages(
  table: ResourceName,
  { named, onlyIn }: Pick<ListContext, 'named' | 'onlyIn'>,
): Condition[] {
  if (named === undefined) return []
  const isNamed = sql<SqlBool>`searched.language = ${named}`
  if (onlyIn !== undefined) return [isNamed]
  return [
    sql<SqlBool>`(${isNamed} or (searched.language = ${column(table, 'original_language')} and not ${inLanguage(table, named)}))`,
  ]
}

/**
 * Resources with a text for which the condition is true. If an index finds them, the query starts there; otherwise it
 * filters the list.
 */
function withText(
  table: ResourceName,
  texts: TextTableName,
  condition: Condition,
  context: ListContext,
  isIndexed: boolean,
): Condition {
  const id = column(table, 'id')
  const found = sql`from ${sql.table(texts)} as searched`
  const conditions = all([condition, ...searchedLanguages(table, context)])
  return isIndexed && context.named === context.onlyIn
    ? sql<SqlBool>`${id} in (select searched.id ${found} where ${conditions})`
    : sql<SqlBool>`exists (select 1 ${found} where searched.id = ${id} and ${conditions})`
}

/** Terms of punctuation only are searched literally, because they cannot be the end of a word. */
export function termsOf(query: string): SearchTerms {
  const terms = searchTerms(query)
  const isEmpty = terms.wanted.length === 0 && terms.unwanted.length === 0
  return isEmpty ? { wanted: [fold(query)], unwanted: [] } : terms
}

/**
 * Matches texts in one language that contain every word and every `"quoted phrase"`; excludes items of which any text
 * contains a `-word` (interface: Search).
 */
export function search(
  table: ResourceName,
  texts: TextTableName,
  query: string,
  context: ListContext,
): Condition {
  const { dialect } = context
  const { wanted, unwanted } = termsOf(query)
  const contains = (terms: readonly string[]) =>
    terms.map((term): Condition => dialect.contains(texts, 'searched', term))
  const isIndexed = (term: string) => dialect.isIndexed(term)
  return all([
    ...(wanted.length === 0
      ? []
      : [withText(table, texts, all(contains(wanted)), context, wanted.some(isIndexed))]),
    // All of them in one pass over each text, instead of one pass each.
    ...(unwanted.length === 0
      ? []
      : [not(withText(table, texts, any(contains(unwanted)), context, unwanted.every(isIndexed)))]),
  ])
}

/** The normalized name in the language, or in the original language. */
export const sortedName = (
  table: ResourceName,
  texts: TextTableName,
  language: string,
): Expression<string> => {
  const nameIn = (which: Expression<unknown>) =>
    sql`(select nullif(named.sort, '') from ${sql.table(texts)} as named where named.id = ${column(table, 'id')} and named.language = ${which})`
  return sql<string>`coalesce(${nameIn(sql`${language}`)}, ${nameIn(column(table, 'original_language'))})`
}

/** 1 if the name contains all search words, for `orderby=relevance`. */
export const nameMatches = (table: ResourceName, texts: TextTableName, query: string): Expression<number> => {
  const found = searchTerms(query).wanted.map((term) => contains(sql`named.sort`, term))
  return sql<number>`case when exists (select 1 from ${sql.table(texts)} as named where named.id = ${column(table, 'id')} and ${all(found)}) then 1 else 0 end`
}

export const lacksTranslation = (table: ResourceName, language: string): Condition =>
  not(inLanguage(table, language))

/** Resources whose translation in the language is older than their original. */
export const hasOutdatedTranslation = (
  table: ResourceName,
  texts: TextTableName,
  language: string,
): Condition =>
  sql<SqlBool>`exists (select 1 from ${sql.table(texts)} as translation where translation.id = ${column(table, 'id')} and translation.language = ${language} and translation.outdated_fields is not null)`

/** The position of an ID in the list of requested IDs. */
export const placeIn = (table: ResourceName, ids: readonly number[]) => {
  const cases = ids.map((one, place) => sql`when ${one} then ${sql.lit(place)}`)
  return ids.length === 0 ? sql`1` : sql`case ${sql.ref(`${table}.id`)} ${sql.join(cases, sql` `)} end`
}

/** The number of visible events of a target; limited to one language if the list is. */
export const eventCount = (
  kind: LinkKind,
  target: Expression<unknown>,
  { onlyIn }: Pick<ListContext, 'onlyIn'>,
): Expression<number> =>
  sql<number>`coalesce((select n from event_counts where kind = ${kind} and target = ${target} and language = ${onlyIn ?? ''}), 0)`
