import type { Kysely } from 'kysely'
import { create } from '../store/sql/create.ts'
import { load, type Resources } from '../store/sql/read.ts'
import type { Database } from '../store/sql/schema.ts'
import type { Db } from '../store/sql/db.ts'
import { inTransaction, type Trx } from '../store/sql/write-queue.ts'
import { update } from '../store/sql/update.ts'
import type { Caller } from '../identity/roles.ts'
import {
  finishValues,
  forUpdate,
  readParameters,
  type Parameters,
  type Site,
} from '../resources/parameter.ts'
import { resourceNames } from '../resources/kinds.ts'
import type { Draft, Resource, ResourceName, Writing } from '../resources/resource.ts'
import { sizeOf, type EventText, type Town, type TownDate, type TownEvent } from './town.ts'

/**
 * Stores the sample town in an empty database, in the order in which people would write it: first the original, then
 * its translations.
 */

interface LoadParts {
  readonly db: Db
  readonly resources: Resources
  readonly site: Site
  /** The author of all entries. */
  readonly author: Caller
  readonly progress?: (done: number, total: number) => void
}

type Fields = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, object | undefined>>
type Ids = ReadonlyMap<string, number>

const tables = Object.values(resourceNames)

export async function isEmpty(db: Kysely<Database>): Promise<boolean> {
  for (const table of tables)
    if ((await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined) return false
  return true
}

/** How many events are written between two reports of progress. */
const eventsPerStep = 100

/** Whether the site has one of the languages of the texts. */
const isSpoken = ({ languages }: Site, texts: Texts) => languages.some((language) => language in texts)

/** Returns the number of events; texts in languages that the site does not have are omitted. */
export async function loadTown(parts: LoadParts, town: Town): Promise<number> {
  const events = town.events.filter(({ texts }) => isSpoken(parts.site, texts))
  // One transaction, because a town that is interrupted must leave the database empty.
  await inTransaction(parts.db, (trx) => writeTown(new Writer(trx, parts), town, events, parts.progress))
  return events.reduce((sum, event) => sum + sizeOf(event), 0)
}

async function writeTown(
  writer: Writer,
  { categories, tags, venues, organizers }: Town,
  events: readonly TownEvent[],
  progress: LoadParts['progress'],
): Promise<void> {
  const places = {
    categories: await writer.terms('categories', categories),
    tags: await writer.terms('tags', tags),
    venues: await writer.contacts('venues', venues),
    organizers: await writer.contacts('organizers', organizers),
  }
  for (const [done, event] of events.entries()) {
    if (done % eventsPerStep === 0) progress?.(done, events.length)
    await writer.event(event, places)
  }
  progress?.(events.length, events.length)
}

interface Described {
  readonly key: string
  readonly original?: string
  readonly parent?: string
  readonly hue?: number
  readonly texts: Texts
}

/** Past occurrences get the texts of their series too. */
const ofPast = { past: true }

const idsOf = (ids: Ids, keys: readonly string[]) => keys.map((key) => ids.get(key)!)

/** Returns all but the last paragraph, or all but the last sentence of the only one, to imitate an unfinished text. */
export function unfinished(description: string): string {
  const paragraphs = description.split('\n')
  if (paragraphs.length > 1) return paragraphs.slice(0, -1).join('\n')
  const shortened = description.replace(/(?<=[.!?])\s+[^.!?]+[.!?]?(?=<\/p>$)/, '')
  return shortened === description ? '' : shortened
}

/** Stores the town in one transaction. */
class Writer {
  constructor(
    private readonly trx: Trx,
    private readonly parts: LoadParts,
  ) {}

  async terms(name: ResourceName, terms: readonly Described[]): Promise<Ids> {
    const ids = new Map<string, number>()
    for (const { key, parent, hue, texts } of terms)
      ids.set(
        key,
        await this.inAll(name, texts, {
          ...(parent === undefined ? {} : { parent: ids.get(parent) }),
          ...(hue === undefined ? {} : { hue }),
        }),
      )
    return ids
  }

  async contacts(name: ResourceName, contacts: readonly Described[]): Promise<Ids> {
    const ids = new Map<string, number>()
    for (const { key, texts, original, ...shared } of contacts)
      ids.set(key, await this.inAll(name, texts, shared, original))
    return ids
  }

  async event(
    event: TownEvent,
    places: Readonly<Record<'categories' | 'tags' | 'venues' | 'organizers', Ids>>,
  ) {
    const { original: first, texts, outdated, venue } = event
    const { dates, recurrence, ...single } = event
    const shared = {
      ...single,
      ...(recurrence === undefined ? {} : { recurrence: recurrence.join('\n') }),
      categories: idsOf(places.categories, event.categories),
      tags: idsOf(places.tags, event.tags),
      organizer: idsOf(places.organizers, event.organizer),
      ...(venue === undefined ? {} : { venue: idsOf(places.venues, [venue]) }),
    }
    const original = this.originalOf(texts, first)
    const id = await this.eventInAll(shared, texts, original, outdated)
    if (dates !== undefined) await this.exceptions(id, original, dates)
  }

  /** Stores an older version of the original first, so that some translations are outdated. */
  private async eventInAll(
    shared: Fields,
    texts: TownEvent['texts'],
    original: string,
    outdated: readonly string[],
  ): Promise<number> {
    const whole = texts[original as keyof typeof texts] as EventText
    const before = outdated.filter((language) => language !== original)
    if (before.length === 0) return this.inAll('events', texts, shared, original)
    const draft = { ...shared, ...whole, description: unfinished(whole.description) }
    const id = await this.create('events', original, draft)
    await this.translate('events', id, original, texts, before)
    await this.update('events', id, original, { description: whole.description, ...ofPast })
    const after = Object.keys(texts).filter((language) => !before.includes(language))
    await this.translate('events', id, original, texts, after)
    return id
  }

  /** Writes the overrides of occurrences. */
  private async exceptions(series: number, language: string, dates: readonly TownDate[]) {
    const own = new Map(dates.map((date) => [date.start_date, date.own]))
    const rows = await this.trx
      .selectFrom('events')
      .select(['id', 'recurrence_id'])
      .where('post_parent', '=', series)
      .where('recurrence_id', 'in', [...own.keys()])
      .execute()
    for (const { id, recurrence_id } of rows) {
      const fields = own.get(recurrence_id!)
      if (fields !== undefined) await this.update('events', id, language, fields)
    }
  }

  /** Stores the original and then each translation in a language of the site. */
  private async inAll(name: ResourceName, texts: Texts, shared: Fields, first?: string): Promise<number> {
    const original = this.originalOf(texts, first)
    const id = await this.create(name, original, { ...shared, ...texts[original] })
    await this.translate(name, id, original, texts, Object.keys(texts))
    return id
  }

  private originalOf(texts: Texts, first: string | undefined): string {
    const spoken = this.parts.site.languages.filter((language) => language in texts)
    return first !== undefined && spoken.includes(first) ? first : spoken[0]!
  }

  private async translate(
    name: ResourceName,
    id: number,
    original: string,
    texts: Texts,
    languages: readonly string[],
  ) {
    const { site } = this.parts
    for (const language of languages.filter((one) => one !== original && site.languages.includes(one)))
      await this.update(name, id, language, { ...texts[language], ...ofPast })
  }

  private async create(name: ResourceName, language: string, sent: Fields): Promise<number> {
    const { resources } = this.parts
    const writing = this.writing(language)
    const draft = await this.draft(resources[name], resources[name].fields, sent, writing)
    return create(this.trx, resources[name], draft, { ...writing, resources })
  }

  private async update(name: ResourceName, id: number, language: string, sent: Fields) {
    const { resources, site } = this.parts
    const writing = this.writing(language)
    const [former] = await load(this.trx, resources[name], [id], { ...writing, resources, now: site.now })
    const { fields, updateParameters } = resources[name]
    const draft = await this.draft(resources[name], { ...forUpdate(fields), ...updateParameters }, sent, {
      ...writing,
      former: former!,
    })
    await update(this.trx, resources[name], former!, draft, { ...writing, former: former!, resources })
  }

  private writing(language: string): Writing {
    const { site, author } = this.parts
    return { site, caller: author, language }
  }

  private async draft(
    resource: Resource,
    fields: Parameters,
    sent: Fields,
    writing: Writing,
  ): Promise<Draft> {
    const { values, missing, errors } = readParameters(fields, sent, writing.site)
    const wrong = [...missing, ...errors.keys()]
    if (wrong.length > 0)
      throw new Error(`the town has a ${resource.singular} without good ${wrong.join(', ')}`)
    return resource.draft(await finishValues(fields, values, writing.site), writing)
  }
}
