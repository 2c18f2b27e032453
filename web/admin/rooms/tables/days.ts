/** `9.12.2026`, `9.12.`, `9/12/2026` and `2026-12-09` as `2026-12-09`; undefined if it is no day. */
export function readDay(text: string, today = new Date()): string | undefined {
  const parts =
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(text.trim()) ??
    /^(?<day>\d{1,2})[./ ]\s*(?<month>\d{1,2})[./ ]?\s*(?<year>\d{4})?$/.exec(text.trim())
  if (parts === null) return undefined
  const { year = String(today.getFullYear()), month = '', day = '' } = parts.groups!
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${iso}T00:00:00Z`)
  // February 30 would be read as a day of March.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : undefined
}
