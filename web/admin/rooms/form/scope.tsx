import { useCallback, useState } from 'react'
import { ScopeDialog, type Scope, type ScopedChange } from '../../parts/scope-dialog.tsx'
import type { Editor } from './editor.ts'
import { bodiesOf, pick } from './values.ts'

const words: ScopedChange['words'] = {
  question: 'What should the change apply to?',
  action: 'Save',
  reaches: ['{count} date', '{count} dates'],
  keeps: ['{count} with changes of its own', '{count} with changes of their own'],
}

const isOccurrence = (editor: Editor) => editor.state().stored?.resource.recurrence_id !== undefined

interface Asking {
  readonly answer: (scope: Scope | undefined) => void
}

/** Asks which occurrences a change applies to, before it is sent. */
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
  const dialog = asking && <ScopeDialog change={changeOf(editor)} onAnswer={asking.answer} />
  return { isToAsk, ask, dialog }
}

function changeOf(editor: Editor): ScopedChange {
  const { id, values } = editor.state()
  return { id: id!, body: bodiesOf(pick(values, editor.changed())).original, words }
}
