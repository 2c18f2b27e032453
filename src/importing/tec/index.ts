import type { JsonObject } from '../../is-object.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import { OutgoingRefused, OutgoingUnavailable } from '../../outgoing/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { resources } from '../../resources/index.ts'
import { isTranslatable } from '../../store/sql/assemble.ts'
import { withInstants } from '../instants.ts'
import { languageAmong } from '../languages.ts'
import { isBare, notesOn } from '../protection.ts'
import type { SourceItem, Note, Sent, Source, SourceInput, SourceRecord, Unreadable } from '../record.ts'
import { SourceUnreachable } from '../unreachable.ts'
import { credentialsFor } from './credentials.ts'
import { below, findSite, readHome, type Site } from './discovery.ts'
import { fieldsOf, type Identify } from './fields.ts'
import { join, type Joined } from './joining.ts'
import { Lists } from './lists.ts'
import { parentsFirst } from './parents.ts'
import { createSiteReader, type SiteReader } from './site-reader.ts'

/**
 * Clones a site of The Events Calendar or Calends through the API that both share: all five kinds, in all languages.
 */

/** Linked kinds come before those that link to them. */
const kinds: readonly ResourceName[] = ['categories', 'tags', 'venues', 'organizers', 'events']

const notJoined = () =>
  message('The site does not say what this is a translation of, so it is imported on its own.')

const onlyPublished = () =>
  message('The site does not list unpublished entries to this user, so only published ones are imported.')

const incomplete = () =>
  message('A list of the site ended before its last page, so some entries may be missing; import it again.')

const readWithoutPassword = (hosts: string) =>
  message(
    'The password is sent only to the site itself, so of {hosts} only published entries are imported.',
    { hosts },
  )

const otherLanguages = (languages: string) =>
  message(
    'This calendar does not have these languages of the site, so texts in them are not imported: {languages}.',
    { languages },
  )

const withheld = (title: string) =>
  message('The site shows “{title}” only to those who have its password, so it is not imported.', { title })

const withoutNumber = (title: string) =>
  message('The ID of “{title}” at the site is not a number, so it is not imported.', { title })

const replaced = (title: string) =>
  message('The site lists another entry with the ID of “{title}”, which is imported instead.', { title })

class Clone {
  /** External IDs and names of all resources read, by kind and ID. */
  private readonly known = new Map<string, { external_id: string; name: string }>()
  private line = 0

  constructor(
    private readonly input: SourceInput,
    private readonly site: Site,
    private readonly reader: SiteReader,
    private readonly lists: Lists,
  ) {}

  private readonly identify: Identify = (kind, id) => this.known.get(`${kind}/${String(id)}`)

  /** The languages of the site that are read, each under its own name and by that of ours. */
  private get languages(): ReadonlyMap<string, string> {
    const { site, languages } = this.input
    const offered = this.site.languages.length > 0 ? this.site.languages : (languages ?? [])
    const taken = new Map<string, string>()
    for (const one of offered) {
      const ours = languageAmong(site.languages, one)
      const isWanted = ours !== undefined && (languages?.includes(ours) ?? true)
      // Of two variants of one of ours, the one that has its name, or is that of the originals.
      if (isWanted && (!taken.has(ours) || one === ours || one === this.site.original)) taken.set(ours, one)
    }
    return taken
  }

  /** Languages of the site that this calendar does not have, or has once where the site has variants. */
  private get leftOut(): readonly string[] {
    const taken = [...this.languages.values()]
    return this.input.languages === undefined ? this.site.languages.filter((one) => !taken.includes(one)) : []
  }

  /**
   * Omits texts that equal the original, because the site returns the original for missing translations, unless it
   * declares that there was no fallback.
   */
  private textFields(kind: ResourceName, own: Sent, original: Sent, isWhole: boolean): Sent {
    const { translated, titleField } = resources[kind]
    const isOwn = (name: string) =>
      JSON.stringify(own[name]) !== JSON.stringify(original[name]) ||
      (isWhole && name !== 'slug' && isTranslatable(name, own[name]))
    const names = [...translated, 'slug'].filter(
      (name) => name === titleField || (own[name] !== undefined && isOwn(name)),
    )
    return Object.fromEntries(names.map((name) => [name, own[name]]))
  }

  private recordOf(kind: ResourceName, { id, texts, isDoubtful }: Joined): SourceRecord {
    const [first, ...others] = texts
    const { site } = this.input
    const original = withInstants(fieldsOf(kind, first.object, this.identify), first.object, site)
    const language = languageAmong(site.languages, first.language)
    const translations = others.flatMap((one) => {
      const known = languageAmong(site.languages, one.language)
      if (known === undefined || known === language) return []
      const own = fieldsOf(kind, one.object, this.identify)
      return [[known, this.textFields(kind, own, original, one.object.is_fallback === false)] as const]
    })
    return {
      kind,
      line: (this.line += 1),
      externalId: `${kind}/${id}`,
      id,
      fields: { ...original, ...(language === undefined ? {} : { ml_language: language }) },
      ...(translations.length === 0 ? {} : { translations: Object.fromEntries(translations) }),
      notes: [...(isDoubtful ? [notJoined()] : []), ...notesOn(first.object)],
    }
  }

  /**
   * Whether the site withholds the text of an event, which lists show like an empty one. Only events without any text
   * are read on their own, because there may be thousands.
   */
  private async isWithheld({ id, texts }: Joined): Promise<boolean> {
    if (!texts.every(({ object }) => isBare(object))) return false
    try {
      await this.reader.read(below(this.site.root, `/events/${id}`, { _fields: 'id' }))
      return false
    } catch (error) {
      if (error instanceof OutgoingRefused && error.status === 403) return true
      throw error
    }
  }

  /** An event without its text is left out: it would be published empty, or empty one that was imported before. */
  private async eventOf(joined: Joined): Promise<SourceRecord | Unreadable> {
    if (!(await this.isWithheld(joined))) return this.recordOf('events', joined)
    return this.leftOutAs(withheld, 'events', joined.texts[0].object)
  }

  private leftOutAs(
    reason: (title: string) => LocalizableMessage,
    kind: ResourceName,
    object: JsonObject,
  ): Unreadable {
    const title = fieldsOf(kind, object, this.identify)[resources[kind].titleField]
    return { line: (this.line += 1), fault: reason(String(title)) }
  }

  async *records(): AsyncGenerator<SourceItem> {
    for (const kind of kinds) {
      const all = join(await this.lists.all(kind, [...this.languages.values()]), this.site.original)
      for (const { id, texts } of all)
        for (const text of texts)
          this.known.set(`${kind}/${text.id}`, {
            external_id: `${kind}/${id}`,
            name: String(texts[0].object.name ?? ''),
          })
      for (const one of kind === 'categories' ? parentsFirst(all) : all)
        yield kind === 'events' ? await this.eventOf(one) : this.recordOf(kind, one)
    }
    for (const { kind, object } of this.lists.unnumbered.values())
      yield this.leftOutAs(withoutNumber, kind, object)
    for (const { kind, object } of this.lists.replaced.values()) yield this.leftOutAs(replaced, kind, object)
    yield* this.notes()
  }

  private notes(): Note[] {
    const { hidesUnpublished, endedEarly, strangers } = this.lists
    const { leftOut } = this
    const notes = [
      ...(leftOut.length > 0 ? [otherLanguages(leftOut.join(', '))] : []),
      ...(hidesUnpublished ? [onlyPublished()] : []),
      ...(endedEarly ? [incomplete()] : []),
      ...(strangers.size > 0 ? [readWithoutPassword([...strangers].join(', '))] : []),
    ]
    return notes.map((note) => ({ line: this.line + 1, note }))
  }
}

/** Whether the error comes from the network or the source. */
const isSourceError = (error: unknown): error is Error =>
  error instanceof OutgoingRefused || error instanceof OutgoingUnavailable

async function* read(input: SourceInput): AsyncGenerator<SourceItem> {
  const { outgoing, url, pages, maxBytes, signal } = input
  if (outgoing === undefined || url === null) throw new SourceUnreachable('no address is given')
  const given = new URL(url)
  try {
    const page = await readHome(outgoing, given, signal)
    const credentials = credentialsFor(input.credentials, given, page.url)
    const reader = createSiteReader({ outgoing, credentials, maxBytes, signal }, pages)
    const site = await findSite(reader, page)
    yield* new Clone(input, site, reader, new Lists(reader, site, credentials)).records()
  } catch (error) {
    throw isSourceError(error) ? new SourceUnreachable(error.message) : error
  }
}

export const tec: Source = read
