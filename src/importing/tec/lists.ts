import { OutgoingRefused } from '../../outgoing/index.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceName } from '../../resources/kinds.ts'
import { isObject, type JsonObject } from '../../is-object.ts'
import { listOf } from '../objects.ts'
import { SourceUnreachable } from '../unreachable.ts'
import { below, type Site } from './discovery.ts'
import type { SiteReader } from './polite.ts'

/** Reads the whole of a list, page by page, in one language after the other. */

/** Something of a site, in one language. */
export interface Found {
  readonly id: number
  readonly object: JsonObject
  /** Undefined if neither it nor the list that it stands in says so. */
  readonly language: string | undefined
}

/** A list, and the interface that has it. */
interface Place {
  readonly kind: ResourceName
  readonly root: URL
}

type Query = Readonly<Record<string, string>>

/** What most sites give at most. */
const perPage = 50

/** A site that never comes to an end is left. */
const mostPages = 20_000

/** All times, and whatever would be left out by itself. */
const everything: Readonly<Partial<Record<ResourceName, Query>>> = {
  events: { start_date: '1970-01-01 00:00:00', end_date: '2100-12-31 23:59:59' },
  categories: { hide_empty: '0' },
  tags: { hide_empty: '0' },
}

/** What only those see who may write there. */
const unpublished: Query = { status: 'publish,future,draft,pending,private', context: 'edit' }

export class Lists {
  constructor(
    private readonly reader: SiteReader,
    private readonly site: Site,
    private readonly seesUnpublished: boolean,
  ) {}

  /** In the words of the namespace: services like this one have their own. */
  private languageQuery(language: string | undefined): Query {
    if (language === undefined) return {}
    return { [/\/cal\/events\/v1/.test(this.site.root.href) ? 'ml_language' : 'lang']: language }
  }

  private async page({ kind, root }: Place, page: number, query: Query): Promise<JsonObject | undefined> {
    const url = below(root, `/${kind}`, {
      ...everything[kind],
      ...query,
      per_page: String(perPage),
      page: String(page),
    })
    return this.reader.read(url)
  }

  /** Older sites refuse some statuses; then they are asked for what everybody sees. */
  private async firstPage(place: Place, query: Query): Promise<[JsonObject | undefined, Query]> {
    const asked =
      this.seesUnpublished && resources[place.kind].family === 'entries'
        ? { ...query, ...unpublished }
        : query
    try {
      return [await this.page(place, 1, asked), asked]
    } catch (error) {
      if (!(error instanceof OutgoingRefused) || error.status !== 400 || asked === query) throw error
      return [await this.page(place, 1, query), query]
    }
  }

  /** The same id comes twice where something was added to the site meanwhile. */
  private async read(
    place: Place,
    language: string | undefined,
    isWanted: (first: readonly JsonObject[]) => boolean,
  ): Promise<Map<number, JsonObject>> {
    const found = new Map<number, JsonObject>()
    const [first, query] = await this.firstPage(place, this.languageQuery(language))
    let answer = first
    for (let page = 1; answer !== undefined; page += 1) {
      const objects = listOf(answer[place.kind]).filter(isObject)
      if (page === 1 && !isWanted(objects)) return found
      for (const object of objects) if (Number.isSafeInteger(object.id)) found.set(Number(object.id), object)
      const isLast = answer.next_rest_url === undefined && page >= Number(answer.total_pages ?? 1)
      if (isLast || objects.length === 0) return found
      if (page === mostPages) throw new SourceUnreachable(`the list of ${place.kind} has no end`)
      answer = await this.page(place, page + 1, query)
    }
    return found
  }

  /** By the parameter; a site that does not know it may have an interface below the pages of the language. */
  private async inLanguage(
    kind: ResourceName,
    language: string,
    isOther: (first: readonly JsonObject[]) => boolean,
  ): Promise<Map<number, JsonObject>> {
    const root = this.site.roots.get(language)
    const isInIt = (first: readonly JsonObject[]) =>
      isOther(first) &&
      (root === undefined || first.some((object) => [undefined, language].includes(saidBy(object))))
    const found = await this.read({ kind, root: this.site.root }, language, isInIt)
    return found.size > 0 || root === undefined ? found : this.read({ kind, root }, undefined, isOther)
  }

  /** All of a kind, in all of these languages; what is in none of them comes as the site gives it by itself. */
  async all(kind: ResourceName, languages: readonly string[]): Promise<Found[]> {
    const plain = await this.read({ kind, root: this.site.root }, undefined, () => true)
    const all: Found[] = []
    for (const language of languages) {
      const isOther = (first: readonly JsonObject[]) => !isSamePage(first, plain)
      for (const [id, object] of await this.inLanguage(kind, language, isOther))
        if (saidBy(object) !== undefined || !plain.has(id))
          all.push({ id, object, language: saidBy(object) ?? language })
    }
    const inThem = new Set(all.map(({ id, language }) => `${id} ${language}`))
    for (const [id, object] of plain) {
      const language = saidBy(object) ?? this.site.original
      if (!inThem.has(`${id} ${language}`)) all.push({ id, object, language })
    }
    return all
  }
}

/** In the words of services like this one, of Polylang, and of an extension of WPML, which names a locale. */
export const saidBy = ({ language, lang, wpml_current_locale: locale }: JsonObject): string | undefined =>
  [language, lang, String(locale ?? '').split('_')[0]].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )

/** A site that does not know the parameter answers as without it. */
const isSamePage = (first: readonly JsonObject[], plain: ReadonlyMap<number, JsonObject>): boolean =>
  first.length > 0 && first.every((object) => saidBy(object) === undefined && plain.has(Number(object.id)))
