import { calendar, type Service } from '../../service/service.ts'
import type { Kind, Resource } from '../../service/types.ts'
import type { FormField } from './schema.ts'
import { valuesOf, type Values } from './values.ts'

/** A stored resource in all its languages. */
export interface Stored {
  readonly resource: Resource & Readonly<Record<string, unknown>>
  readonly values: Values
  /** The representation in each language. */
  readonly shown: Readonly<Record<string, Stored['resource']>>
  /** For `If-Match`. */
  readonly etag: string | undefined
}

export async function readStored(
  service: Service,
  kind: Kind,
  id: number,
  fields: readonly FormField[],
): Promise<Stored> {
  type Represented = Stored['resource']
  const readIn = (language?: string) =>
    service.read<Represented>(calendar(`/${kind}/${id}`), {
      query: { ml_language: language, ml_fallback: language && 'original' },
    })
  const any = await readIn()
  const { original_language: original, translations } = any.body
  const languages = [...new Set([original, ...Object.keys(translations)])]
  const answers = await Promise.all(
    languages.map(async (language) => [language, await readIn(language)] as const),
  )
  const resources = Object.fromEntries(answers.map(([language, { body }]) => [language, body]))
  const first = answers[0]![1]
  return {
    resource: first.body,
    shown: resources,
    values: valuesOf(fields, original, resources),
    etag: first.etag,
  }
}

interface History {
  readonly versions: readonly { readonly author_name: string; readonly date_utc: string }[]
}

/** Who saved a resource last, and when. */
export async function whoSaved(
  service: Service,
  kind: Kind,
  id: number,
): Promise<{ author: string; at: string }> {
  const address = `/cal/admin/v1/${kind}/${id}/history`
  const { body } = await service.read<History>(address, { query: { per_page: 1 } })
  const [newest] = body.versions
  return { author: newest?.author_name ?? '', at: newest?.date_utc ?? '' }
}
