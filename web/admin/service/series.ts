import { admin, type Answer, type Service } from './service.ts'

/** Undoes a split: the series becomes part of the one it was split from again (interface: Editing series). */
export const joinSeries = (service: Service, id: number, idempotencyKey: string): Promise<Answer<unknown>> =>
  service.write('POST', admin(`/events/${id}/join`), undefined, { idempotencyKey })

/** Whether a write to one date is for other dates as well. */
export const isForSeries = (scope: string | undefined): boolean => scope === 'following' || scope === 'all'
