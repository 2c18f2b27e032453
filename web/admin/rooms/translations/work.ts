import { useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { useMay, useSelf } from '../../app/session.tsx'
import { titleOf } from '../../parts/titles.ts'
import { admin, calendar, type Query, type Service } from '../../service/service.ts'
import { isTerm, kinds, type Kind, type Resource, type Self } from '../../service/types.ts'
import { titleFields } from '../form/schema.ts'

/** Translations to do, by language and kind. */

export interface Item {
  readonly kind: Kind
  readonly id: number
  readonly title: string
  /** When an event begins: several may have the same title. */
  readonly start: string | undefined
  /** The language of the title, which is that of the original: this is what gets translated. */
  readonly language: string
  readonly is: 'missing' | 'outdated'
  readonly fields: readonly string[]
}

/** A series is translated as a whole; its dates are listed only if they have texts of their own. */
const scopeOf = (kind: Kind): Query =>
  kind === 'events' ? { series: 'texts' } : isTerm(kind) ? { hide_empty: false } : {}

/** Whether the role may translate this kind at all. */
const mayTranslate = (kind: Kind, { capabilities }: Self): boolean =>
  ({ categories: capabilities.manage_categories, tags: capabilities.manage_tags })[kind as string] ?? true

/** Those who may not edit the entries of others translate their own. */
const ownOf = (kind: Kind, { id, capabilities }: Self): Query =>
  isTerm(kind) || capabilities.edit_others ? {} : { author: id }

type Listed = Resource &
  Readonly<Record<string, unknown>> & {
    readonly start_date?: string
    readonly series?: { readonly next: { readonly start_date: string } | null }
  }

/** The first items to translate, and the number of all. */
export interface Work {
  readonly items: readonly Item[]
  readonly total: number
}

async function workOf(
  service: Service,
  self: Self,
  kind: Kind,
  language: string,
  is: Item['is'],
): Promise<Work> {
  const title = titleFields[kind]
  const fields = [
    'id',
    title,
    'original_language',
    'translations',
    ...(kind === 'events' ? ['start_date', 'series.next'] : []),
  ]
    .map((name) => `${kind}.${name}`)
    .join(',')
  const query = {
    ...scopeOf(kind),
    ...ownOf(kind, self),
    [`${is}_translation`]: language,
    per_page: 50,
    _fields: fields,
  }
  const { body, total } = await service.read<Readonly<Record<string, Listed[]>>>(calendar(`/${kind}`), {
    query,
  })
  const items = body[kind]!.map((item): Item => ({
    kind,
    id: item.id,
    title: titleOf(item, item.original_language),
    start: item.series?.next?.start_date ?? item.start_date,
    language: item.original_language,
    is,
    fields: item.translations[language]?.outdated_fields ?? [],
  }))
  return { items, total: total ?? items.length }
}

/** Outdated translations first, then missing ones; within each, the earliest events first. */
export function useWork(language: string) {
  const service = useService()
  const self = useSelf()
  return useQuery({
    queryKey: ['translations', 'work', language],
    queryFn: async (): Promise<Work> => {
      const lists = (['outdated', 'missing'] as const).flatMap((is) =>
        kinds
          .filter((kind) => mayTranslate(kind, self))
          .map((kind) => workOf(service, self, kind, language, is)),
      )
      const found = await Promise.all(lists)
      return {
        items: found.flatMap(({ items }) => items),
        total: found.reduce((sum, { total }) => sum + total, 0),
      }
    },
  })
}

/** Number of images without alternative text in a language, for users who may edit them. */
export function useImagesWithoutText(language: string): number {
  const service = useService()
  const mayWrite = useMay('upload_media')
  const { data = 0 } = useQuery({
    queryKey: ['media', 'without text', language],
    enabled: mayWrite,
    queryFn: async ({ signal }) => {
      const query = { missing_alt: language, per_page: 1 }
      return (await service.read(admin('/media'), { query, signal })).total ?? 0
    },
  })
  return data
}
