import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useService } from '../../../app/service.tsx'
import { useWords } from '../../../app/words.tsx'
import { admin } from '../../../service/service.ts'
import { useText } from '../form.tsx'
import { wholeRecurrence } from './rule.ts'

/** The explanation of a recurrence by the service (interface: Editing series). */
interface Explained {
  readonly words: string
  readonly dates: readonly string[]
  readonly until: string | null
}

export const shownDates = 60

/** Requests the explanation from the service, because only it evaluates all rules; includes excluded dates. */
export function useExplained(recurrence: string) {
  const service = useService()
  const { language } = useWords()
  const body = {
    recurrence: wholeRecurrence(recurrence),
    start_date: useText('start_date').value,
    timezone: useText('timezone').value,
    all_day: useText('all_day').value === 'true',
    limit: shownDates,
    language,
  }
  return useQuery({
    queryKey: ['recurrence', body],
    enabled: body.recurrence !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) =>
      (await service.write<Explained>('POST', admin('/recurrence'), body, { signal })).body,
  })
}
