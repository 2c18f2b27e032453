import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef, useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import { languageName } from '../../../parts/language-marks.tsx'
import { errorIdOf, useForm, useText } from '../form.tsx'
import { isShowable } from './document.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PaneHead, PlainText } from './plain-panes.tsx'
import { RichPane } from './rich-pane.tsx'
import { Toolbar } from './toolbar.tsx'

/** One toolbar and a pane per language; the toolbar acts on the pane focused last. */
export function RichPanes({ name, label }: { name: string; label: string }) {
  const { languages } = useForm()
  const view = useRef<EditorView>(undefined)
  const [, setSelection] = useState<unknown>()
  const [isLinking, setLinking] = useState(false)
  const run = (command: Command) => {
    if (view.current === undefined) return
    command(view.current.state, view.current.dispatch, view.current)
    view.current.focus()
  }
  const focus = (next: EditorView) => {
    view.current = next
    setSelection(next.state)
  }
  return (
    <div className="rich">
      <Toolbar view={view.current} run={run} askForLink={() => setLinking(true)} label={label} />
      <div className="rich__panes">
        {languages.map((language) => (
          <Pane
            key={language}
            name={name}
            label={label}
            language={language}
            onFocus={focus}
            onFirst={(first) => (view.current ??= first)}
            askForLink={() => setLinking(true)}
          />
        ))}
      </div>
      {isLinking && view.current !== undefined && (
        <LinkDialog name={name} view={view.current} run={run} onClose={() => setLinking(false)} />
      )}
    </div>
  )
}

function Pane({
  name,
  label,
  language,
  ...acting
}: {
  name: string
  label: string
  language: string
  onFocus: (view: EditorView) => void
  onFirst: (view: EditorView) => void
  askForLink: () => void
}) {
  const t = useWords()
  const { isReadOnly = false } = useForm()
  const { value, set, error, id } = useText(name, language)
  const [isPlain, setPlain] = useState(() => !isShowable(value))
  const inLanguage = t('{field} in {language}', { field: label, language: languageName(t, language) })
  const shared = {
    id,
    label: inLanguage,
    language,
    value,
    onChange: set,
    errorId: error === undefined ? undefined : errorIdOf(name),
    isReadOnly,
  }
  return (
    <div className="rich__pane">
      <PaneHead name={name} language={language} isPlain={isPlain} />
      {isPlain ? (
        <PlainText name={name} label={inLanguage} language={language} />
      ) : (
        <RichPane {...shared} {...acting} onStrange={() => setPlain(true)} />
      )}
    </div>
  )
}
