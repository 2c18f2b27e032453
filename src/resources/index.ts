import { categories } from './categories/index.ts'
import { events } from './events/index.ts'
import { organizers } from './organizers/index.ts'
import type { Resource, ResourceName } from './resource.ts'
import { tags } from './tags/index.ts'
import { venues } from './venues/index.ts'

export const resources: Readonly<Record<ResourceName, Resource>> = {
  events,
  venues,
  organizers,
  categories,
  tags,
}
