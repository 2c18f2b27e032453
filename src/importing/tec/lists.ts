import { OutgoingRefused } from '../../outgoing/index.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { isObject, type JsonObject } from '../../is-object.ts'
import { SourceUnreachable } from '../unreachable.ts'
import type { SiteCredentials } from './credentials.ts'
import { below, codeAmong, type Site } from './discovery.ts'
import type { SiteReader } from './site-reader.ts'

/** Reads complete lists page by page, in each language. */

/** A resource of a site in one language. */
export interface SiteText {
  readonly id: number
  readonly object: JsonObject
  /** Undefined if neither the resource nor its list declares a language. */
  readonly language: string | undefined
}

/** A list and the API that contains it. */
interface SiteList {
  readonly kind: ResourceName
  readonly root: URL
}

type Query = Readonly<Record<string, string>>

/** The maximum that most sites allow. */
const perPage = 50

/** Limit for lists that never end. */
const maxPages = 20_000

/** Parameters that include all dates and everything that lists omit by default. */
const everything: Readonly<Partial<Record<ResourceName, Query>>> = {
  events: { start_date: '1970-01-01 00:00:00', end_date: '2100-12-31 23:59:59' },
  categories: { hide_empty: '0' },
  tags: { hide_empty: '0' },
}

/** Parameters that include unpublished entries, for users who may edit them. */
const unpublished: Query = { status: 'publish,future,draft,pending,private', context: 'edit' }

export class Lists {
  /** Whether the site listed only published entries although others were asked for. */
  hidesUnpublished = false
  /** Whether a list ended before its last page, for instance because an extension was being updated. */
  endedEarly = false
  /** What was left out, by the kind and the ID that is no number. */
  readonly unnumbered = new Map<string, { readonly kind: ResourceName; readonly object: JsonObject }>()
  /** What another entry with its ID replaced, by kind and ID. */
  readonly replaced = new Map<string, { readonly kind: ResourceName; readonly object: JsonObject }>()
  /** The hosts that were read without the credentials. */
  readonly strangers = new Set<string>()

  constructor(
    private readonly reader: SiteReader,
    private readonly site: Site,
    private readonly credentials: SiteCredentials,
  ) {}

  /** The name of the language parameter depends on the namespace. */
  private languageQuery(language: string | undefined): Query {
    if (language === undefined) return {}
    return { [/\/cal\/events\/v1/.test(this.site.root.href) ? 'ml_language' : 'lang']: language }
  }

  private async page({ kind, root }: SiteList, page: number, query: Query): Promise<JsonObject | undefined> {
    const url = below(root, `/${kind}`, {
      ...everything[kind],
      ...query,
      per_page: String(perPage),
      page: String(page),
    })
    return this.reader.read(url, kind)
  }

  /**
   * Reads the first page. Retries without unpublished entries if the site rejects these parameters, as older versions
   * do.
   */
  private async firstPage(place: SiteList, query: Query): Promise<[JsonObject | undefined, Query]> {
    const { areSentTo, areKeptFrom } = this.credentials
    if (areKeptFrom(place.root)) this.strangers.add(place.root.host)
    const asked =
      areSentTo(place.root) && resources[place.kind].family === 'entries'
        ? { ...query, ...unpublished }
        : query
    try {
      return [await this.page(place, 1, asked), asked]
    } catch (error) {
      if (!(error instanceof OutgoingRefused) || error.status !== 400 || asked === query) throw error
      const published = await this.page(place, 1, query)
      this.hidesUnpublished = true
      return [published, query]
    }
  }

  /** Reads all pages by ID, because an ID appears twice if something is added to the site meanwhile. */
  private async read(
    place: SiteList,
    language: string | undefined,
    isWanted: (first: readonly JsonObject[]) => boolean,
  ): Promise<Map<number, JsonObject>> {
    const found = new Map<number, JsonObject>()
    const [first, query] = await this.firstPage(place, this.languageQuery(language))
    let answer = first
    for (let page = 1; answer !== undefined; page += 1) {
      const objects = Object.values(answer[place.kind] ?? {}).filter(isObject)
      if (page === 1 && !isWanted(objects)) return found
      for (const object of objects) {
        const id = idOf(object)
        if (id === undefined)
          this.unnumbered.set(`${place.kind} ${JSON.stringify(object.id)}`, { kind: place.kind, object })
        else {
          const { kind } = place
          const earlier = found.get(id)
          if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(object))
            this.replaced.set(`${kind} ${id}`, { kind, object: earlier })
          found.set(id, object)
        }
      }
      const isLast = !answer.next_rest_url && page >= Number(answer.total_pages ?? 1)
      if (isLast) return found
      if (objects.length === 0) break
      if (page === maxPages) throw new SourceUnreachable(`the list of ${place.kind} has no end`)
      answer = await this.page(place, page + 1, query)
    }
    // Terms have more pages than they fill in The Events Calendar.
    if (found.size > 0 && resources[place.kind].family === 'entries') this.endedEarly = true
    return found
  }

  /**
   * Reads a list in one language: by the parameter or, if the site does not support it, from the API root of the
   * language.
   */
  private async inLanguage(
    kind: ResourceName,
    language: string,
    isOther: (first: readonly JsonObject[]) => boolean,
  ): Promise<Map<number, JsonObject>> {
    const root = this.site.roots.get(language)
    const isInLanguage = (first: readonly JsonObject[]) =>
      isOther(first) &&
      (root === undefined || first.some((object) => [undefined, language].includes(this.codeOf(object))))
    for (const code of namesOf(language)) {
      const found = await this.read({ kind, root: this.site.root }, code, isInLanguage)
      if (found.size > 0) return found
    }
    return root === undefined ? new Map() : this.read({ kind, root }, undefined, isOther)
  }

  private codeOf(object: JsonObject): string | undefined {
    const stated = statedLanguage(object)
    return stated === undefined ? undefined : codeAmong(this.site, stated)
  }

  /** Reads all resources of a kind in these languages, and those in other languages in the default form. */
  async all(kind: ResourceName, languages: readonly string[]): Promise<SiteText[]> {
    const plain = await this.read({ kind, root: this.site.root }, undefined, () => true)
    const all: SiteText[] = []
    for (const language of languages) {
      const isOther = (first: readonly JsonObject[]) => !isSamePage(first, plain)
      for (const [id, object] of await this.inLanguage(kind, language, isOther))
        if (statedLanguage(object) !== undefined || !plain.has(id))
          all.push({ id, object, language: this.codeOf(object) ?? language })
    }
    const inThem = new Set(all.map(({ id, language }) => `${id} ${language}`))
    for (const [id, object] of plain) {
      const language = this.codeOf(object) ?? this.site.original
      if (!inThem.has(`${id} ${language}`)) all.push({ id, object, language })
    }
    return all
  }
}

/** Extensions may write the number as text. */
function idOf({ id }: JsonObject): number | undefined {
  const number = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** What the site may call a language: its page can say `fr-FR` for what the parameter calls `fr`. */
const namesOf = (language: string): readonly string[] => [...new Set([language, language.split('-')[0]!])]

/** The language of a resource as declared by Calends, Polylang or an extension of WPML, which uses a locale. */
export const statedLanguage = ({
  language,
  lang,
  wpml_current_locale: locale,
}: JsonObject): string | undefined =>
  [language, lang, locale].find((one): one is string => typeof one === 'string' && one !== '')

/** Whether the page is the default one, which sites return if they do not support the language parameter. */
const isSamePage = (first: readonly JsonObject[], plain: ReadonlyMap<number, JsonObject>): boolean =>
  first.length > 0 &&
  first.every((object) => statedLanguage(object) === undefined && plain.has(Number(object.id)))
