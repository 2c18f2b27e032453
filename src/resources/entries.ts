import { sql, type SqlBool } from 'kysely'
import type { EntryColumns } from '../store/sql/schema.ts'
import { Invalid } from '../errors.ts'
import { mayCreate, mayEditOthers, mayGiveImages, mayPublish, type Asker } from '../identity/roles.ts'
import { say, type Sentence } from '../locales/sentence.ts'
import { momentToInstant, toWall, type Instant, type Moment } from '../time/index.ts'
import { isAmong, all, any } from './conditions.ts'
import { forList, type Values } from './parameter.ts'
import type { ListContext, Condition, Item, Links, Lookup, ResourceName, View, Writing } from './resource.ts'
import {
  state as stateOfEntry,
  ids,
  image,
  integer,
  language,
  languageOf,
  moment,
  orderDirection,
  page,
  fallback,
  context,
  searched,
  statesToList,
  unpublishedStates,
  type State,
} from './vocabulary.ts'

/** What events, venues and organizers share: an author, a publication, a state, an image. */

export const authorship = (published: { default?: null } = {}) => ({
  author: { ...integer('Author user ID', published), empty: 'refused' as const },
  date: moment('Publication date, in the time zone of the site', published),
  date_utc: moment('Publication date, in UTC', published),
})

export const state = (published: { default?: null } = {}) => stateOfEntry('Post status', published)

export const picture = (published: { default?: null } = {}) => image('Featured image ID or URL', published)

type EntryValues = Values<ReturnType<typeof authorship> & { status: ReturnType<typeof state> }> & {
  image?: number | string | null
}

export const entryList = {
  ...page,
  ...forList({
    search: searched('Every word, in the title, the description or the excerpt'),
    status: statesToList('Post status; several as a list, or any'),
    include: ids('Limit to the given IDs'),
    exclude: ids('Leave out the given IDs'),
    author: integer('Limit to entries of the given user', { minimum: 0 }),
    missing_translation: languageOf('Limit to entries that lack a text in the given language'),
    outdated_translation: languageOf(
      'Limit to entries whose text in the given language is older than the original',
    ),
    ...context,
    ...fallback,
    order: orderDirection(),
  }),
  ...language,
}

async function checkAuthor(author: number, { db, faults }: Lookup) {
  const found = await db.selectFrom('users').select('id').where('id', '=', author).executeTakeFirst()
  if (found === undefined)
    faults.set(
      'author',
      new Invalid('rest_invalid_author', say('There is no user with the id {id}.', { id: author })),
    )
}

async function checkImage(id: number, { db, faults }: Lookup) {
  const found = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  if (found === undefined)
    faults.set('image', new Invalid('rest_invalid_image', say('There is no image with the id {id}.', { id })))
}

export async function checkEntry({ author, image: pictured }: EntryValues, lookup: Lookup): Promise<void> {
  if (typeof author === 'number') await checkAuthor(author, lookup)
  if (typeof pictured === 'number') await checkImage(pictured, lookup)
}

/** An author may be set to somebody else only by those who edit others' entries; images take an author. */
export function entryBreaches(values: EntryValues, asker: Asker, former?: Item): Record<string, Sentence> {
  const author = (former?.row as Partial<EntryColumns> | undefined)?.author ?? asker?.id
  const isHandedOver = typeof values.author === 'number' && values.author !== author
  return {
    ...(isHandedOver && !mayEditOthers(asker)
      ? { author: say('Only editors may make somebody else the author.') }
      : {}),
    ...(values.image && !mayGiveImages(asker)
      ? { image: say('Only authors and editors may give an image.') }
      : {}),
  }
}

function publication({ date, date_utc }: EntryValues, timezone: string, former: Instant): Instant {
  if (date) return momentToInstant(date as Moment, timezone)
  return date_utc ? momentToInstant(date_utc as Moment, 'UTC') : former
}

/** A contributor never publishes; what is published for later waits as `future` (contract §2, §4). */
function stateOf(asked: State, date: Instant, now: Instant, asker: Asker): State {
  if (asked !== 'publish' && asked !== 'future') return asked
  if (!mayPublish(asker)) return 'pending'
  return date > now ? 'future' : 'publish'
}

/** Columns of what an entry has in common with others. */
export function draftEntry(values: EntryValues, { site, asker, former }: Writing) {
  const row = former?.row as EntryColumns | undefined
  const date = publication(values, site.timezone, row?.date ?? site.now)
  const asked =
    values.status ?? (row?.status as State | undefined) ?? (mayPublish(asker) ? 'publish' : 'draft')
  const isUntouched = row !== undefined && values.status == null && row.date === date
  return {
    author: values.author ?? row?.author ?? asker?.id ?? 0,
    date,
    status: isUntouched ? row.status : stateOf(asked, date, site.now, asker),
    modified: site.now,
  }
}

/** Drops what was not sent, so that an update merges. */
export const sentOnly = (columns: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))

/** A flag as a column: as sent, else as it was; cleared, it is what it would be had nobody sent it. */
export const setFlag = (
  sent: boolean | null | undefined,
  kept: number | undefined,
  unsent: boolean,
): number => (sent === null ? Number(unsent) : Number(sent ?? kept ?? unsent))

/** Statuses that the asker sees without naming any: what is published, and the unpublished that they may read. */
export function visibleEntries(
  table: ResourceName,
  status: State[] | 'any' | undefined,
  { asker }: ListContext,
): Condition {
  const column = sql.ref(`${table}.status`)
  const wanted = status === undefined || status === 'any' ? ['publish', ...unpublishedStates] : status
  if (mayEditOthers(asker)) return isAmong(column, wanted)
  const own = wanted.filter((state) => state !== 'publish')
  const published = wanted.includes('publish') ? [isAmong(column, ['publish'])] : []
  if (!mayCreate(asker, table) || own.length === 0) return any(published)
  const isOwn = sql<SqlBool>`${sql.ref(`${table}.author`)} = ${asker?.id ?? 0}`
  return any([...published, all([isOwn, isAmong(column, own)])])
}

/** `date` and `modified` are told in the zone of the site, `*_utc` in UTC (contract §4). */
const dated = ({ date, modified }: EntryColumns, timezone: string) => ({
  date: toWall(date, timezone),
  date_utc: toWall(date, 'UTC'),
  modified: toWall(modified, timezone),
  modified_utc: toWall(modified, 'UTC'),
})

/** The page of a resource on the site; languages other than the default have theirs in front. */
export const pageUrl = ({ site }: Links, defaultLanguage: string, language: string, path: string) =>
  `${site}${language === defaultLanguage ? '' : `/${language}`}/${path}/`

/** The path of a page: what stands above comes first, in the same language as far as it has one. */
export const pagePath = (root: string, { above = [] }: Pick<Item, 'above'>, language: string, slug: string) =>
  [root, ...above.map((one) => one.slugs[language] ?? one.slug), slug].join('/')

const globalId = ({ host }: Links, id: number) => `${host}?id=${id}`

export const globalIds = (id: number, { links }: View) => ({
  global_id: globalId(links, id),
  global_id_lineage: [globalId(links, id)],
})

/** The first fields of every entry, to which each kind adds its own. */
export const presentEntry = (item: Item, singular: string, collection: string, view: View) => {
  const row = item.row as EntryColumns & Item['row']
  return {
    author: row.author,
    status: row.status,
    ...dated(row, view.timezone),
    url: pageUrl(view.links, view.defaultLanguage, item.language, `${singular}/${item.text.slug ?? ''}`),
    rest_url: `${view.links.rest}/${collection}/${item.id}`,
  }
}

/** The language of what is given, and which others there are (contract §5). */
export const presentLanguages = (item: Item, path: string, collection: string, view: View) => ({
  language: item.language,
  original_language: item.row.original_language,
  is_fallback: item.isFallback,
  translations: Object.fromEntries(
    Object.entries(item.translations).map(([language, { slug, title, modified, isOutdated }]) => [
      language,
      {
        slug: slug ?? item.text.slug,
        url: pageUrl(
          view.links,
          view.defaultLanguage,
          language,
          pagePath(path, item, language, slug ?? item.text.slug ?? ''),
        ),
        rest_url: `${view.links.rest}/${collection}/${item.id}?ml_language=${language}`,
        title,
        modified_utc: toWall(modified, 'UTC'),
        ...(isOutdated ? { is_outdated: true } : {}),
      },
    ]),
  ),
})

export function presentImage({ image: picture }: Item): Record<string, unknown> | false {
  if (picture === undefined) return false
  const { url, id, extension, width, height, filesize, sizes } = picture
  return {
    url,
    id,
    extension,
    ...(width === null ? {} : { width }),
    ...(height === null ? {} : { height }),
    ...(filesize === null ? {} : { filesize }),
    sizes: JSON.parse(sizes) as unknown,
  }
}
