import type { Kysely } from 'kysely'
import type { Gate } from '../../gate.ts'
import { countsOf, isReadable, load } from '../sql/read.ts'
import type { Database } from '../sql/schema.ts'
import { presentAuthor } from '../../resources/entries.ts'
import { unknownPlace } from '../../resources/events/json-ld.ts'
import { freeWord } from '../../resources/events/shown-cost.ts'
import { withProperties } from '../../resources/json-properties.ts'
import {
  contentOf,
  fill,
  toTextWithSlots,
  toValues,
  type Part,
  type Selection,
} from '../../resources/json-template.ts'
import { resources } from '../../resources/index.ts'
import type { Links, ResourceName } from '../../resources/resource.ts'
import type { Instant } from '../../time/index.ts'
import type { FilledTextCache } from './filled-text-cache.ts'
import type { FragmentCache } from './fragment-cache.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import { viewWithSlots, type RenderingSettings } from './render.ts'

/** The language of the response, and the targets of its links. */
export interface ReadContext {
  readonly language: string
  /** If set, counts of terms include this language only, as the list does. */
  readonly onlyIn: string | undefined
  readonly links: Links
}

export interface ComposerParts {
  readonly db: () => Kysely<Database>
  readonly fragments: FragmentCache
  /** Event counts of terms, in a cache of their own because every change of an event clears them. */
  readonly counts: FragmentCache
  readonly filled: FilledTextCache
  readonly parsed: ParsedTexts
  /** Passed before reading long texts, because a response holds all of its texts until it is encoded. */
  readonly longTexts: Gate
  readonly settings: RenderingSettings
  /** The time that decides which occurrences of series come next. */
  readonly now: () => Instant
}

type Form = 'linked' | 'linkedData'

/** Which items are embedded at a slot, and in which form. */
const embeddedParts = {
  categories: { name: 'categories', form: 'linked' },
  tags: { name: 'tags', form: 'linked' },
  venue: { name: 'venues', form: 'linked' },
  organizer: { name: 'organizers', form: 'linked' },
  location: { name: 'venues', form: 'linkedData' },
  organization: { name: 'organizers', form: 'linkedData' },
} as const satisfies Partial<Record<Part, { name: ResourceName; form: Form }>>

const countedParts = { categoriesCount: 'categories', tagsCount: 'tags' } as const

const list = (texts: readonly string[]) => `[${texts.join(',')}]`

/**
 * The format that existing clients expect: `[]` for none, an object for one, an array for several
 * (interface: Event representation).
 */
const oneOrMany = (texts: readonly string[]) => (texts.length === 1 ? texts[0]! : list(texts))

/** Joins the items of a part; undefined omits the property, if there are no organizers. */
function joinItems(
  part: keyof typeof embeddedParts,
  texts: readonly string[],
  language: string,
): string | undefined {
  if (part === 'organization' && texts.length === 0) return undefined
  if (part === 'location' && texts.length === 0) return JSON.stringify(unknownPlace({ language }))
  return part === 'venue' || part === 'location' || part === 'organization' ? oneOrMany(texts) : list(texts)
}

/** Flattens the string, because V8 represents concatenated strings as trees, which take more memory when cached. */
export function flattenString(text: string): string {
  text.charCodeAt(0)
  return text
}

/** Cached marker for items without public content, so that they are not read again. */
const hiddenText = ''

/** Removes unrequested properties before the text is filled, cached and parsed; keeps all if there are no names. */
export const selected = (text: string, names: ReadonlySet<string> | undefined): string =>
  names === undefined || text === hiddenText ? text : withProperties(text, names)

/** Composes one response. It holds the texts that were read for it, even if they change meanwhile. */
export class Composition {
  /** Texts read for this response, which may already have been dropped from the caches. */
  private readonly localTexts = new Map<string, string>()
  private localUses = 0
  private readonly fillings
  private filled = new Map<string, string>()
  private missing = new Map<string, { name: ResourceName; isCount: boolean; ids: Set<number> }>()

  constructor(
    private readonly parts: ComposerParts,
    private readonly reading: ReadContext,
    private readonly only?: Selection,
  ) {
    this.fillings = { ...reading.links, free: freeWord(reading.language) }
  }

  /** The texts with all slots filled; missing contents are read first, in one batch per kind. */
  async fill(texts: readonly string[]): Promise<string[]> {
    for (;;) {
      this.filled = this.parts.filled.textsFor(this.revision, this.cacheKey)
      const filled = texts.map((text) => this.fillOne(text))
      if (this.missing.size === 0) return filled
      for (const { name, isCount, ids } of this.missing.values())
        await (isCount ? this.readCounts(name, [...ids]) : this.readLinked(name, [...ids]))
      this.missing = new Map()
    }
  }

  values<T>(texts: readonly string[]): Promise<T[]> {
    const valuesOf = async (slots: readonly string[]) => (await this.fill(slots)).map(this.parts.parsed)
    return toValues(texts, { fillings: this.fillings, valuesOf })
  }

  private get revision() {
    return `${this.parts.fragments.revision} ${this.parts.counts.revision}`
  }

  private get cacheKey() {
    const { links, language, onlyIn } = this.reading
    return [links.rest, links.host, language, onlyIn, this.only?.key].join(' ')
  }

  private fillOne(text: string): string {
    return fill(text, this.fillings, (slot) => this.content(slot))
  }

  /** Cached, because the same slot occurs in many texts. */
  private content(slot: string): string {
    const known = this.filled.get(slot)
    if (known !== undefined) return known
    const content = flattenString(contentOf(slot, (part, ids) => this.renderPart(part, ids)))
    if (this.localUses + this.missing.size === 0) {
      this.filled.set(slot, content)
      this.parts.filled.addSize(content.length)
    }
    return content
  }

  private renderPart(part: Part, ids: readonly number[]): string | undefined {
    if (part === 'author') return JSON.stringify(presentAuthor(ids[0]!, this.reading.links))
    if (part === 'categoriesCount' || part === 'tagsCount') return this.count(countedParts[part], ids[0]!)
    const texts = ids.map((id) => this.linked(part, id)).filter((text) => text !== hiddenText)
    return joinItems(part, texts, this.reading.language)
  }

  private linked(part: keyof typeof embeddedParts, id: number): string {
    const { name, form } = embeddedParts[part]
    const text = this.known(this.parts.fragments, name, id, this.formIn(form))
    if (text === undefined) return this.addMissing(name, false, id)
    return this.fillOne(selected(text, this.only?.ofParts[part]))
  }

  private count(name: 'categories' | 'tags', id: number): string {
    return this.known(this.parts.counts, name, id, this.countForm) ?? this.addMissing(name, true, id)
  }

  private formIn = (form: Form) => `${form} ${this.reading.language}`

  private get countForm() {
    return `count ${this.reading.onlyIn ?? ''}`
  }

  private known(fragments: FragmentCache, name: ResourceName, id: number, form: string): string | undefined {
    const shared = fragments.get(name, id, form)
    if (shared !== undefined) return shared
    const own = this.localTexts.get(`${name} ${id} ${form}`)
    if (own !== undefined) this.localUses += 1
    return own
  }

  private addMissing(name: ResourceName, isCount: boolean, id: number): string {
    const key = `${name} ${isCount}`
    const missing = this.missing.get(key) ?? { name, isCount, ids: new Set<number>() }
    missing.ids.add(id)
    this.missing.set(key, missing)
    return hiddenText
  }

  private cacheText(
    fragments: FragmentCache,
    revision: number,
    name: ResourceName,
    id: number,
    form: string,
    text: string,
  ) {
    this.localTexts.set(`${name} ${id} ${form}`, text)
    fragments.set(revision, name, id, form, text)
  }

  private async readCounts(name: ResourceName, ids: readonly number[]) {
    const { db, counts } = this.parts
    const { revision } = counts
    const found = await countsOf(db(), resources[name], ids, this.reading.onlyIn)
    for (const id of ids)
      this.cacheText(counts, revision, name, id, this.countForm, String(found.get(id) ?? 0))
  }

  private async readLinked(name: ResourceName, ids: readonly number[]) {
    const { db, fragments, settings } = this.parts
    const { language } = this.reading
    const { revision } = fragments
    const resource = resources[name]
    const view = viewWithSlots(settings, language)
    const items = await load(db(), resource, ids, {
      resources,
      caller: undefined,
      language,
      isLinked: true,
      now: undefined,
    })
    const readable = new Map(
      items.filter((item) => isReadable(item, undefined)).map((item) => [item.id, item]),
    )
    const present = resource.presentLinked ?? resource.present
    for (const id of ids) {
      const item = readable.get(id)
      const linked = item === undefined ? hiddenText : toTextWithSlots(present(item, view))
      const data = item && resource.linkedData?.(item, view)
      this.cacheText(fragments, revision, name, id, this.formIn('linked'), linked)
      this.cacheText(
        fragments,
        revision,
        name,
        id,
        this.formIn('linkedData'),
        data === undefined ? hiddenText : toTextWithSlots(data),
      )
    }
  }
}
