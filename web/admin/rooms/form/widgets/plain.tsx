import { useWords } from '../../../app/words.tsx'
import { Check, Field, Input, Select } from '../../../parts/field.tsx'
import { useEntry, useForm, useFormState, useText } from '../form.tsx'
import { choiceOf, helpOf, labelOf } from '../labels.ts'
import { titleFields, type FormField } from '../schema.ts'
import { typingOf } from './typing.ts'
import { LanguageFields } from './language-fields.tsx'

/** Generic controls, selected by the schema of a value. */

export interface WidgetProps {
  readonly field: FormField
}

export function TextWidget({ field }: WidgetProps) {
  const t = useWords()
  const { value, set, error, id } = useText(field.name)
  const isNumber = field.schema.type === 'number' || field.schema.type === 'integer'
  return (
    <Field label={labelOf(t, field)} help={helpOf(t, field.name)} error={error} id={id}>
      <Input
        value={value}
        onChange={set}
        maxLength={field.schema.maxLength}
        {...(isNumber ? { inputMode: 'decimal' } : typingOf(field.name))}
      />
    </Field>
  )
}

export function TranslatedTextWidget({ field }: WidgetProps) {
  const t = useWords()
  const { kind } = useForm()
  const isTitle = field.name === titleFields[kind]
  const label = labelOf(t, field)
  return (
    <LanguageFields name={field.name} label={label} help={helpOf(t, field.name)}>
      {(language, isOriginal) => <TextOf field={field} language={language} isTitle={isTitle && isOriginal} />}
    </LanguageFields>
  )
}

function TextOf({ field, language, isTitle }: WidgetProps & { language: string; isTitle: boolean }) {
  const { value, set, error, id } = useText(field.name, language)
  const { original } = useFormState()
  const first = useText(field.name)
  return (
    <Input
      className={isTitle ? 'input--title' : undefined}
      id={id}
      lang={language}
      value={value}
      maxLength={field.schema.maxLength}
      aria-invalid={error === undefined ? undefined : true}
      aria-required={field.isRequired && language === original ? true : undefined}
      {...typingOf(field.name)}
      placeholder={language === original || field.schema.format !== 'iri' ? '' : first.value}
      onChange={set}
    />
  )
}

export function CheckWidget({ field }: WidgetProps) {
  const t = useWords()
  const { value, set } = useEntry<boolean | ''>(field.name)
  return (
    <Check label={labelOf(t, field)} help={helpOf(t, field.name)} isChecked={value === true} onChange={set} />
  )
}

export function SelectWidget({ field }: WidgetProps) {
  const t = useWords()
  const { value, set, error, id } = useText(field.name)
  const given = (field.schema.enum ?? []).map((one) => ({ value: one, label: choiceOf(t, one) }))
  const options = value === '' ? [{ value: '', label: t('Not set') }, ...given] : given
  return (
    <Field label={labelOf(t, field)} help={helpOf(t, field.name)} error={error} id={id}>
      <Select value={value} options={options} onChange={set} />
    </Field>
  )
}
