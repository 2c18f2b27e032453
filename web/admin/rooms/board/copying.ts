import { calendar, type Service } from '../../service/service.ts'
import type { CalendarEvent } from '../../service/types.ts'
import type { BoardEvent } from './board-event.ts'

/** Copies of events, as drafts in all their languages. */

/** Texts that each language may have of its own. */
const textNames = ['title', 'description', 'excerpt', 'cost', 'website'] as const

const textsOf = (event: CalendarEvent, names: readonly string[] = textNames) =>
  Object.fromEntries(textNames.filter((name) => names.includes(name)).map((name) => [name, event[name]]))

const imageOf = ({ image }: CalendarEvent) => (image === undefined || image === false ? undefined : image.id)

/** The fields that all languages share; `mayUpload`: whether the user may set an image. */
const sharedOf = (event: CalendarEvent, mayUpload: boolean) => ({
  start_date: event.start_date,
  end_date: event.end_date,
  timezone: event.timezone,
  all_day: event.all_day,
  categories: event.categories.map(({ id }) => id),
  tags: event.tags.map(({ id }) => id),
  venue: [event.venue].flat().map(({ id }) => id),
  organizer: event.organizer.map(({ id }) => id),
  tickets: event.tickets,
  image: mayUpload ? imageOf(event) : undefined,
  hide_from_listings: event.hide_from_listings,
  featured: event.featured,
  sticky: event.sticky,
  show_map: event.show_map,
  show_map_link: event.show_map_link,
  status: 'draft',
})

/** The same key for every repetition, so that one whose response was lost makes no second copy. */
export async function copyEvent(
  service: Service,
  { id, original_language: original }: BoardEvent,
  { mayUpload, idempotencyKey }: { mayUpload: boolean; idempotencyKey: string },
): Promise<CalendarEvent> {
  const read = async (language: string) => {
    const query = { ml_language: language, ml_fallback: 'original', context: 'edit' }
    return (await service.read<CalendarEvent>(calendar(`/events/${id}`), { query })).body
  }
  const event = await read(original)
  const others = Object.keys(event.translations).filter((language) => language !== original)
  const translated = await Promise.all(others.map(read))
  const { body: copy } = await service.write<CalendarEvent>(
    'POST',
    calendar('/events'),
    { ...textsOf(event), ...sharedOf(event, mayUpload) },
    { query: { ml_language: original }, idempotencyKey },
  )
  for (const translation of translated) {
    const query = { ml_language: translation.language }
    const texts = textsOf(translation, translation.own_fields)
    await service.write('PATCH', calendar(`/events/${copy.id}`), texts, { query })
  }
  return copy
}
