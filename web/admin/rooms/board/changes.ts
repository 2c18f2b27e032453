import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { writeKeyed, writeOnce } from '../../parts/lost-answer.ts'
import { untilConnected } from '../../parts/saving.ts'
import type { Scope } from '../../parts/scope-dialog.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { inTrash, isStored, isUnchanged, type Body } from '../../service/comparing.ts'
import { ChangedMeanwhile, whileOvertaken } from '../../service/errors.ts'
import { isForSeries, joinSeries } from '../../service/series.ts'
import { calendar, type Service } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import type { BoardEvent } from './board-event.ts'
import { boardKey, cachedEvent, cacheEvent } from './events.ts'

/**
 * Optimistic updates: changes are displayed at once and sent one after another. Rejected ones are reverted and
 * reported.
 */

export interface Change {
  readonly before: BoardEvent
  /** The event as displayed until the service has responded. */
  readonly after: BoardEvent
  /** The body to send; undefined moves the event to the trash. */
  readonly body?: Body
  readonly scope?: Scope
  /** The same for every repetition of a change for a series, because its dates cannot tell whether it was carried out. */
  readonly idempotencyKey?: string
  /** The message displayed on success. */
  readonly message: string
  /** The body that undoes the change; an undo has none itself. */
  readonly back?: Body
  /** The event as returned by the change that this one undoes. */
  readonly undone?: BoardEvent
}

export interface Refusal {
  readonly event: BoardEvent
  readonly error: Error
}

/** Whether nobody else has changed the event since it was displayed; for an undo, what it would overwrite. */
function isAsBefore(client: QueryClient, { before, body = inTrash, undone }: Change, now: BoardEvent) {
  if (undone !== undefined) return isUnchanged(body, undone, now)
  const known = cachedEvent(client, before.id)
  return (['modified_utc', 'start_date', 'end_date'] as const).every(
    (field) => known === undefined || known[field] === now[field],
  )
}

/** When a series takes place. */
type SeriesDates = Pick<CalendarEvent, 'start_date' | 'end_date' | 'recurrence'>

interface Answered {
  readonly event: BoardEvent
  /** Of the series, if the change was for it. */
  readonly series?: { readonly before: SeriesDates; readonly after: SeriesDates }
}

const readSeries = async (service: Service, id: number) => {
  const { body, etag } = await service.read<CalendarEvent>(calendar(`/events/${id}`))
  const { start_date, end_date, recurrence } = body
  return { dates: { start_date, end_date, recurrence } as SeriesDates, etag }
}

/** Sends a change, provided that the event is still as displayed. */
async function send(
  service: Service,
  client: QueryClient,
  change: Change,
  language: string,
): Promise<Answered> {
  const { before, body, scope, idempotencyKey } = change
  const path = calendar(`/events/${before.id}`)
  const query = { ml_language: language, ...(scope === undefined ? {} : { scope }) }
  const read = () => service.read<BoardEvent>(path, { query: { ml_language: language } })
  const { body: now, etag } = await read()
  if (!isAsBefore(client, change, now)) throw new ChangedMeanwhile()
  const former = isForSeries(change.scope) ? await readSeries(service, now.post_parent!) : undefined
  // Of updates, only those by POST can have a key.
  const method = body === undefined ? 'DELETE' : idempotencyKey === undefined ? 'PATCH' : 'POST'
  const write = () => service.write<BoardEvent>(method, path, body, { query, ifMatch: etag, idempotencyKey })
  const findDone = async () => {
    const answer = await read()
    return isStored(body ?? inTrash, answer.body) ? answer : undefined
  }
  const answer = await (idempotencyKey === undefined
    ? writeOnce(write, findDone)
    : writeKeyed(write, idempotencyKey))
  const event = answer.body
  if (former === undefined) return { event }
  const { dates: after } = await untilConnected(() => readSeries(service, event.post_parent!))
  return { event, series: { before: former.dates, after } }
}

/**
 * Moving an occurrence and those after it splits the series; moving the first one moves the whole series. An occurrence with a
 * time of its own has been moved with its series, and does not follow it back.
 */
async function takeSeriesBack(
  service: Service,
  { before, back = {} }: Change,
  { event, series }: Answered,
): Promise<void> {
  if (event.post_parent !== before.post_parent)
    await writeKeyed((key) => joinSeries(service, event.post_parent!, key))
  else await moveSeriesBack(service, event.post_parent!, series!)
  if ('inherit' in back) return
  const path = calendar(`/events/${before.id}`)
  // Of updates, only those by POST can have a key.
  await writeKeyed((idempotencyKey) => service.write('POST', path, back, { idempotencyKey }))
}

/** With its rule, because that of another start does not say how it moves back. */
async function moveSeriesBack(
  service: Service,
  id: number,
  { before, after }: NonNullable<Answered['series']>,
): Promise<void> {
  const { dates, etag } = await readSeries(service, id)
  if (JSON.stringify(dates) !== JSON.stringify(after)) throw new ChangedMeanwhile()
  const path = calendar(`/events/${id}`)
  await writeKeyed((idempotencyKey) => service.write('POST', path, before, { ifMatch: etag, idempotencyKey }))
}

/** An event whose last change was undone. */
export interface TakenBack {
  readonly id: number
}

const isAt = (one: BoardEvent, other: BoardEvent): boolean =>
  one.start_date === other.start_date && one.end_date === other.end_date

/** Pending events, displayed in their expected state. */
function useShown() {
  const [shown, setShown] = useState<ReadonlyMap<number, BoardEvent>>(new Map())
  const show = useCallback((event: BoardEvent) => setShown((all) => new Map(all).set(event.id, event)), [])
  /** Does nothing if a later change of the event is pending. */
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
  const [takenBack, setTakenBack] = useState<TakenBack>()
  const refuse = (event: BoardEvent, error: Error) => {
    setRefusal({ event, error })
    void client.invalidateQueries({ queryKey: boardKey })
  }
  const takeBack = (change: Change, answered: Answered) => {
    if (!isForSeries(change.scope)) {
      const { before, after, back = {} } = change
      return apply({
        before: after,
        after: before,
        body: back,
        message: t('Undone.'),
        undone: answered.event,
      })
    }
    takeSeriesBack(service, change, answered)
      .then(() => client.invalidateQueries({ queryKey: ['events'] }))
      .then(() => say(t('Undone.')))
      .catch((error: unknown) => refuse(change.before, error as Error))
  }
  const { mutate } = useMutation({
    mutationFn: (change: Change) => whileOvertaken(() => send(service, client, change, t.language)),
    onSuccess: async (answered, change) => {
      // Of a series, one that was replaced would be gone before the one in its place is known.
      if (!isForSeries(change.scope)) cacheEvent(client, answered.event)
      const isRead = client.invalidateQueries({ queryKey: ['events'] })
      // Only the service knows what happened to the other occurrences.
      if (isForSeries(change.scope)) await isRead
      forget(change.after)
      const { before, after, message, back, undone } = change
      if (undone !== undefined) setTakenBack({ id: before.id })
      const { event } = answered
      // One that is in the trash was replaced.
      const isThere = isForSeries(change.scope) && event.status !== 'trash'
      const stays = isThere && isAt(before, event) && !isAt(after, event)
      const said = stays
        ? t('{title}: this date is over and stays; its series was moved', { title: before.title })
        : message
      say(said, back && (() => takeBack(change, answered)))
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
  return { shown, show, forget, apply, takenBack, refusal, dismiss: () => setRefusal(undefined) }
}

export type Changes = ReturnType<typeof useChanges>

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
