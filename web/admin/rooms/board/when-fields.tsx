import { Field, Input } from '../../parts/field.tsx'

/** A text that is understood as somebody writes it; what was understood is the caller's. */
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
