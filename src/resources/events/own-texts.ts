import { sql, type SqlBool } from 'kysely'
import type { Instant } from '../../time/index.ts'
import { all, any, hasOutdatedTranslation, isAmong, lacksTranslation, not } from '../conditions.ts'
import type { Condition } from '../listing.ts'
import { searchedTexts } from './inheritance.ts'
import { seriesListings } from './hide-from-listings.ts'

/**
 * What is translated: single events, series in place of their occurrences, and occurrences that override a text
 * (interface: Series). URLs and amounts are not translated.
 */

const isOccurrence: Condition = sql<SqlBool>`events.recurrence_id is not null`

const overridesLike = (pattern: string): Condition => sql<SqlBool>`events.overrides like ${pattern}`

const isSeries = isAmong(sql.ref('events.hide_from_listings'), seriesListings)

/** What has not ended before this day; a series, if one of its occurrences has not. */
const isAhead = (today: Instant): Condition =>
  any([
    all([not(isSeries), sql<SqlBool>`events.end_utc >= ${today}`]),
    all([
      isSeries,
      sql<SqlBool>`exists (select 1 from events as occurrences where occurrences.post_parent = events.id
        and occurrences.recurrence_id is not null and occurrences.status <> 'trash'
        and occurrences.end_utc >= ${today})`,
    ]),
  ])

export const hasOwnTexts = (today: Instant): Condition[] => [
  isAhead(today),
  any([
    not(isOccurrence),
    ...searchedTexts.flatMap((name) => [overridesLike(`% ${name} %`), overridesLike(`% ${name}@%`)]),
  ]),
]

/** Whether a text is that of the occurrence itself, but in the language still that of its series. */
const isUntranslated = (name: string, language: string): Condition =>
  all([
    overridesLike(`% ${name} %`),
    not(overridesLike(`% ${name}@${language} %`)),
    sql<SqlBool>`${sql.ref(`own.${name}`)} <> ''`,
  ])

/** The translation that an occurrence takes from its series says nothing about the texts it overrides. */
export const lacksOwnTranslation = (language: string): Condition =>
  any([
    all([not(isOccurrence), lacksTranslation('events', language)]),
    all([
      isOccurrence,
      sql<SqlBool>`events.original_language <> ${language}`,
      sql<SqlBool>`exists (select 1 from event_texts as own where own.id = events.id
        and own.language = events.original_language
        and ${any(searchedTexts.map((name) => isUntranslated(name, language)))})`,
    ]),
  ])

/** What an occurrence takes from its series is translated there. */
export const hasOwnOutdatedTranslation = (language: string): Condition =>
  all([
    hasOutdatedTranslation('events', 'event_texts', language),
    any([not(isOccurrence), overridesLike(`%@${language} %`)]),
    not(lacksOwnTranslation(language)),
  ])
