import type { Post, Self } from './types.ts'

/** Whether the user may edit an entry (interface: Roles); a term has no author, and a room of its own right. */
export function mayEdit({ author, status }: Partial<Pick<Post, 'author' | 'status'>>, self: Self): boolean {
  const { id, capabilities } = self
  if (capabilities.edit_others || author === undefined) return true
  return author === id && (capabilities.publish || (status !== 'publish' && status !== 'future'))
}
