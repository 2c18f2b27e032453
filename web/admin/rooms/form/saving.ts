import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useWords } from '../../app/words.tsx'
import type { Kind } from '../../service/types.ts'
import { lackingTimes } from './dates/lacking.ts'
import type { Editor } from './editor.ts'
import { hasUnreadEnd } from './repeat/rule.ts'
import type { Sending } from './editor-state.ts'
import { titleFields } from './schema.ts'
import { isEmpty } from './values.ts'

/**
 * When a form is saved: by buttons and keys, drafts automatically, and pending saves as soon as the service is
 * reachable.
 */

const autosaveMs = 10_000

/** How long nothing must have been changed, because what is half typed may be refused. */
const restMs = 3000

export interface Saving {
  readonly save: (sending?: Sending) => Promise<boolean>
  readonly isSaving: boolean
  /** Saving because the user asked for it. What is saved automatically does not keep anybody from asking. */
  readonly isBusy: boolean
  /** Waiting until the service is reachable. */
  readonly isPaused: boolean
}

export function useSaving(editor: Editor, kind: Kind, onCreated: (id: number) => Promise<void>): Saving {
  const byUser = useSending(editor, kind, onCreated, false)
  const automatic = useSending(editor, kind, onCreated, true)
  const isSaving = byUser.isPending || automatic.isPending
  useAutosave(editor, kind, automatic.save, isSaving)
  return {
    save: byUser.save,
    isSaving,
    isBusy: byUser.isPending && !byUser.isPaused,
    isPaused: byUser.isPaused || automatic.isPaused,
  }
}

function useSending(
  editor: Editor,
  kind: Kind,
  onCreated: (id: number) => Promise<void>,
  isAutomatic: boolean,
) {
  const refuse = useRefusing(editor, kind, isAutomatic)
  const client = useQueryClient()
  const { mutateAsync, isPending, isPaused } = useMutation({
    mutationFn: (sending: Sending) => editor.send({ ...sending, isAutomatic }),
    onSuccess: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => !['form', 'document'].includes(String(queryKey[0])),
      }),
  })
  const save = useCallback(
    async (sending: Sending = {}) => {
      await Promise.all(editor.reading)
      if (sending.isAlone !== true && refuse()) return false
      const { id: before } = editor.state()
      const isSent = await mutateAsync(sending).then(
        () => true,
        (error: unknown) => {
          editor.fail(error as Error, isAutomatic)
          return false
        },
      )
      const { id, conflict, isRemoved } = editor.state()
      // Whoever leaves afterwards must not overtake the way to its address.
      if (before === undefined && id !== undefined) await onCreated(id)
      return isSent && conflict === undefined && !isRemoved
    },
    [editor, refuse, mutateAsync, onCreated, isAutomatic],
  )
  return { save, isPending, isPaused }
}

/** Holds back a save that lacks a time or a day, and then says at once what else the service would ask for. */
function useRefusing(editor: Editor, kind: Kind, isAutomatic: boolean): () => boolean {
  const t = useWords()
  return useCallback(() => {
    const { values } = editor.state()
    const times = lackingTimes(values).map((name) => [name, t('Enter a time, or choose “All day”.')])
    const ends = hasUnreadEnd(String(values.recurrence ?? ''))
      ? [['recurrence', t('Such as 9.12. or tomorrow')]]
      : []
    if (times.length + ends.length === 0) return false
    const empty = neededFor(kind).filter((name) => isEmpty(values[name]))
    const fields = empty.map((name) => [name, t('Fill in this field.')])
    editor.refuse(Object.fromEntries([...fields, ...times, ...ends]) as Record<string, string>, isAutomatic)
    return true
  }, [editor, kind, isAutomatic, t])
}

const neededFor = (kind: Kind): readonly string[] => [
  titleFields[kind],
  ...(kind === 'events' ? ['start_date', 'end_date'] : []),
]

/** Whether the form has the minimum for a draft. */
const isStorable = (editor: Editor, kind: Kind): boolean => {
  const { values } = editor.state()
  return neededFor(kind).every((name) => !isEmpty(values[name])) && lackingTimes(values).length === 0
}

/**
 * Saves only drafts automatically, because visitors must not see changes before the user saves. Of a date of a series the user
 * says which dates a change is for.
 */
function useAutosave(
  editor: Editor,
  kind: Kind,
  save: (sending?: Sending) => Promise<boolean>,
  isBusy: boolean,
): void {
  const [failedAt, setFailedAt] = useState<unknown>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const saveIfDue = () => {
      const { id, values, conflict, stored } = editor.state()
      const isDraft = stored?.resource.status === 'draft' || (id === undefined && kind === 'events')
      const isOfSeries = stored?.resource.recurrence_id !== undefined
      // Rejected values are not sent again until they change.
      if (!isDraft || isOfSeries || isBusy || conflict !== undefined || values === failedAt) return
      if (editor.changed().length === 0 || !isStorable(editor, kind)) return
      void save(id === undefined ? { with: { status: 'draft' } } : {}).then((isSent) => {
        if (!isSent) setFailedAt(values)
      })
    }
    const saveAtRest = () => {
      const left = editor.state().typedAt + restMs - Date.now()
      if (left <= 0) saveIfDue()
      timer = setTimeout(saveAtRest, left > 0 ? left : autosaveMs)
    }
    timer = setTimeout(saveAtRest, autosaveMs)
    return () => clearTimeout(timer)
  }, [editor, kind, save, isBusy, failedAt])
}

/** Flushes the latest input to browser storage when the tab is left or killed. */
export function useKeepOnLeaving(editor: Editor): void {
  useEffect(() => {
    const { keeping } = editor
    keeping.setOpen(true)
    const keep = () => keeping.atEnd()
    const warn = (event: BeforeUnloadEvent) => {
      keep()
      if (editor.changed().length > 0) event.preventDefault()
    }
    const hide = () => document.visibilityState === 'hidden' && keep()
    addEventListener('pagehide', keep)
    addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', hide)
      void keeping.now()
      keeping.setOpen(false)
    }
  }, [editor])
}
