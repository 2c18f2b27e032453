import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { wallClock } from '../../parts/dates.ts'
import type { Scope } from '../../parts/scope-dialog.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { ServiceError } from '../../service/errors.ts'
import { joinSeries } from '../../service/series.ts'
import { calendar, type Service } from '../../service/service.ts'
import type { BoardEvent } from './board-event.ts'
import { later } from './days.ts'
import { boardKey, knownEvent, rememberEvent } from './events.ts'

/** Changes are shown at once and sent one after the other. What is refused goes back to where it was, and is told. */

type Body = Readonly<Record<string, unknown>>

export interface Change {
  readonly before: BoardEvent
  /** As it is shown until the service has answered. */
  readonly after: BoardEvent
  /** What is sent; nothing moves the event to the trash. */
  readonly body?: Body
  readonly scope?: Scope
  /** What is said when it is done. */
  readonly said: string
  /** What is sent to take it back; what takes a change back has none itself. */
  readonly back?: Body
}

/** Somebody else has changed the event since the board was read. */
export class Changed extends Error {}

export interface Refusal {
  readonly event: BoardEvent
  readonly error: Error
}

/** Sends a change of what is shown, and of nothing that came in between. */
async function send(
  service: Service,
  client: QueryClient,
  { before, body, scope }: Change,
  language: string,
) {
  const path = calendar(`/events/${before.id}`)
  const query = { ml_language: language, ...(scope === undefined ? {} : { scope }) }
  const { body: now, etag } = await service.read<BoardEvent>(path, { query: { ml_language: language } })
  const known = knownEvent(client, before.id)
  const isSame = (['modified_utc', 'start_date', 'end_date'] as const).every(
    (field) => known === undefined || known[field] === now[field],
  )
  if (!isSame) throw new Changed()
  const asking = { query, ifMatch: etag }
  if (body === undefined) return (await service.write<BoardEvent>('DELETE', path, undefined, asking)).body
  return (await service.write<BoardEvent>('PATCH', path, body, asking)).body
}

const ms = (text: string) => wallClock(text).getTime()

/** Moved with those after it, an event is of a series of its own; the first one moves the series that it is of. */
const takeSeriesBack = (service: Service, change: Change, answered: BoardEvent): Promise<unknown> =>
  answered.post_parent === change.before.post_parent
    ? moveSeriesBack(service, change, answered)
    : joinSeries(service, answered.post_parent)

/** Moves a series back by as much as one of it was moved, because the others may be other events by now. */
async function moveSeriesBack(service: Service, { before, after }: Change, answered: BoardEvent) {
  const path = calendar(`/events/${answered.post_parent}`)
  const { body: series, etag } = await service.read<BoardEvent>(path)
  const dates = {
    start_date: later(series.start_date, ms(before.start_date) - ms(after.start_date)),
    end_date: later(series.end_date, ms(before.end_date) - ms(after.end_date)),
  }
  await service.write('PATCH', path, dates, { ifMatch: etag })
}

/** Events as they will be once what was sent is answered. */
function useShown() {
  const [shown, setShown] = useState<ReadonlyMap<number, BoardEvent>>(new Map())
  const show = useCallback((event: BoardEvent) => setShown((all) => new Map(all).set(event.id, event)), [])
  /** Unless a later change shows it elsewhere already. */
  const forget = useCallback(
    (event: BoardEvent) =>
      setShown((all) =>
        all.get(event.id) === event ? new Map([...all].filter(([id]) => id !== event.id)) : all,
      ),
    [],
  )
  return { shown, show, forget }
}

export function useChanges() {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const { shown, show, forget } = useShown()
  const [refusal, setRefusal] = useState<Refusal>()
  const isOfSeries = ({ scope }: Change) => scope === 'following' || scope === 'all'
  const refuse = (event: BoardEvent, error: Error) => {
    setRefusal({ event, error })
    void client.invalidateQueries({ queryKey: boardKey })
  }
  const takeBack = (change: Change, answered: BoardEvent) => {
    if (!isOfSeries(change)) {
      const { before, after, back = {} } = change
      return apply({ before: after, after: before, body: back, said: t('Undone.') })
    }
    takeSeriesBack(service, change, answered)
      .then(() => client.invalidateQueries({ queryKey: ['events'] }))
      .then(() => say(t('Undone.')))
      .catch((error: unknown) => refuse(change.before, error as Error))
  }
  const { mutate } = useMutation({
    mutationFn: (change: Change) => send(service, client, change, t.language),
    onSuccess: async (answered, change) => {
      rememberEvent(client, answered)
      const isRead = client.invalidateQueries({ queryKey: ['events'] })
      // What became of the others is known only to the service.
      if (isOfSeries(change)) await isRead
      forget(change.after)
      say(change.said, change.back && (() => takeBack(change, answered)))
    },
    onError: (error, { after, before }) => {
      forget(after)
      refuse(before, error)
    },
  })
  const apply = (change: Change) => {
    setRefusal(undefined)
    show(change.after)
    mutate(change)
  }
  return { shown, show, forget, apply, refusal, dismiss: () => setRefusal(undefined) }
}

export type Changes = ReturnType<typeof useChanges>

/** Conflicts are those that we find, and those that the service finds. */
export const isConflict = (error: Error): boolean =>
  error instanceof Changed || (error instanceof ServiceError && error.isConflict)

export function useShownEvents(
  events: readonly BoardEvent[] | undefined,
  { shown }: Changes,
): readonly BoardEvent[] {
  return useMemo(
    () =>
      (events ?? []).map((event) => shown.get(event.id) ?? event).filter(({ status }) => status !== 'trash'),
    [events, shown],
  )
}
