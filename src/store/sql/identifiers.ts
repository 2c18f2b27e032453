import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Resource } from '../../resources/resource.ts'
import { hasForbiddenCharacter } from '../../text/characters.ts'
import { asUntyped } from './untyped.ts'
import type { Database } from './schema.ts'
import { idSequenceOf } from './ids.ts'

/** Finds what slugs and IDs belong to. A path may contain characters that no slug has and that PostgreSQL rejects. */

export interface SlugMatch {
  readonly id: number
  /** The languages of its texts with this slug, the oldest text first; the site may no longer have them. */
  readonly languages: readonly string[]
}

/**
 * Finds a live resource by its slug in any language, because resources in the trash have none
 * (interface: Deleting events, Effective language).
 */
export async function findBySlug(
  db: Kysely<Database>,
  { texts }: Resource,
  slug: string,
): Promise<SlugMatch | undefined> {
  if (hasForbiddenCharacter(slug)) return undefined
  const found = (await asUntyped(db)
    .selectFrom(texts)
    .select(['id', 'language'])
    .where('slug', '=', slug)
    .where('live', '=', 1)
    .orderBy('text_id')
    .execute()) as { id: number; language: string }[]
  return found[0] && { id: found[0].id, languages: found.map(({ language }) => language) }
}

/** Whether a resource in the trash has the slug. */
export const isSlugInTrash = async (
  db: Kysely<Database>,
  { texts }: Resource,
  slug: string,
): Promise<boolean> =>
  !hasForbiddenCharacter(slug) &&
  (await asUntyped(db)
    .selectFrom(texts)
    .select('id')
    .where('slug', '=', slug)
    // Written as a literal, because the partial index is used only if the condition matches its definition.
    .where(sql<SqlBool>`live = 0`)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether the ID is used by anything in the same sequence (interface: Routes). */
export const isIdInUse = async (db: Kysely<Database>, resource: Resource, id: number): Promise<boolean> => {
  if (!Number.isSafeInteger(id)) return false
  const found = db.selectFrom(idSequenceOf(resource)).select('id').where('id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
