import { admin, type Answer, type Service } from './service.ts'

/** Takes a split back: a series becomes a part of the one that it was split from again (interface: Editing series). */
export const joinSeries = (service: Service, id: number): Promise<Answer<unknown>> =>
  service.write('POST', admin(`/events/${id}/join`))
