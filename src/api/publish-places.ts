import { isPublished, mayEditOthers, type OptionalCaller, type OwnedEntry } from '../identity/roles.ts'
import { ownedOf, type Item, type Resource } from '../resources/resource.ts'
import type { Transaction } from '../store/index.ts'
import type { WriteContext } from '../store/writes.ts'
import type { ResourceServices } from './service.ts'

/**
 * New venues and organizers of a contributor or visitor stay unpublished until an editor publishes their event. This is
 * done with every such update, because visitors would otherwise read of an event without its place (interface: Reviews).
 */

const isWaiting = ({ status }: OwnedEntry) => status === 'draft' || status === 'pending'

/** Whoever publishes a draft of their own decides about their venues and organizers themselves. */
function isDecided(former: OwnedEntry, after: Item, caller: OptionalCaller): boolean {
  const isOthers = former.status === 'pending' || former.author !== caller?.id
  return mayEditOthers(caller) && isOthers && isWaiting(former) && isPublished(ownedOf(after))
}

/** Publishes what the former author of the event created; returns whether there was anything. */
export async function publishPlaces(
  { store: { resources } }: ResourceServices,
  transaction: Transaction,
  { links: kinds }: Resource,
  { former, after }: { readonly former: Item; readonly after: Item },
  { site, caller, language }: WriteContext,
): Promise<boolean> {
  const event = ownedOf(former)
  if (kinds === undefined || !isDecided(event, after, caller)) return false
  const places = (['venue', 'organizer'] as const).flatMap((kind) =>
    (after.links[kind] ?? []).map((place) => ({ resource: resources[kinds[kind]!], place })),
  )
  const own = places.filter(
    ({ place }) => isWaiting(ownedOf(place)) && ownedOf(place).author === event.author,
  )
  for (const { resource, place } of own) {
    const writing = { site, caller, language, former: place }
    await transaction.update(resource, place, resource.draft({ status: 'publish' }, writing), writing)
  }
  return own.length > 0
}
