import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRemoveStoredInput } from '../../app/stored-input.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { sentenceOf } from '../../parts/failure.tsx'
import { writeOnce } from '../../parts/lost-answer.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { isShownSame } from '../../service/comparing.ts'
import { ChangedMeanwhile, isOvertaken, whileOvertaken } from '../../service/errors.ts'
import { admin, calendar, type Answer } from '../../service/service.ts'
import type { CalendarEvent, Status } from '../../service/types.ts'
import { takeBack, type NewPlace } from './new-places.ts'

export type Decision = 'accept' | 'return' | 'reject'

const doneTexts: Readonly<Record<Decision, Text>> = {
  accept: 'Published: {title}',
  return: 'Sent back: {title}',
  reject: 'In the trash: {title}',
}

/** The status that each leads to; accepted events may have a date of publication that is still to come. */
const statuses: Readonly<Record<Decision, readonly Status[]>> = {
  accept: ['publish', 'future'],
  return: ['draft'],
  reject: ['trash'],
}

const isDecided = (decision: Decision, { status }: CalendarEvent) => statuses[decision].includes(status)

export interface Decided {
  /** As it was read before the decision. */
  readonly submission: Answer<CalendarEvent>
  /** Reads it once more, in the same language. */
  readonly readAgain: () => Promise<Answer<CalendarEvent>>
  readonly decision: Decision
  readonly note: string
  readonly newPlaces: readonly NewPlace[]
}

interface Undoing extends Pick<Decided, 'newPlaces'> {
  /** As the decision left it. */
  readonly event: CalendarEvent
}

/** Key of an unsent note in browser storage. */
export const noteName = (id: number): string => `review/${id}`

/** Sends a decision and goes to the next event; undo returns the event to the queue, as unpublished as it came. */
export function useDeciding(goOn: (id: number) => void, goBack: (id: number) => void) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const forget = useRemoveStoredInput()
  const read = (id: number) => service.read<CalendarEvent>(calendar(`/events/${id}`))
  const send = ({ submission, decision, note }: Decided, ifMatch: string | undefined) => {
    const { id } = submission.body
    const body = { decision, ...(note === '' ? {} : { note }) }
    const path = admin(`/events/${id}/review`)
    return writeOnce(
      () => service.write<CalendarEvent>('POST', path, body, { ifMatch }),
      async () => {
        const answer = await read(id)
        return isDecided(decision, answer.body) ? answer : undefined
      },
    )
  }
  /** What is decided about has to be what was read, but others of its categories may have been published meanwhile. */
  const sendAgain = async (decided: Decided) => {
    const { body: now, etag } = await decided.readAgain()
    if (!isShownSame(decided.submission.body, now)) throw new ChangedMeanwhile()
    return send(decided, etag)
  }
  const undo = useMutation({
    mutationFn: async ({ event: { id, status }, newPlaces }: Undoing) => {
      await whileOvertaken(async () => {
        const { body: now, etag } = await read(id)
        if (now.status !== status) throw new ChangedMeanwhile()
        await service.write('PATCH', calendar(`/events/${id}`), { status: 'pending' }, { ifMatch: etag })
      })
      if (status === 'publish' || status === 'future') await takeBack(service, newPlaces)
      await client.invalidateQueries({ queryKey: ['events'] })
      goBack(id)
      say(t('Undone.'))
    },
    // The submission that was decided about is gone, and with it the place for an error.
    onError: (error) => say(`${t('That could not be done.')} ${sentenceOf(t, error)}`),
  })
  const decide = useMutation({
    mutationFn: async (decided: Decided) => {
      const { submission, decision, newPlaces } = decided
      const { id, title } = submission.body
      const { body: event } = await send(decided, submission.etag).catch(async (error: unknown) => {
        if (!isOvertaken(error)) throw error
        return whileOvertaken(() => sendAgain(decided))
      })
      forget(noteName(id))
      say(t(doneTexts[decision], { title }), () => undo.mutate({ event, newPlaces }))
      goOn(id)
      await client.invalidateQueries({ queryKey: ['events'] })
    },
    // Somebody else may have changed it, or have decided about it.
    onError: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
  return { decide: decide.mutate, isBusy: decide.isPending, error: decide.error }
}
