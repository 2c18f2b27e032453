import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { useExplainedRecurrence } from '../../parts/explained-recurrence.ts'
import { isWall } from '../../parts/spoken.ts'
import type { FieldChange } from '../../service/versions.ts'
import { readRecurrence, wholeRecurrence } from '../form/repeat/rule.ts'

/** When an event begins, which its rule leaves unsaid: “every week” is every Tuesday. */
export interface Beginning {
  readonly start_date: string
  readonly timezone: string
  readonly all_day: boolean
}

export const beginningOf = (values: Readonly<Record<string, unknown>>): Beginning => ({
  start_date: String(values.start_date),
  timezone: String(values.timezone),
  all_day: Boolean(values.all_day),
})

/** When the event began before these changes. */
export function beginningBefore(
  beginning: Beginning,
  changes: Readonly<Record<string, FieldChange>>,
): Beginning {
  const former = Object.entries(changes).map(([field, { before }]) => [field, before])
  return beginningOf({ ...beginning, ...Object.fromEntries(former) })
}

/** How an event repeats in words, with the dates that are left out or added; its lines if there are no words for them. */
export function RecurrenceText({
  recurrence,
  beginning,
}: {
  recurrence: string
  beginning: Beginning | undefined
}) {
  const t = useWords()
  const dates = useDates()
  const { start_date = '', timezone = '', all_day = false } = beginning ?? {}
  const asked = { start_date, timezone, all_day, limit: 1 }
  const { data } = useExplainedRecurrence({
    ...asked,
    recurrence: isWall(start_date) ? wholeRecurrence(recurrence) : '',
  })
  if (data === undefined) return recurrence
  const [day = '', time = ''] = start_date.split(' ')
  const { without, extra, ruleLine } = readRecurrence(recurrence, day, time)
  const listed = (all: readonly string[]) =>
    all.map((date) => (date.length > 10 ? dates.fullTime(date) : dates.fullDay(date))).join(', ')
  const sentence = [
    // Without a rule the words only count the dates.
    ruleLine === undefined ? dates.fullDay(start_date) : data.words,
    extra.length > 0 && t('also on {dates}', { dates: listed(extra) }),
    without.length > 0 && t('except on {dates}', { dates: listed(without) }),
  ]
  return sentence.filter((part) => part !== false).join(', ')
}
