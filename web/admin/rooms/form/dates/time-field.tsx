import { useState } from 'react'
import { Input } from '../../../parts/field.tsx'
import { readRange, readTime } from '../../../parts/spoken-times.ts'

/**
 * A field for a time of day: `1930`, `19.30`, `7:30pm`. `value` is `19:30:00`, or the text if it was not understood. Of a
 * range, such as `19–22 Uhr`, the end is passed as well.
 */
export function TimeField({
  label,
  value,
  onChange,
  id,
  isInvalid = false,
  describedBy,
}: {
  label: string
  value: string
  onChange: (value: string, until?: string) => void
  id: string
  isInvalid?: boolean
  /** ID of what helps to fill it in. */
  describedBy?: string | undefined
}) {
  const [typed, setTyped] = useState<string>()
  const shown = /^\d\d:\d\d:00$/.test(value) ? value.slice(0, 5) : value
  return (
    <>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <Input
        className="input--short"
        id={id}
        value={typed ?? shown}
        inputMode="text"
        autoComplete="off"
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={(text) => {
          setTyped(text)
          const range = readRange(text)
          const time = range?.from ?? text
          onChange(readTime(time) ?? time, range?.until)
        }}
        onBlur={() => setTyped(undefined)}
      />
    </>
  )
}
