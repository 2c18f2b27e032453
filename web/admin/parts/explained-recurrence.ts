import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useService } from '../app/service.tsx'
import { useWords } from '../app/words.tsx'
import { admin } from '../service/service.ts'

/** The explanation of a recurrence by the service (interface: Editing series). */
interface Explanation {
  readonly words: string
  readonly dates: readonly string[]
  readonly until: string | null
}

/** With the time from which on its dates are, because those asked for before are shown until the next ones are there. */
interface Explained extends Explanation {
  readonly from: string | undefined
}

interface Asked {
  /** One line per rule; empty if there is none. */
  readonly recurrence: string
  readonly start_date: string
  readonly timezone: string
  readonly all_day: boolean
  /** The local time from which on dates are listed; by default all are. */
  readonly from?: string | undefined
  /** How many dates to list. */
  readonly limit: number
}

/** Requests the explanation from the service, because only it evaluates all rules. */
export function useExplainedRecurrence(asked: Asked) {
  const service = useService()
  const { language } = useWords()
  const body = { ...asked, language }
  return useQuery({
    queryKey: ['recurrence', body],
    enabled: asked.recurrence !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }): Promise<Explained> => {
      const answer = await service.write<Explanation>('POST', admin('/recurrence'), body, { signal })
      return { ...answer.body, from: body.from }
    },
  })
}
