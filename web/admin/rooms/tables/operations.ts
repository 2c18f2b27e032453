import type { IconName } from '../../parts/icon.tsx'
import type { Text } from '../../locales/index.ts'
import { bodyBack } from '../../service/back.ts'
import type { Body } from '../../service/comparing.ts'
import { calendar, type Method, type Service } from '../../service/service.ts'
import type { CalendarEvent, Kind, Self, Status } from '../../service/types.ts'
import { readVersions } from '../../service/versions.ts'
import type { Row } from './declaration.ts'

/** Bulk operations: for each row a request, and another one that undoes it. */

/** The complete representation, read immediately before the change. */
export type CurrentState = Row &
  Partial<
    Pick<
      CalendarEvent,
      'hide_from_listings' | 'categories' | 'tags' | 'overrides' | 'post_parent' | 'recurrence_id'
    >
  >

export interface Step {
  readonly method: Method
  readonly body?: Body
  readonly query?: Readonly<Record<string, string>>
}

export interface Operation {
  readonly id: string
  readonly name: Text
  readonly icon?: IconName
  readonly done: readonly [one: Text, many: Text]
  /** Set if the user has to choose a term first. */
  readonly choice?: 'category' | 'tag'
  /** Cannot be undone, so it requires confirmation. */
  readonly isFinal?: boolean
  /** Fields of the optimistic update. */
  readonly shown?: Partial<CurrentState>
  mayDo(row: Row, self: Self): boolean
  /** Undefined if there is nothing to change. */
  step(
    before: CurrentState,
    chosen: number,
    ask: { service: Service; kind: Kind },
  ): Step | undefined | Promise<Step>
  back(before: CurrentState): Step
}

const giveBack = (before: CurrentState, values: Readonly<Record<string, unknown>>): Step => ({
  method: 'PATCH',
  body: bodyBack(before, values),
})

const publishes = ({ capabilities }: Self) => capabilities.publish
const isTrash = ({ status }: Row) => status === 'trash'

const settingStatus = (
  status: Status,
  rest: Pick<Operation, 'id' | 'name' | 'done' | 'mayDo'>,
): Operation => ({
  ...rest,
  shown: { status },
  step: (before) => (before.status === status ? undefined : { method: 'PATCH', body: { status } }),
  back: (before) => giveBack(before, { status: before.status }),
})

export const publish = settingStatus('publish', {
  id: 'publish',
  name: 'Publish',
  done: ['One published.', '{count} published.'],
  mayDo: (row, self) => publishes(self) && !isTrash(row) && row.status !== 'publish',
})

export const makeDraft = settingStatus('draft', {
  id: 'draft',
  name: 'Return to draft',
  done: ['One returned to draft.', '{count} returned to draft.'],
  mayDo: (row) => !isTrash(row) && row.status !== 'draft',
})

const hiding = (isHidden: boolean, rest: Pick<Operation, 'id' | 'name' | 'done'>): Operation => ({
  ...rest,
  shown: { hide_from_listings: isHidden },
  mayDo: (row) => !isTrash(row) && row.hide_from_listings !== isHidden,
  step: (before) =>
    before.hide_from_listings === isHidden
      ? undefined
      : { method: 'PATCH', body: { hide_from_listings: isHidden } },
  back: (before) => giveBack(before, { hide_from_listings: !isHidden }),
})

export const hide = hiding(true, {
  id: 'hide',
  name: 'Hide from lists',
  done: ['One hidden from lists.', '{count} hidden from lists.'],
})

export const show = hiding(false, {
  id: 'show',
  name: 'Show in lists',
  done: ['One shown in lists again.', '{count} shown in lists again.'],
})

const adding = (
  field: 'categories' | 'tags',
  rest: Pick<Operation, 'id' | 'name' | 'done' | 'choice'>,
): Operation => ({
  ...rest,
  mayDo: (row) => !isTrash(row),
  step: (before, chosen) => {
    const ids = before[field]!.map(({ id }) => id)
    return ids.includes(chosen) ? undefined : { method: 'PATCH', body: { [field]: [...ids, chosen] } }
  },
  back: (before) => giveBack(before, { [field]: before[field]!.map(({ id }) => id) }),
})

export const addCategory = adding('categories', {
  id: 'category',
  name: 'Add category',
  choice: 'category',
  done: ['Category added to one event.', 'Category added to {count} events.'],
})

export const addTag = adding('tags', {
  id: 'tag',
  name: 'Add tag',
  choice: 'tag',
  done: ['Tag added to one event.', 'Tag added to {count} events.'],
})

export const trash: Operation = {
  id: 'trash',
  name: 'Move to the trash',
  icon: 'trash',
  done: ['One moved to the trash.', '{count} moved to the trash.'],
  shown: { status: 'trash' },
  mayDo: (row) => !isTrash(row),
  step: (before) => (isTrash(before) ? undefined : { method: 'DELETE' }),
  back: ({ status }) => ({ method: 'PATCH', body: { status } }),
}

export type InTrash = Pick<Row, 'id' | 'status'> &
  Partial<Pick<CalendarEvent, 'post_parent' | 'recurrence_id' | 'overrides'>>

/**
 * The latest move to the trash contains the previous status; texts may have been edited since. An occurrence that its series
 * has moved there has no such version, but the status of the series. If it had one of its own, only the service knows which.
 */
export async function statusBeforeTrash(service: Service, kind: Kind, entry: InTrash): Promise<Status> {
  const { id, post_parent, recurrence_id, overrides = [] } = entry
  const { body } = await readVersions(service, kind, id, { page: 1, per_page: 100 })
  const moved = body.versions.find(({ action }) => action === 'trashed' || action === 'restored')
  if (moved?.action === 'trashed') return moved.changes.status!.before as Status
  if (recurrence_id === undefined || overrides.includes('status')) return 'draft'
  const { body: series } = await service.read<InTrash>(addressOf(kind, post_parent!))
  return series.status === 'trash' ? statusBeforeTrash(service, kind, series) : series.status!
}

export const restore: Operation = {
  id: 'restore',
  name: 'Restore',
  icon: 'undo',
  done: ['One restored.', '{count} restored.'],
  mayDo: isTrash,
  step: async (before, _, { service, kind }) => ({
    method: 'PATCH',
    body: { status: await statusBeforeTrash(service, kind, before) },
  }),
  back: () => ({ method: 'DELETE' }),
}

/** For entries this requires an editor; terms have no trash. */
export const deletePermanently: Operation = {
  id: 'delete',
  name: 'Delete permanently',
  icon: 'trash',
  done: ['One deleted permanently.', '{count} deleted permanently.'],
  isFinal: true,
  mayDo: (row, self) => row.status === undefined || (isTrash(row) && self.capabilities.edit_others),
  step: ({ status }) => ({ method: 'DELETE', ...(status === undefined ? {} : { query: { force: 'true' } }) }),
  back: () => {
    throw new Error('What was deleted permanently does not come back.')
  },
}

export const addressOf = (kind: Kind, id: number): string => calendar(`/${kind}/${id}`)
