import { Field, Input } from '../../parts/field.tsx'

/** A text field parsed while the user types; the caller displays the result. */
export const ShortField = ({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}) => (
  <Field label={label} error={error}>
    <Input autoComplete="off" value={value} onChange={onChange} />
  </Field>
)
