import { calendar, everyDate, type Service } from '../../service/service.ts'
import type { CalendarEvent, Organizer, Post, Venue } from '../../service/types.ts'

/** Venues and organizers that are published with an event, because they were created for it (interface: Reviews). */

export interface NewPlace {
  readonly link: 'venue' | 'organizer'
  readonly place: Venue | Organizer
}

export const newPlacesOf = ({ author, venue, organizer }: CalendarEvent): NewPlace[] =>
  [
    ...[venue].flat().map((place) => ({ link: 'venue', place }) as const),
    ...organizer.map((place) => ({ link: 'organizer', place }) as const),
  ].filter(({ place }) => place.author === author && ['draft', 'pending'].includes(place.status))

/** What other events have published by now, or somebody has given another status, stays as it is. */
export async function takeBack(service: Service, places: readonly NewPlace[]): Promise<void> {
  for (const { link, place } of places) {
    const path = calendar(`/${link}s/${place.id}`)
    const { body: now, etag } = await service.read<Post>(path)
    const query = { ...everyDate, status: 'publish', [link]: place.id, per_page: 1 }
    const { total } = await service.read(calendar('/events'), { query })
    if (now.status !== 'publish' || total !== 0) continue
    await service.write('PATCH', path, { status: place.status }, { ifMatch: etag })
  }
}
