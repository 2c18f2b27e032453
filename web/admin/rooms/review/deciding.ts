import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRemoveStoredInput } from '../../app/stored-input.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin, calendar } from '../../service/service.ts'

export type Decision = 'accept' | 'return' | 'reject'

const doneTexts: Readonly<Record<Decision, Text>> = {
  accept: 'Published: {title}',
  return: 'Sent back: {title}',
  reject: 'In the trash: {title}',
}

export interface Decided {
  readonly id: number
  readonly title: string
  readonly etag: string | undefined
  readonly decision: Decision
  readonly note: string
}

/** Key of an unsent note in browser storage. */
export const noteName = (id: number): string => `review/${id}`

/** Sends a decision and goes to the next event; undo returns the event to the queue. */
export function useDeciding(goOn: (id: number) => void, goBack: (id: number) => void) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const forget = useRemoveStoredInput()
  const undo = useMutation({
    mutationFn: async ({ id }: Decided) => {
      const { etag } = await service.read(calendar(`/events/${id}`))
      await service.write('PATCH', calendar(`/events/${id}`), { status: 'pending' }, { ifMatch: etag })
      await client.invalidateQueries({ queryKey: ['events'] })
      goBack(id)
      say(t('Undone.'))
    },
  })
  const decide = useMutation({
    mutationFn: async (decided: Decided) => {
      const { id, title, etag, decision, note } = decided
      const body = { decision, ...(note === '' ? {} : { note }) }
      await service.write('POST', admin(`/events/${id}/review`), body, { ifMatch: etag })
      forget(noteName(id))
      say(t(doneTexts[decision], { title }), () => undo.mutate(decided))
      goOn(id)
      await client.invalidateQueries({ queryKey: ['events'] })
    },
  })
  return { decide: decide.mutate, isBusy: decide.isPending, error: decide.error ?? undo.error }
}
