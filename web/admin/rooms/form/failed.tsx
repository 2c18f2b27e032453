import { useEffect, useRef } from 'react'
import { useWords } from '../../app/words.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import { Notice } from '../../parts/notice.tsx'
import { idOf, useForm, useFormState } from './form.tsx'
import { nameOfField } from './labels.ts'
import { partsOf } from '../../parts/field-names.ts'

/** The error summary: links to each field, and takes the focus unless the save was automatic. */
export function Failed() {
  const t = useWords()
  const { fields } = useForm()
  const { errors, problem, failures, hasFailedUnasked, refused } = useFormState()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures > 0) ref.current?.focus()
  }, [failures])
  const keys = Object.keys(errors)
  if (keys.length === 0 && problem === undefined) return null
  const title =
    keys.length === 0
      ? t('Not saved.')
      : t.count(
          keys.length,
          'Not saved: one field needs your attention.',
          'Not saved: {count} fields need your attention.',
        )
  const labelOf = (key: string) => {
    const { name, language } = partsOf(key)
    const label = nameOfField(t, fields, name)
    return language === undefined ? label : `${label} (${languageName(t, language)})`
  }
  return (
    <Notice
      tone="danger"
      isPolite={hasFailedUnasked}
      // What is left of it would interrupt those who correct one field after the other.
      isRead={keys.length === refused}
      title={title}
      ref={ref}
    >
      {problem ?? (
        <ul>
          {keys.map((key) => (
            <li key={key}>
              <a href={`#${idOf(key)}`} onClick={(event) => goTo(event, key)}>
                {t('{field}: {sentence}', { field: labelOf(key), sentence: errors[key]! })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Does not change the URL, because it belongs to the router. */
export function goTo(event: { preventDefault(): void }, key: string): void {
  event.preventDefault()
  const field = key.split('.')[0]!
  const target = document.getElementById(idOf(key)) ?? document.getElementById(idOf(field))
  const isFocusable =
    target?.matches('input, select, textarea, button, [tabindex], [contenteditable]') === true
  const control = isFocusable ? target : target?.querySelector<HTMLElement>('input, select, textarea, button')
  control?.focus()
  target?.scrollIntoView({ block: 'center' })
}
