import type { Words } from '../locales/index.ts'
import type { Kind, Term } from '../service/types.ts'

interface Deleted {
  readonly id: number
  /** Only series have one. */
  readonly recurrence?: unknown
}

/** What is lost if these are deleted permanently, because neither a list nor a form shows all that goes with them. */
export function finalLoss(
  t: Words,
  kind: Kind,
  deleted: readonly Deleted[],
  categories: readonly Term[],
): string {
  const ids = new Set(deleted.map(({ id }) => id))
  if (kind === 'categories' && categories.some(({ id, parent = 0 }) => ids.has(parent) && !ids.has(id)))
    return t.count(
      deleted.length,
      'It will be removed from all its events, and the categories below it move up a level. This cannot be undone.',
      'They will be removed from all their events, and the categories below them move up a level. This cannot be undone.',
    )
  if (kind !== 'events')
    return t.count(
      deleted.length,
      'It will be removed from all its events. This cannot be undone.',
      'They will be removed from all their events. This cannot be undone.',
    )
  return deleted.some(({ recurrence }) => recurrence !== undefined)
    ? t('All dates of a series are deleted with it. This cannot be undone.')
    : t('This cannot be undone.')
}
