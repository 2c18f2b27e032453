import { Link } from 'react-router'
import { useWords } from '../../../app/words.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { LanguageMark, languageLabel, languageName, meaningOf } from '../../../parts/language-marks.tsx'
import { errorIdOf, useForm, useFormState, useText } from '../form.tsx'
import { useCompleteness } from '../widgets/language-fields.tsx'

/** Formatted text as HTML: what the editor cannot show, and all if the editor cannot be loaded. */

interface PaneProps {
  readonly name: string
  readonly label: string
  readonly language: string
}

/** Says which language it is, and how complete. */
export function PaneHead({
  name,
  language,
  isPlain,
}: Pick<PaneProps, 'name' | 'language'> & { isPlain: boolean }) {
  const t = useWords()
  const { kind, languages } = useForm()
  const { id } = useFormState()
  const is = useCompleteness(name, language)
  return (
    <div>
      <LanguageMark language={language} is={is} />{' '}
      <span className="quiet">
        {languageLabel(t, language)}, {isPlain ? t('as HTML') : meaningOf(t, is)}
      </span>{' '}
      {is === 'outdated' && languages.length > 1 && (
        <Link to={`/translations/${language}/${kind}/${id}`}>{t('See what changed')}</Link>
      )}
    </div>
  )
}

export function PlainText({ name, label, language }: PaneProps) {
  const { value, set, error, id } = useText(name, language)
  return (
    <TextArea
      id={id}
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : errorIdOf(name)}
      lang={language}
      value={value}
      rows={8}
      onChange={set}
    />
  )
}

export function PlainPanes({ name, label }: Pick<PaneProps, 'name' | 'label'>) {
  const t = useWords()
  const { languages } = useForm()
  return (
    <>
      <p className="field__hint">{t('The editor could not be loaded, so the text is shown as HTML.')}</p>
      <div className="rich">
        <div className="rich__panes">
          {languages.map((language) => (
            <div className="rich__pane" key={language}>
              <PaneHead name={name} language={language} isPlain />
              <PlainText
                name={name}
                label={t('{field} in {language}', { field: label, language: languageName(t, language) })}
                language={language}
              />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
