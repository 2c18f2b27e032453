import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { calendar } from '../../service/service.ts'
import type { Series } from '../../service/types.ts'
import type { Editor, Sending } from './editor.ts'
import { bodiesOf, pick } from './values.ts'

type Scope = NonNullable<Sending['scope']>

const isOccurrence = (editor: Editor) => editor.state().stored?.resource.recurrence_id !== undefined

interface Asking {
  readonly answer: (scope: Scope | undefined) => void
}

/** Asks what a change of one date of a series is about, before it is sent. */
export function useScope(editor: Editor) {
  const [asking, setAsking] = useState<Asking>()
  const ask = useCallback(
    (): Promise<Scope | undefined> =>
      new Promise((resolve) => {
        setAsking({
          answer(scope) {
            setAsking(undefined)
            resolve(scope)
          },
        })
      }),
    [],
  )
  const isToAsk = () => isOccurrence(editor) && editor.changed().length > 0
  const dialog = asking && <ScopeDialog editor={editor} answer={asking.answer} />
  return { isToAsk, ask, dialog }
}

/** How many dates a change would reach, as the service counts them. */
function useReach(editor: Editor, scope: Scope) {
  const service = useService()
  const { id, values } = editor.state()
  const { original } = bodiesOf(pick(values, editor.changed()))
  const { data } = useQuery({
    queryKey: ['reach', id, scope, original],
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const body = { ...original, scope, dry_run: true }
      const path = calendar(`/events/${id}`)
      const answer = await service.write<{ series: Pick<Series, 'changed'> }>('PATCH', path, body)
      return answer.body.series.changed ?? null
    },
  })
  return data ?? undefined
}

function ScopeDialog({ editor, answer }: { editor: Editor; answer: Asking['answer'] }) {
  const t = useWords()
  return (
    <Dialog title={t('What is the change about?')} onClose={() => answer(undefined)}>
      <div className="stack">
        <Button kind="primary" onPress={() => answer('this')}>
          {t('Only this date')}
        </Button>
        <Choice editor={editor} scope="following" label={t('This and all that follow')} answer={answer} />
        <Choice editor={editor} scope="all" label={t('The whole series')} answer={answer} />
        <Button kind="quiet" onPress={() => answer(undefined)}>
          {t('Cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

function Choice({
  editor,
  scope,
  label,
  answer,
}: {
  editor: Editor
  scope: Scope
  label: string
  answer: Asking['answer']
}) {
  const t = useWords()
  const reach = useReach(editor, scope)
  const dates = reach && reach.kept + reach.moved + reach.created
  return (
    <Button onPress={() => answer(scope)}>
      {label}
      {dates !== undefined && (
        <span className="quiet">{t.count(dates, '{count} date', '{count} dates')}</span>
      )}
      {reach !== undefined && reach.overridden > 0 && (
        <span className="quiet">
          {t.count(
            reach.overridden,
            '{count} with something of its own',
            '{count} with something of their own',
          )}
        </span>
      )}
    </Button>
  )
}
