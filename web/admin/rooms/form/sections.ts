import type { Text } from '../../locales/index.ts'
import type { Kind } from '../../service/types.ts'
import type { FormField } from './schema.ts'

/** The layout of fields. Fields not listed here are placed at the end of the section for their type. */

export interface Section {
  readonly id: string
  /** The section with the title has no heading. */
  readonly title?: Text
  readonly names: readonly string[]
}

const description: Section = { id: 'text', title: 'Description', names: ['description', 'excerpt'] }
const picture: Section = { id: 'picture', title: 'Image', names: ['image'] }
const contact: Section = { id: 'contact', title: 'Contact', names: ['phone', 'email', 'website'] }
const address: Section = { id: 'address', title: 'Page address', names: ['slug'] }
const settings = (...names: string[]): Section => ({ id: 'settings', title: 'Visibility', names })

const layouts: Readonly<Record<Kind, readonly Section[]>> = {
  events: [
    { id: 'title', names: ['title'] },
    { id: 'when', title: 'When', names: ['start_date', 'recurrence'] },
    { id: 'where', title: 'Where and who', names: ['venue', 'organizer'] },
    description,
    { id: 'sort', title: 'Categories and tags', names: ['categories', 'tags'] },
    { id: 'money', title: 'Cost and tickets', names: ['cost', 'tickets', 'website'] },
    picture,
    settings(
      'featured',
      'hide_from_listings',
      'show_map',
      'show_map_link',
      'sticky',
      'event_status',
      'password',
    ),
    address,
  ],
  venues: [
    { id: 'title', names: ['venue'] },
    {
      id: 'where',
      title: 'Where',
      names: ['address', 'zip', 'city', 'province', 'state', 'stateprovince', 'country', 'geo_lat'],
    },
    contact,
    description,
    picture,
    settings('show_map', 'show_map_link'),
    address,
  ],
  organizers: [{ id: 'title', names: ['organizer'] }, contact, description, picture, settings(), address],
  categories: [
    { id: 'title', names: ['name'] },
    description,
    { id: 'settings', title: 'Hierarchy and colour', names: ['parent', 'hue'] },
    address,
  ],
  tags: [{ id: 'title', names: ['name'] }, description, settings(), address],
}

/** Fields edited by the control of another field, or next to the form. */
const elsewhere = ['end_date', 'all_day', 'timezone', 'geo_lng', 'status', 'date']

const sectionOf = ({ schema, isTranslated }: FormField) =>
  isTranslated || schema.contentMediaType === 'text/html' ? 'text' : 'settings'

export interface FilledSection extends Section {
  readonly fields: readonly FormField[]
}

export function sectionsOf(kind: Kind, fields: readonly FormField[]): FilledSection[] {
  const layout = layouts[kind]
  const known = [...layout.flatMap(({ names }) => names), ...elsewhere]
  const others = fields.filter(({ name }) => !known.includes(name))
  return layout
    .map((section) => ({
      ...section,
      fields: [
        ...section.names
          .map((name) => fields.find((field) => field.name === name))
          .filter((field) => field !== undefined),
        ...others.filter((field) => sectionOf(field) === section.id),
      ],
    }))
    .filter((section) => section.fields.length > 0)
}
