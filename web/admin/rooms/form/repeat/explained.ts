import { useExplainedRecurrence } from '../../../parts/explained-recurrence.ts'
import { useText } from '../form.tsx'
import { wholeRecurrence } from './rule.ts'

export const shownDates = 60

/** The recurrence of the form in words, with its dates from a local time on; includes excluded dates. */
export function useExplained(recurrence: string, from: string | undefined) {
  return useExplainedRecurrence({
    recurrence: wholeRecurrence(recurrence),
    start_date: useText('start_date').value,
    timezone: useText('timezone').value,
    all_day: useText('all_day').value === 'true',
    from,
    limit: shownDates,
  })
}
