import { mayReadAnywhere, type OptionalCaller } from '../../identity/roles.ts'
import type { RecordedChange, ResourceState } from '../../store/index.ts'

export const actions = ['created', 'updated', 'trashed', 'restored', 'deleted'] as const
export type Action = (typeof actions)[number]

const mayKnow = (caller: OptionalCaller, state: ResourceState | undefined): state is ResourceState =>
  state !== undefined && mayReadAnywhere(caller, state)

/**
 * The action that a change is for the caller, who may have been able to read the resource only before or only after it;
 * undefined if neither.
 */
export function actionFor(
  caller: OptionalCaller,
  { before, after }: Pick<RecordedChange, 'before' | 'after'>,
): Action | undefined {
  const couldRead = mayKnow(caller, before)
  if (!mayKnow(caller, after)) return couldRead ? 'deleted' : undefined
  const [wasTrash, isTrash] = [before?.status === 'trash', after.status === 'trash']
  if (wasTrash && !isTrash) return 'restored'
  if (!couldRead) return 'created'
  return isTrash && !wasTrash ? 'trashed' : 'updated'
}
