import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Resource } from '../../resources/resource.ts'
import { hasForbiddenCharacter } from '../../text/characters.ts'
import { asUntyped } from './untyped.ts'
import type { Database } from './schema.ts'

/** What slugs and ids belong to. A path may contain what no slug does, and what PostgreSQL refuses to compare. */

export interface SlugMatch {
  readonly id: number
  /** The language that the slug belongs to. */
  readonly language: string
}

/**
 * A slug finds its resource in any language; what is in the trash has none (interface: Deleting events, Effective
 * language). If several of its texts share the slug, it belongs to the preferred language, else to the oldest text.
 */
export const findBySlug = async (
  db: Kysely<Database>,
  { texts }: Resource,
  slug: string,
  preferred: string,
): Promise<SlugMatch | undefined> =>
  hasForbiddenCharacter(slug)
    ? undefined
    : ((await asUntyped(db)
        .selectFrom(texts)
        .select(['id', 'language'])
        .where('slug', '=', slug)
        .where('live', '=', 1)
        .orderBy((eb) => eb.case().when('language', '=', preferred).then(0).else(1).end())
        .orderBy('text_id')
        .executeTakeFirst()) as SlugMatch | undefined)

/** Whether something in the trash had the slug. */
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

/** Whether an id is given to anything of the same sequence (interface: Routes). */
export const isIdInUse = async (db: Kysely<Database>, { family }: Resource, id: number): Promise<boolean> => {
  if (!Number.isSafeInteger(id)) return false
  const sequence = family === 'terms' ? 'term_ids' : 'entry_ids'
  return (await db.selectFrom(sequence).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
