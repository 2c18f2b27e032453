import { sql, type SqlBool } from 'kysely'
import type { Db, Reading } from './db.ts'
import { mayEdit, mayRead, type OptionalCaller, type OwnedEntry } from '../../identity/roles.ts'
import { entryTables } from '../../resources/kinds.ts'
import { filesOf, imageNameIn, slugOfFile, type Image } from '../../resources/images.ts'
import type { Paging } from '../../resources/listing.ts'
import type { Draft } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import { enqueueJob } from '../jobs.ts'
import { firstCharacters } from '../../text/characters.ts'
import { fold, searchable } from '../../text/search.ts'
import { slugAsSent } from '../../text/slug.ts'
import { allocateIds, maxId } from './ids.ts'
import { selectRows } from './page.ts'
import type { Trx } from './write-queue.ts'

/** Images: what is stored of them, and the entries that show them. */

/** The kind of job that updates the files of an image. */
export const imageJob = 'image'
/** The kind of job that fetches the picture of a link. */
export const fetchJob = 'fetch-image'

export const findImage = async (db: Reading, id: number): Promise<Image | undefined> =>
  id <= maxId ? db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** Whether a file still belongs to its image, which may have been deleted or replaced since it was read. */
export async function hasFile(db: Reading, id: number, file: string): Promise<boolean> {
  const image = await findImage(db, id)
  return image !== undefined && filesOf(image).includes(file)
}

const linked: Omit<Image, 'id' | 'url' | 'extension' | 'created'> = {
  width: null,
  height: null,
  filesize: null,
  sizes: '{}',
  author: 0,
  name: null,
  slug: null,
  file: null,
  alt: '{}',
  focus_x: 0.5,
  focus_y: 0.5,
  placeholder: null,
}

export async function insertImage(
  trx: Trx,
  image: Partial<Image> & Pick<Image, 'url' | 'extension' | 'created'>,
): Promise<number> {
  const [id] = await allocateIds(trx, 'entry_ids', 'image', 1)
  await trx
    .insertInto('images')
    .values({ ...linked, ...image, id: id! })
    .execute()
  return id!
}

export const updateImage = (trx: Trx, id: number, changes: Partial<Image>): Promise<unknown> =>
  trx.updateTable('images').set(changes).where('id', '=', id).execute()

/** Lets due fetches from other sites go before those from this one. */
export const deferFetches = ({ writes }: Db, origin: string, now: Instant): Promise<unknown> =>
  writes.withoutVersionChange((trx) =>
    trx
      .updateTable('jobs')
      .set({ due: now })
      .where('kind', '=', fetchJob)
      .where('due', '<', now)
      .where('target', 'in', (eb) =>
        eb
          .selectFrom('images')
          .select('id')
          .where(sql<SqlBool>`substr(url, 1, ${origin.length + 1}) = ${`${origin}/`}`),
      )
      .execute(),
  )

/** What storing the image of an entry needs in addition to the draft. */
interface ImageContext {
  readonly site: { readonly now: Instant; readonly importsImages: boolean }
}

/** The beginning of a URL is indexed, because PostgreSQL indexes no text of more than 2,704 bytes. */
const indexedCharacters = 300

export const indexedUrl = (images: string) => sql.raw(`substr(${images}.url, 1, ${indexedCharacters})`)

const hasUrl = (url: string) =>
  sql<SqlBool>`(${indexedUrl('images')} = ${firstCharacters(url, indexedCharacters)} and images.url = ${url})`

/**
 * A URL of our own files refers to that image, any other one to the image linked by it, which is created if it is new
 * (interface: Images).
 */
async function idOf(trx: Trx, url: string, { site }: ImageContext): Promise<number> {
  const name = imageNameIn(url)
  const known = await trx
    .selectFrom('images')
    .select('id')
    .where((eb) => (name === undefined ? hasUrl(url) : eb.or([eb('name', '=', name), hasUrl(url)])))
    .orderBy('id')
    .executeTakeFirst()
  if (known !== undefined) return known.id
  const extension = /\.([a-z0-9]{1,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const slug = slugOfFile(new URL(url).pathname.split('/').at(-1)!)
  const id = await insertImage(trx, { url, extension, slug, created: site.now })
  if (site.importsImages) await enqueueJob(trx, imageJob, id, site.now)
  return id
}

export async function imageColumn(
  trx: Trx,
  { image }: Draft,
  context: ImageContext,
): Promise<{ image?: number | null }> {
  if (image === undefined) return {}
  return { image: typeof image === 'string' ? await idOf(trx, image, context) : image }
}

interface ImageQuery extends Paging {
  readonly author?: number | null
  readonly slugs?: readonly string[] | null
  /** Words that the slug or one of the alternative texts must contain, in any language; case and accents are ignored. */
  readonly search?: string | null
  /** A language in which the alternative text is missing. */
  readonly missingAlt?: string | null
  readonly isUsed?: boolean | null
}

/** Quotation marks in JSON strings are escaped, so this pattern never matches inside a text. */
const altKey = (language: string) => `%"${language}":%`

const isUsed = sql<boolean>`(${sql.join(
  entryTables.map((table) => sql`exists (select 1 from ${sql.table(table)} where image = images.id)`),
  sql` or `,
)})`

/** Newest first. */
export async function listImages(
  db: Reading,
  { page, perPage, author, slugs, search, missingAlt, isUsed: wanted }: ImageQuery,
): Promise<{ images: Image[]; total: number }> {
  const matching = db
    .selectFrom('images')
    .$if(typeof author === 'number', (query) => query.where('author', '=', author!))
    .$if(slugs != null, (query) => query.where('slug', 'in', slugs!.map(slugAsSent)))
    .$if(typeof missingAlt === 'string', (query) => query.where('alt', 'not like', altKey(missingAlt!)))
    .$if(wanted === true, (query) => query.where(isUsed))
    .$if(wanted === false, (query) => query.where(sql<boolean>`not ${isUsed}`))
  if (typeof search === 'string' && fold(search) !== '') {
    const texts = await matching.select(['id', 'slug', 'alt']).orderBy('id', 'desc').execute()
    const found = texts.filter(hasWords(search)).map(({ id }) => id)
    const some = found.slice((page - 1) * perPage, page * perPage)
    return { images: await imagesById(db, some), total: found.length }
  }
  const newestFirst = matching.selectAll().orderBy('id', 'desc')
  const { rows, total } = await selectRows(matching, newestFirst, { page, perPage })
  return { images: rows, total }
}

/** Whether one text of an image contains all these words. Compared here, because no database folds every script. */
function hasWords(search: string): (image: Pick<Image, 'slug' | 'alt'>) => boolean {
  const words = fold(search).split(' ')
  return ({ slug, alt }) =>
    [slug ?? '', ...Object.values(JSON.parse(alt) as Readonly<Record<string, string>>)].some((text) => {
      const searched = searchable(text)
      return words.every((word) => searched.includes(word))
    })
}

const imagesById = async (db: Reading, ids: readonly number[]): Promise<Image[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('images').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()

interface ImageUse {
  readonly table: (typeof entryTables)[number]
  readonly id: number
  readonly image: number
}

/** Of each image, because some calendars use one picture for thousands of events. */
const maxUsesPerKind = 500

/** Only events have one. */
const passwordOf = (table: (typeof entryTables)[number]) =>
  table === 'events' ? sql.ref<string | null>('password') : sql<string | null>`null`

/** An event password hides the image too, whoever knows it, because it is not sent here (interface: Event passwords). */
const isShownTo = (caller: OptionalCaller) => (row: OwnedEntry & { readonly password: string | null }) =>
  row.password === null ? mayRead(caller, row) : mayEdit(caller, row)

/** The entries that show these images to the caller, oldest first. */
export async function usesOfImages(
  db: Reading,
  images: readonly number[],
  caller: OptionalCaller,
): Promise<ImageUse[]> {
  if (images.length === 0) return []
  const uses = await Promise.all(
    entryTables.map(async (table) => {
      const rows = await db
        .selectFrom((eb) =>
          eb
            .selectFrom(table)
            .select(['id', 'image', 'author', 'status', passwordOf(table).as('password')])
            .select(sql<number>`row_number() over (partition by image order by id)`.as('place'))
            .where('image', 'in', images)
            .as('used'),
        )
        .selectAll()
        .where('place', '<=', maxUsesPerKind)
        .orderBy('id')
        .execute()
      return rows.filter(isShownTo(caller)).map(({ id, image }) => ({ table, id, image: image! }))
    }),
  )
  return uses.flat()
}

export async function isImageInUse(db: Reading, id: number): Promise<boolean> {
  const used = await Promise.all(
    entryTables.map((table) => db.selectFrom(table).select('id').where('image', '=', id).executeTakeFirst()),
  )
  return used.some((row) => row !== undefined)
}

/** Deletes an image permanently, and removes it from the entries that show it. */
export async function removeImage(trx: Trx, id: number): Promise<void> {
  for (const table of entryTables)
    await trx.updateTable(table).set({ image: null }).where('image', '=', id).execute()
  await trx.deleteFrom('jobs').where('kind', 'in', [imageJob, fetchJob]).where('target', '=', id).execute()
  await trx.deleteFrom('images').where('id', '=', id).execute()
  await trx.deleteFrom('entry_ids').where('id', '=', id).execute()
}

/** In older databases, which are backed up before they are migrated, images are links without files. */
async function storesFiles(db: Reading): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name, columns }) => name === 'images' && columns.some((one) => one.name === 'file'))
}

/** All images that have files, read in batches. */
export async function* imagesWithFiles(db: Reading): AsyncGenerator<Image> {
  if (!(await storesFiles(db))) return
  for (let from = 0; ;) {
    const images = await db
      .selectFrom('images')
      .selectAll()
      .where('id', '>', from)
      .where(sql.ref('file'), 'is not', null)
      .orderBy('id')
      .limit(1_000)
      .execute()
    yield* images
    if (images.length === 0) return
    from = images.at(-1)!.id
  }
}
