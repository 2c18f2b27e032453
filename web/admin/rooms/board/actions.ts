import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomName } from '../../app/random-name.ts'
import { useService, useSite } from '../../app/service.tsx'
import { useMay } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import type { Text } from '../../locales/index.ts'
import type { Scope } from '../../parts/scope-dialog.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { isElsewhere } from '../../parts/wall-clock.ts'
import { bodyBack } from '../../service/back.ts'
import { passIfGone } from '../../service/errors.ts'
import { calendar } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import { isOccurrence, shifted, type BoardEvent } from './board-event.ts'
import { useChanges, type Change, type Changes } from './changes.ts'
import { copyEvent } from './copying.ts'

/** Actions on an event of the board. */

const times = ({ start_date, end_date }: BoardEvent) => ({ start_date, end_date })

/** Moves an event; for an occurrence, first asks which occurrences are meant. */
function useShift({ apply, show, forget }: Changes) {
  const t = useWords()
  const dates = useDates()
  const { timezone } = useSite()
  const [asked, setAsked] = useState<Change>()
  return {
    asked,
    /** Undefined cancels the move. */
    answer(scope: Scope | undefined) {
      if (asked === undefined) return
      setAsked(undefined)
      if (scope === undefined) forget(asked.after)
      else if (scope === 'this') apply({ ...asked, scope })
      else apply({ ...asked, scope, idempotencyKey: randomName() })
    },
    shift(event: BoardEvent, startMs: number, endMs: number) {
      const after = shifted(event, startMs, endMs)
      if ((startMs === 0 && endMs === 0) || after.end_date < after.start_date) return
      const when = dates.when(after)
      const zoned = isElsewhere(event, timezone)
        ? `${when} ${t('in {zone}', { zone: event.timezone })}`
        : when
      const message = t('{title} moved to {when}', { title: event.title, when: zoned })
      const change: Change = {
        before: event,
        after,
        body: times(after),
        back: bodyBack(event, times(event)),
        message,
      }
      if (!isOccurrence(event)) return apply(change)
      show(after)
      setAsked(change)
    },
  }
}

/** Sets fields whose displayed value equals the one sent. */
function useSetting({ apply }: Changes) {
  const t = useWords()
  const set = (event: BoardEvent, fields: Partial<BoardEvent>, text: Text) => {
    const names = Object.keys(fields) as (keyof BoardEvent)[]
    const back = bodyBack(event, Object.fromEntries(names.map((name) => [name, event[name]])))
    const message = t(text, { title: event.title })
    apply({ before: event, after: { ...event, ...fields }, body: fields, back, message })
  }
  return {
    setCancelled: (event: BoardEvent, isCancelled: boolean) =>
      isCancelled
        ? set(event, { event_status: 'cancelled' }, '{title} is cancelled')
        : set(event, { event_status: 'scheduled' }, '{title} takes place after all'),
    setHidden: (event: BoardEvent, isHidden: boolean) =>
      set(
        event,
        { hide_from_listings: isHidden },
        isHidden ? '{title} is hidden from lists' : '{title} is shown in lists again',
      ),
    setStatus: (event: BoardEvent, status: 'publish' | 'draft') =>
      set(event, { status }, status === 'publish' ? '{title} is published' : '{title} is a draft'),
  }
}

export function useActions() {
  const t = useWords()
  const changes = useChanges()
  const create = useCreate()
  return {
    changes,
    create,
    ...useShift(changes),
    ...useSetting(changes),
    trash: (event: BoardEvent) =>
      changes.apply({
        before: event,
        after: { ...event, status: 'trash' },
        back: { status: event.status },
        message: t('{title} is in the trash', { title: event.title }),
      }),
    duplicate: create.duplicate,
  }
}

export type Actions = ReturnType<typeof useActions>

interface Creation {
  readonly body: object
  readonly language: string
  /** The same for every repetition, so that one whose response was lost makes no second event. */
  readonly idempotencyKey: string
}

/** Creates events; undo moves them to the trash. */
function useCreate() {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const mayUpload = useMay('upload_media')
  const renew = () => client.invalidateQueries({ queryKey: ['events'] })
  const remove = useMutation({
    mutationFn: (id: number) => service.write('DELETE', calendar(`/events/${id}`)).catch(passIfGone),
    onSuccess: async () => {
      await renew()
      say(t('Undone.'))
    },
  })
  const sayMade = async ({ id, title }: CalendarEvent) => {
    await renew()
    say(t('{title} is a draft', { title }), () => remove.mutate(id))
  }
  const make = useMutation({
    mutationFn: async ({ body, language, idempotencyKey }: Creation) =>
      (
        await service.write<CalendarEvent>('POST', calendar('/events'), body, {
          query: { ml_language: language },
          idempotencyKey,
        })
      ).body,
    onSuccess: sayMade,
  })
  const copy = useMutation({
    mutationFn: ({ event, idempotencyKey }: { event: BoardEvent; idempotencyKey: string }) =>
      copyEvent(service, event, { mayUpload, idempotencyKey }),
    onSuccess: sayMade,
  })
  /** What failed may have been made nevertheless, so another attempt with the same body has the same key. */
  const keyOf = (body: object) =>
    make.isError && JSON.stringify(make.variables.body) === JSON.stringify(body)
      ? make.variables.idempotencyKey
      : randomName()
  return {
    isCreating: make.isPending,
    creationError: make.error,
    create: (body: object, language: string, onSuccess: () => void) =>
      make.mutateAsync({ body, language, idempotencyKey: keyOf(body) }, { onSuccess }),
    duplicate: (event: BoardEvent) => copy.mutate({ event, idempotencyKey: randomName() }),
    /** The error of the last request made outside the form. */
    error: copy.error ?? remove.error,
  }
}
