import { useState, type ReactNode } from 'react'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Check, Field, FieldError, FieldSet, Input } from '../../parts/field.tsx'
import { bytesText } from '../../parts/numbers.ts'
import { ImageDrop } from '../media/image-drop.tsx'
import type { LibraryImage } from '../media/image.ts'
import { labelOf, originName, type Setting } from './settings.ts'

interface Props {
  readonly setting: Setting
  /** The unsaved value. */
  readonly change: string | undefined
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  readonly onReset: () => void
}

/** A setting fixed by the operator is read-only, with an explanation. */
export function SettingField({ setting, change, error, onChange, onReset }: Props) {
  const t = useWords()
  const { name, origin, changeable, description = name } = setting
  const label = labelOf(t, setting)
  const help = (
    <>
      {label && description}{' '}
      {changeable ? <code>{name}</code> : <Fixed name={name} origin={originName(t, origin)} />}
    </>
  )
  const shown = { setting, change, error, onChange, help, label: label ?? description }
  return (
    <div className="setting">
      <Control {...shown} />
      {origin === 'administration' && (
        <Button
          size="small"
          aria-label={t('Back to the default value: {setting}', { setting: shown.label })}
          onPress={onReset}
        >
          {t('Default value')}
        </Button>
      )}
    </div>
  )
}

function Fixed({ name, origin }: { name: string; origin: string }) {
  const t = useWords()
  return (
    <>
      <code>{name}</code>
      <br />
      {t('Set by the operator ({origin}); it cannot be changed here.', { origin })}
    </>
  )
}

interface ControlProps extends Omit<Props, 'onReset'> {
  readonly label: string
  readonly help: ReactNode
}

function Control({ setting, label, change, error, help, onChange }: ControlProps) {
  const { value, changeable, type } = setting
  const shown = change ?? value
  if (type === 'boolean')
    return (
      <Check
        label={label}
        help={help}
        isChecked={shown === 'on'}
        isDisabled={!changeable}
        onChange={(isOn) => onChange(isOn ? 'on' : 'off')}
      />
    )
  if (type === 'image')
    return (
      <FieldSet label={label} help={help} error={error}>
        <Picture value={shown} isDisabled={!changeable} onChange={onChange} />
      </FieldSet>
    )
  return (
    <Field label={label} help={help} error={error}>
      <Value setting={setting} value={shown} onChange={onChange} />
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

const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((done) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.readAsDataURL(file)
  })

/** What the service accepts: the picture is sent to every visitor. */
const maxPictureBytes = 200_000

/** The value is the image data itself, so an image of the library is copied. */
function Picture({ value, isDisabled, onChange }: PictureProps) {
  const t = useWords()
  const [problem, setProblem] = useState<string>()
  const hasImage = value.startsWith('data:')
  const use = async (file: Blob) => {
    if (file.size <= maxPictureBytes) return onChange(await dataUrlOf(file))
    setProblem(t('The image is too large: {size} of at most 200 kB.', { size: bytesText(t, file.size) }))
  }
  const take = (file: Promise<Blob>) => {
    setProblem(undefined)
    file.then(use).catch(() => setProblem(t('The service did not respond.')))
  }
  const copied = async ({ sizes, url }: LibraryImage) => (await fetch(sizes?.medium?.url ?? url)).blob()
  return (
    <div className="row">
      {hasImage && <img src={value} alt="" height={40} />}
      {!isDisabled && (
        <ImageDrop
          hasImage={hasImage}
          types={['PNG', 'JPEG', 'WebP']}
          hint={t('PNG, JPEG or WebP, at most 200 kB')}
          onFile={(file) => take(Promise.resolve(file))}
          onChosen={(image) => take(copied(image))}
        >
          {problem !== undefined && <FieldError isAlert>{problem}</FieldError>}
        </ImageDrop>
      )}
    </div>
  )
}
