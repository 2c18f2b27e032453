import { checkContactList, contactFilters } from '../contacts.ts'
import { not } from '../conditions.ts'
import { checkAround, isAround, isPlaced, withRadius } from '../geography.ts'
import type { Values } from '../parameter.ts'
import { neutral, type Filters, type ListPlan } from '../listing.ts'
import type { Lookup } from '../resource.ts'
import type { listParameters } from './schema.ts'

export const filters: Filters<typeof listParameters> = {
  ...contactFilters('venues', 'venue_texts', 'venue'),
  geoloc: { sql: (isWanted) => (isWanted ? isPlaced : not(isPlaced)) },
  geoloc_lat: { sql: (_, __, values) => isAround(values) },
  geoloc_lng: neutral,
  geoloc_radius: neutral,
}

export const plan = (values: Values<typeof listParameters>): ListPlan => ({
  values: withRadius(values),
  shown: {},
})

export async function checkList(values: Values<typeof listParameters>, lookup: Lookup): Promise<void> {
  checkAround(values, lookup)
  await checkContactList(values, lookup)
}
