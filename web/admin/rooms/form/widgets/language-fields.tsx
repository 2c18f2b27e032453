import type { ReactNode } from 'react'
import { useWords } from '../../../app/words.tsx'
import { FieldSet } from '../../../parts/field.tsx'
import { completenessOf, LanguageMark, languageName, meaningOf } from '../../../parts/language-marks.tsx'
import { idOf, useErrors, useForm, useFormState } from '../form.tsx'
import { keyIn, keyOf } from '../values.ts'

/** One control for each language, the original first: title, Tab, titre, Tab. */
export function LanguageFields({
  name,
  label,
  help,
  hint,
  children,
}: {
  name: string
  label: string
  help?: string | undefined
  hint?: ReactNode
  children: (language: string, isOriginal: boolean) => ReactNode
}) {
  const { languages } = useForm()
  const { original } = useFormState()
  return (
    <FieldSet label={label} help={help} error={useErrors(name)}>
      <div className="tongues">
        {languages.map((language) => {
          const isOriginal = language === original
          const id = idOf(keyIn(name, language, original))
          return (
            <div className="tongue" key={language}>
              <label htmlFor={id}>
                <TongueName label={label} language={language} name={name} />
              </label>
              {children(language, isOriginal)}
            </div>
          )
        })}
      </div>
      {hint}
    </FieldSet>
  )
}

/** The completeness of one field in a language; a field may be missing in an existing translation. */
export function useCompleteness(name: string, language: string) {
  const { values, original, stored } = useFormState()
  if (language === original) return 'original'
  const value = values[keyOf(name, language)]
  if (value === undefined || value === '') return 'missing'
  if (stored === undefined) return 'done'
  const { outdated_fields: fields } = stored.resource.translations[language] ?? {}
  const is = completenessOf(stored.resource, language)
  return is === 'outdated' && fields !== undefined && !fields.includes(name) ? 'done' : is
}

function TongueName({ label, language, name }: { label: string; language: string; name: string }) {
  const t = useWords()
  const is = useCompleteness(name, language)
  return (
    <>
      <span className="unseen">
        {t('{field} in {language}, {state}', {
          field: label,
          language: languageName(t, language),
          state: meaningOf(t, is),
        })}
      </span>
      <LanguageMark language={language} is={is} />
    </>
  )
}
