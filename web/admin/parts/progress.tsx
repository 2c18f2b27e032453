/** A progress bar; `part` is from 0 to 1. */
export function Progress({ label, part }: { label: string; part: number }) {
  const percent = Math.round(part * 100)
  return (
    <span
      className="meter"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ inlineSize: `${percent}%` }} />
    </span>
  )
}
