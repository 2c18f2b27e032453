import { ServiceError } from '../../service/errors.ts'
import { calendar, type Query, type Service } from '../../service/service.ts'
import type { Kind, Resource } from '../../service/types.ts'
import { readVersions } from '../../service/versions.ts'
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
  const read = async (query: Query) =>
    service.read<Represented>(calendar(`/${kind}/${id}`), { query: { ...query, ml_fallback: 'original' } })
  const { body, etag } = await read({})
  const { original_language: original, translations } = body
  const first = await ifAllowed(read({ ml_language: original, context: 'edit' }))
  const context = first === undefined ? undefined : 'edit'
  const others = Object.keys(translations).filter((language) => language !== original)
  const answers = await Promise.all(
    others.map(
      async (language) => [language, (await read({ ml_language: language, context })).body] as const,
    ),
  )
  const resource = first?.body ?? (await read({ ml_language: original })).body
  const resources = Object.fromEntries([[original, resource], ...answers])
  return { resource, shown: resources, values: valuesOf(fields, original, resources), etag }
}

/** Undefined for users who may read the resource, but not edit it. */
async function ifAllowed<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return undefined
    throw error
  }
}

/** Who saved a resource last, and when. What is changed of a series is in its own history, not in those of its dates. */
export async function whoSaved(
  service: Service,
  kind: Kind,
  { id, recurrence_id, post_parent }: Stored['resource'],
): Promise<{ author: string; at: string }> {
  const read = async (of: number) =>
    (await readVersions(service, kind, of, { page: 1, per_page: 1 })).body.versions
  const histories = await Promise.all([
    recurrence_id === undefined ? [] : ifAllowed(read(Number(post_parent))),
    read(id),
  ])
  const [newest] = histories
    .flatMap((versions = []) => versions)
    .toSorted((one, other) => other.date_utc.localeCompare(one.date_utc))
  return { author: newest?.author_name ?? '', at: newest?.date_utc ?? '' }
}
