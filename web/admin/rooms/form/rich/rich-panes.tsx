import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useWords } from '../../../app/words.tsx'
import { LanguageMark, languageName, meaningOf } from '../../../parts/language-marks.tsx'
import { useForm, useFormState, useText } from '../form.tsx'
import { useCompleteness } from '../widgets/language-fields.tsx'
import { isShowable } from './document.ts'
import { LinkDialog } from './link-dialog.tsx'
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
  const { kind, languages, isReadOnly = false } = useForm()
  const { id } = useFormState()
  const { value, set, error, id: field } = useText(name, language)
  const is = useCompleteness(name, language)
  const [isPlain, setPlain] = useState(() => !isShowable(value))
  const inLanguage = t('{field} in {language}', { field: label, language: languageName(t, language) })
  const shared = {
    id: field,
    label: inLanguage,
    language,
    value,
    onChange: set,
    isInvalid: error !== undefined,
    isReadOnly,
  }
  return (
    <div className="rich__pane">
      <div>
        <LanguageMark language={language} is={is} />{' '}
        <span className="quiet">
          {languageName(t, language)}, {isPlain ? t('as HTML') : meaningOf(t, is)}
        </span>{' '}
        {is === 'outdated' && languages.length > 1 && (
          <Link to={`/translations/${language}/${kind}/${id}`}>{t('See what changed')}</Link>
        )}
      </div>
      {isPlain ? (
        <textarea
          className="input"
          id={field}
          aria-label={inLanguage}
          lang={language}
          value={value}
          rows={8}
          onChange={({ target }) => set(target.value)}
        />
      ) : (
        <RichPane {...shared} {...acting} onStrange={() => setPlain(true)} />
      )}
    </div>
  )
}
