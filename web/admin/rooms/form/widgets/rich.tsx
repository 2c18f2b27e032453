import { lazy, Suspense } from 'react'
import { useWords } from '../../../app/words.tsx'
import { FieldError } from '../../../parts/field.tsx'
import { idOf, useForm, useFormState } from '../form.tsx'
import { helpOf, labelOf } from '../labels.ts'
import { keyOf } from '../values.ts'
import type { WidgetProps } from './plain.tsx'

const RichPanes = lazy(async () => ({ default: (await import('../rich/rich-panes.tsx')).RichPanes }))

/** Rich text. The editor is loaded on demand, because no other room needs it. */
export function RichWidget({ field }: WidgetProps) {
  const t = useWords()
  const { languages } = useForm()
  const { errors, original } = useFormState()
  const label = labelOf(t, field)
  const keys = languages.map((language) => keyOf(field.name, language === original ? undefined : language))
  const sentences = keys.map((key) => errors[key]).filter((sentence) => sentence !== undefined)
  const help = helpOf(t, field.name)
  return (
    <div className="field" role="group" aria-label={label}>
      {field.name !== 'description' && <span className="label">{label}</span>}
      {help !== undefined && <p className="field__hint">{help}</p>}
      {sentences.length > 0 && (
        <FieldError id={`${idOf(field.name)}-error`}>{sentences.join(' ')}</FieldError>
      )}
      <Suspense fallback={<div className="rich rich--waiting" aria-busy="true" />}>
        <RichPanes name={field.name} label={label} />
      </Suspense>
    </div>
  )
}
