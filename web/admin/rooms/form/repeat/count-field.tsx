import { useState } from 'react'
import { Input } from '../../../parts/field.tsx'

/** A number from 1 to `most`; the text is kept as it is typed until the field loses focus, so that it can be emptied. */
export function CountField({
  label,
  value,
  most,
  onChange,
}: {
  label: string
  value: number
  most: number
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      className="input--short"
      aria-label={label}
      inputMode="numeric"
      value={typed ?? String(value)}
      onChange={(text) => {
        setTyped(text)
        const count = Number.parseInt(text)
        if (!Number.isNaN(count)) onChange(Math.min(most, Math.max(1, count)))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
