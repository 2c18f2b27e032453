import {
  createContext,
  useContext,
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
} from 'react'
import { Icon } from './icon.tsx'

/** Form fields: label, help, error and control, in this order. */

interface Described {
  readonly id: string
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

const Context = createContext<Described | undefined>(undefined)

/** Attributes that link a control to the label, help and error of its field. */
export function useField(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean } {
  const field = useContext(Context)
  if (field === undefined) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.isInvalid || undefined,
  }
}

/** `isAlert`: whether it is read out when it appears, because nothing moves the focus to its field. */
export const FieldError = ({
  id,
  isAlert = false,
  children,
}: {
  id?: string
  isAlert?: boolean
  children: ReactNode
}) => (
  <p className="field__error" id={id} role={isAlert ? 'alert' : undefined}>
    <Icon name="warning" />
    {children}
  </p>
)

interface FieldProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Whether the field saves itself, so that its error is read out. */
  readonly savesItself?: boolean
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

function useDescription(id: string, help: ReactNode, error: ReactNode): Described {
  const isInvalid = error != null && error !== ''
  const parts = [help != null && help !== '' && `${id}-help`, isInvalid && `${id}-error`]
  return { id, describedBy: parts.filter(Boolean).join(' ') || undefined, isInvalid }
}

/** A control with its label. */
export function Field({
  label,
  help,
  error,
  savesItself = false,
  id: given,
  className,
  children,
}: FieldProps) {
  const made = useId()
  const field = useDescription(given ?? made, help, error)
  return (
    <div className={className === undefined ? 'field' : `field ${className}`}>
      <label htmlFor={field.id}>{label}</label>
      {help != null && (
        <p className="field__hint" id={`${field.id}-help`}>
          {help}
        </p>
      )}
      {field.isInvalid && (
        <FieldError id={`${field.id}-error`} isAlert={savesItself}>
          {error}
        </FieldError>
      )}
      <Context value={field}>{children}</Context>
    </div>
  )
}

/** Several controls with a common label. */
export function FieldSet({
  label,
  help,
  error,
  id: given,
  className,
  children,
}: Omit<FieldProps, 'savesItself'>) {
  const made = useId()
  const field = useDescription(given ?? made, help, error)
  return (
    <fieldset
      className={className === undefined ? 'field' : `field ${className}`}
      id={field.id}
      aria-describedby={field.describedBy}
      data-wrong={field.isInvalid ? '' : undefined}
    >
      <legend>{label}</legend>
      {help != null && (
        <p className="field__hint" id={`${field.id}-help`}>
          {help}
        </p>
      )}
      {field.isInvalid && <FieldError id={`${field.id}-error`}>{error}</FieldError>}
      {children}
    </fieldset>
  )
}

const inputClass = (className: string | undefined) =>
  className === undefined ? 'input' : `input ${className}`

type NativeInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'>

interface InputProps extends NativeInput {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

export const Input = ({ className, onChange, ...native }: InputProps) => (
  <input
    {...useField()}
    {...native}
    className={inputClass(className)}
    onChange={({ target }) => onChange(target.value)}
  />
)

type NativeArea = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value'>

export const TextArea = ({
  className,
  onChange,
  ...native
}: NativeArea & { value: string; onChange: (value: string) => void }) => (
  <textarea
    {...useField()}
    {...native}
    className={inputClass(className)}
    onChange={({ target }) => onChange(target.value)}
  />
)

export interface Option<T extends string> {
  readonly value: T
  readonly label: string
}

export function Select<T extends string>({
  value,
  options,
  onChange,
  className,
  ...native
}: {
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  className?: string
  id?: string
  'aria-label'?: string
}) {
  return (
    <select
      {...useField()}
      {...native}
      className={inputClass(className)}
      value={value}
      onChange={({ target }) => onChange(target.value as T)}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** A checkbox; `help` is displayed below its label. */
export const Check = ({
  label,
  help,
  isChecked,
  isDisabled = false,
  isMixed = false,
  onChange,
  'aria-label': name,
}: {
  label?: ReactNode
  help?: ReactNode
  isChecked: boolean
  isDisabled?: boolean
  isMixed?: boolean
  onChange: (isChecked: boolean) => void
  'aria-label'?: string
}) => (
  <label className="check">
    <input
      type="checkbox"
      aria-label={name}
      checked={isChecked}
      disabled={isDisabled}
      ref={(element) => {
        if (element !== null) element.indeterminate = isMixed
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label != null && (
      <span>
        {label}
        {help != null && <small>{help}</small>}
      </span>
    )}
  </label>
)
