import type { ReactNode } from 'react'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Check, Field, Input, useField } from '../../parts/field.tsx'
import { originName, type Setting } from './settings.ts'

interface Props {
  readonly setting: Setting
  /** What is to be stored. */
  readonly change: string | undefined
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  readonly onReset: () => void
}

/** What an operator has set is shown with its reason. */
export function SettingField({ setting, change, error, onChange, onReset }: Props) {
  const t = useWords()
  const { name, origin, changeable, description } = setting
  const help = changeable ? <code>{name}</code> : <Fixed name={name} origin={originName(t, origin)} />
  return (
    <div className="setting">
      <Control setting={setting} change={change} error={error} help={help} onChange={onChange} />
      {origin === 'administration' && (
        <Button
          size="small"
          aria-label={t('Back to the usual value: {setting}', { setting: description ?? name })}
          onPress={onReset}
        >
          {t('Usual value')}
        </Button>
      )}
    </div>
  )
}

function Fixed({ name, origin }: { name: string; origin: string }) {
  const t = useWords()
  return (
    <>
      <code>{name}</code> {t('Set by the operator ({origin}); it cannot be changed here.', { origin })}
    </>
  )
}

function Control({ setting, change, error, help, onChange }: Omit<Props, 'onReset'> & { help: ReactNode }) {
  const { value, changeable, type, description } = setting
  const shown = change ?? value
  if (type === 'boolean')
    return (
      <Check
        label={description}
        help={help}
        isChecked={shown === 'on'}
        isDisabled={!changeable}
        onChange={(isOn) => onChange(isOn ? 'on' : 'off')}
      />
    )
  return (
    <Field label={description} help={help} error={error}>
      {type === 'image' ? (
        <Picture value={shown} isDisabled={!changeable} onChange={onChange} />
      ) : (
        <Value setting={setting} value={shown} onChange={onChange} />
      )}
    </Field>
  )
}

type ValueProps = Pick<Props, 'setting' | 'onChange'> & { readonly value: string }

function Value({ setting: { type, changeable, minimum, maximum }, value, onChange }: ValueProps) {
  const isNumber = type === 'integer'
  const input = (
    <Input
      className={isNumber ? 'input--short' : undefined}
      value={value}
      type={isNumber ? 'number' : 'text'}
      min={minimum}
      max={maximum}
      disabled={!changeable}
      onChange={onChange}
    />
  )
  if (type !== 'color') return input
  return (
    <div className="row row--stiff">
      <span className="setting__color" style={{ background: value }} aria-hidden />
      {input}
    </div>
  )
}

interface PictureProps {
  readonly value: string
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}

/** The picture itself is the value. */
function Picture({ value, isDisabled, onChange }: PictureProps) {
  const read = (file: File | undefined) => {
    if (file === undefined) return
    const reader = new FileReader()
    reader.onload = () => onChange(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <div className="row">
      {value.startsWith('data:') && <img src={value} alt="" height={40} />}
      <input
        {...useField()}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        disabled={isDisabled}
        onChange={({ target }) => read(target.files?.[0])}
      />
    </div>
  )
}
