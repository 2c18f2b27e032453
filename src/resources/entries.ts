import { sql, type SqlBool } from 'kysely'
import type { EntryColumns } from '../store/sql/schema.ts'
import { ValidationError } from '../errors.ts'
import { mayCreate, mayEditOthers, maySetImages, mayPublish, type OptionalCaller } from '../identity/roles.ts'
import { message, type LocalizableMessage } from '../locales/sentence.ts'
import {
  isShowable,
  momentToWall,
  outsideYears,
  toInstantAsStored,
  toWall,
  type Instant,
  type Moment,
} from '../time/index.ts'
import { isAmong, all, any } from './conditions.ts'
import { slot } from './json-template.ts'
import { entryTables } from './kinds.ts'
import { forList, InvalidParts, type Values } from './parameter.ts'
import type { ListContext, Condition } from './listing.ts'
import type { Item, Links, Lookup, ResourceName, View, Writing } from './resource.ts'
import { integer, languageOf, moment, searched } from './parameter-types.ts'
import {
  status as statusOfEntry,
  image,
  language,
  orderDirection,
  page,
  fallback,
  context,
  statusesToList,
  unpublishedStatuses,
  type Status,
} from './common-parameters.ts'
import { ids } from './parameter-lists.ts'

/** Shared by events, venues and organizers: author, publication, status, image. */

/** Representations on an alias have strings, which can be sent back. */
const idOrText = { type: ['integer', 'string'] }

export const authorship = (published: { default?: null } = {}) => ({
  author: { ...integer('Author user ID', { ...published, accepted: idOrText }), empty: 'refused' as const },
  date: moment('Publication date, in the site time zone', published),
  date_utc: moment('Publication date, in UTC', published),
})

export const publicationStatus = (published: { default?: null } = {}) =>
  statusOfEntry('Publication status', published)

export const picture = (published: { default?: null } = {}) => image('Featured image ID or URL', published)

type EntryValues = Values<
  ReturnType<typeof authorship> & { status: ReturnType<typeof publicationStatus> }
> & {
  image?: number | string | null
}

export const entryList = {
  ...page,
  ...forList({
    search: searched(
      'Search words; each must occur in the title, the description or the excerpt; at most 32 words and phrases, at most 10 of them after "-"',
    ),
    status: statusesToList('Publication status, a list of these, or any'),
    include: ids('Limit to the given IDs'),
    exclude: ids('Exclude the given IDs'),
    author: integer('Limit to entries of the given author', { minimum: 0 }),
    missing_translation: languageOf('Limit to entries without a text in the given language'),
    outdated_translation: languageOf(
      'Limit to entries whose text in the given language is older than the original',
    ),
    ...context,
    ...fallback,
    order: orderDirection,
  }),
  ...language,
}

/** Whether it is the present author, who may be nobody or have been deleted. */
async function isAuthorOf(author: number, { db, targetId = 0 }: Lookup): Promise<boolean> {
  const found = entryTables.map((table) =>
    db
      .selectFrom(table)
      .select('id')
      .where('id', '=', targetId)
      .where('author', '=', author)
      .executeTakeFirst(),
  )
  return (await Promise.all(found)).some((row) => row !== undefined)
}

async function checkAuthor(author: number, lookup: Lookup) {
  const { db, errors } = lookup
  const found = await db.selectFrom('users').select('id').where('id', '=', author).executeTakeFirst()
  if (found === undefined && !(await isAuthorOf(author, lookup)))
    errors.set(
      'author',
      ValidationError.of('rest_invalid_author', 'There is no user with the ID {id}.', { id: author }),
    )
}

async function checkImage(id: number, { db, errors }: Lookup) {
  const found = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined)
    errors.set(
      'image',
      ValidationError.of('rest_invalid_image', 'There is no image with the ID {id}.', { id }),
    )
}

export async function checkEntry({ author, image: pictured }: EntryValues, lookup: Lookup): Promise<void> {
  if (typeof author === 'number') await checkAuthor(author, lookup)
  if (typeof pictured === 'number') await checkImage(pictured, lookup)
}

/** Whether an image is sent that the entry does not have, as its ID or as the URL that it is a link to. */
function setsImage({ image }: EntryValues, former: Item | undefined): boolean {
  const has = (former?.row as Partial<EntryColumns> | undefined)?.image
  return Boolean(image) && image !== has && image !== former?.image?.url
}

/**
 * Setting another author requires permission to edit others' entries; another image requires the role author, because
 * contributors send back what editors have added.
 */
export function entryBreaches(
  values: EntryValues,
  caller: OptionalCaller,
  former?: Item,
): Record<string, LocalizableMessage> {
  const author = (former?.row as Partial<EntryColumns> | undefined)?.author ?? caller?.id
  const isHandedOver = typeof values.author === 'number' && values.author !== author
  return {
    ...(isHandedOver && !mayEditOthers(caller)
      ? { author: message('Only editors can set another user as the author.') }
      : {}),
    ...(setsImage(values, former) && !maySetImages(caller)
      ? { image: message('Only authors and editors can set an image.') }
      : {}),
  }
}

function publication({ date, date_utc }: EntryValues, timezone: string, former: Instant): Instant {
  const [name, moment, zone] = date
    ? (['date', date as Moment, timezone] as const)
    : (['date_utc', date_utc as Moment | undefined, 'UTC'] as const)
  if (!moment) return former
  const instant =
    'instant' in moment ? moment.instant : toInstantAsStored(momentToWall(moment, zone), zone, former)
  if (!isShowable(moment, zone) || !isShowable({ instant, hasTime: true }, timezone))
    throw InvalidParts.of(name, outsideYears())
  return instant
}

/** Contributors cannot publish; entries with a future publication date have the status `future` (interface: Roles, Dates and times). */
function statusOf(requested: Status, date: Instant, now: Instant, caller: OptionalCaller): Status {
  if (requested !== 'publish' && requested !== 'future') return requested
  if (!mayPublish(caller)) return 'pending'
  return date > now ? 'future' : 'publish'
}

/** The columns that all entries have in common. */
export function draftEntry(values: EntryValues, { site, caller, former }: Writing) {
  const row = former?.row as EntryColumns | undefined
  const date = publication(values, site.timezone, row?.date ?? site.now)
  const requested =
    values.status ?? (row?.status as Status | undefined) ?? (mayPublish(caller) ? 'publish' : 'draft')
  const isUntouched = row !== undefined && values.status == null && row.date === date
  return {
    author: values.author ?? row?.author ?? caller?.id ?? 0,
    date,
    status: isUntouched ? row.status : statusOf(requested, date, site.now, caller),
    modified: site.now,
  }
}

/** Removes values that were not sent, so that an update merges. */
export const sentOnly = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

/** A flag as a column: the value sent, else the previous one; a cleared flag gets the default. */
export const setFlag = (
  sent: boolean | null | undefined,
  kept: number | undefined,
  unsent: boolean,
): number => (sent === null ? Number(unsent) : Number(sent ?? kept ?? unsent))

/** Statuses that the caller sees by default: published entries, and unpublished ones that the caller may read. */
export function visibleEntries(
  table: ResourceName,
  status: Status[] | 'any' | undefined,
  { caller }: ListContext,
): Condition {
  const column = sql.ref(`${table}.status`)
  const wanted = status === undefined || status === 'any' ? ['publish', ...unpublishedStatuses] : status
  if (mayEditOthers(caller)) return isAmong(column, wanted)
  const own = wanted.filter((one) => one !== 'publish')
  const published = wanted.includes('publish') ? [isAmong(column, ['publish'])] : []
  if (!mayCreate(caller, table) || own.length === 0) return any(published)
  const isOwn = sql<SqlBool>`${sql.ref(`${table}.author`)} = ${caller?.id ?? 0}`
  return any([...published, all([isOwn, isAmong(column, own)])])
}

/** `date` and `modified` are in the site time zone, `*_utc` in UTC (interface: Publication dates). */
const dated = ({ date, modified }: EntryColumns, timezone: string) => ({
  date: toWall(date, timezone),
  date_utc: toWall(date, 'UTC'),
  modified: toWall(modified, timezone),
  modified_utc: toWall(modified, 'UTC'),
})

/**
 * The URL of a page. Languages other than the site's default are a path segment before the prefix (interface: Web
 * pages).
 */
export const pageUrl = (
  { links, languages, prefix }: Pick<View, 'languages' | 'prefix'> & { readonly links: Pick<Links, 'site'> },
  language: string,
  path: string,
): string =>
  `${links.site}${languages.indexOf(language) > 0 ? `/${language}` : ''}${prefix}/${encodeURI(path)}/`

/** The path of a page: ancestors come first, in the same language where possible. */
export const pagePath = (
  root: string,
  { ancestors = [] }: Pick<Item, 'ancestors'>,
  language: string,
  slug: string,
) => [root, ...ancestors.map((one) => one.slugs[language] ?? one.slug), slug].join('/')

const globalId = ({ host }: Links, id: number) => `${host}?id=${id}`

export const globalIds = (id: number, { links }: View) => ({
  global_id: globalId(links, id),
  global_id_lineage: [globalId(links, id)],
})

/** Aliases return the author as a string, because clients of The Events Calendar expect that (interface: Aliases). */
export const presentAuthor = (id: number, { hasTextAuthors }: Links): number | string =>
  hasTextAuthors ? String(id) : id

/** The fields that come first in the representation of every entry. */
export const presentEntry = (item: Item, singular: string, collection: string, view: View) => {
  const row = item.row as EntryColumns & Item['row']
  return {
    author: view.hasSlots ? slot('author', [row.author]) : presentAuthor(row.author, view.links),
    status: row.status,
    ...dated(row, view.timezone),
    url: pageUrl(view, item.language, `${singular}/${item.text.slug ?? ''}`),
    rest_url: `${view.links.rest}/${collection}/${item.id}`,
  }
}

/** Languages removed from the settings can no longer be read, so their texts are not linked. */
const offered = (item: Item, { languages }: View) =>
  Object.entries(item.translations).filter(([language]) => languages.includes(language))

/** The language of the content, and the available languages (interface: Languages). */
export const presentLanguages = (item: Item, path: string, collection: string, view: View) => ({
  language: item.language,
  original_language: item.row.original_language,
  is_fallback: item.isFallback,
  ...(view.isForEditing ? { own_fields: item.ownFields } : {}),
  translations: Object.fromEntries(
    offered(item, view).map(([language, { slug, title, modified, outdatedFields }]) => [
      language,
      {
        slug: slug ?? item.text.slug,
        url: pageUrl(view, language, pagePath(path, item, language, slug ?? item.text.slug ?? '')),
        rest_url: `${view.links.rest}/${collection}/${item.id}?ml_language=${language}`,
        title,
        modified_utc: toWall(modified, 'UTC'),
        ...(outdatedFields === undefined ? {} : { is_outdated: true }),
        ...(outdatedFields?.length ? { outdated_fields: outdatedFields } : {}),
      },
    ]),
  ),
})
