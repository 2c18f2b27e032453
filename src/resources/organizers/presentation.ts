import { globalIds, presentEntry, presentLanguages } from '../entries.ts'
import { presentImage } from '../images.ts'
import { inContext, known, organization, type OrganizerItem } from '../json-ld.ts'
import type { Item, View } from '../resource.ts'

/** Fields that are omitted if empty (interface: Organizers). */
const optionalFields = (item: OrganizerItem, view: View) =>
  known({
    description: item.text.description,
    excerpt: item.text.excerpt,
    slug: item.text.slug,
    image: presentImage(item.image, view) || undefined,
    phone: item.row.phone,
    website: item.text.website,
    email: item.row.email,
  })

export function present(item: OrganizerItem, view: View): Record<string, unknown> {
  return {
    id: item.id,
    ...presentEntry(item as Item, 'organizer', 'organizers', view),
    organizer: item.text.organizer ?? '',
    ...optionalFields(item, view),
    ...globalIds(item.id, view),
    ...presentLanguages(item as Item, 'organizer', 'organizers', view),
    ...(view.isSingle ? { json_ld: inContext(organization(item, view)) } : {}),
  }
}
