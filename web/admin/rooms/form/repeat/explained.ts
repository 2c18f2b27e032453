import { useExplainedRecurrence } from '../../../parts/explained-recurrence.ts'
import { useText } from '../form.tsx'
import { wholeRecurrence } from './rule.ts'

export const shownDates = 60

/** The recurrence of the form in words, with its dates; includes excluded dates. */
export function useExplained(recurrence: string) {
  return useExplainedRecurrence({
    recurrence: wholeRecurrence(recurrence),
    start_date: useText('start_date').value,
    timezone: useText('timezone').value,
    all_day: useText('all_day').value === 'true',
    limit: shownDates,
  })
}
