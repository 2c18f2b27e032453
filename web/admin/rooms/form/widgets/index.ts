import type { ComponentType } from 'react'
import { When } from '../dates/when.tsx'
import { Repeat } from '../repeat/repeat.tsx'
import type { FormField } from '../schema.ts'
import { ImageWidget } from './image.tsx'
import { OrganizersWidget, VenuesWidget } from './links.tsx'
import { CostWidget, TicketsWidget } from './money.tsx'
import { PinWidget } from './pin.tsx'
import { CheckWidget, SelectWidget, TextWidget, TonguesWidget, type WidgetProps } from './plain.tsx'
import { RichWidget } from './rich.tsx'
import { SlugWidget } from './slug.tsx'
import { CategoriesWidget, HueWidget, ParentWidget, TagsWidget } from './terms.tsx'

/** Which control a field has: one of its own, else one for what its schema says. */

type Widget = ComponentType<WidgetProps>

const byName: Readonly<Record<string, Widget>> = {
  start_date: When,
  recurrence: Repeat,
  categories: CategoriesWidget,
  tags: TagsWidget,
  cost: CostWidget,
  tickets: TicketsWidget,
  image: ImageWidget,
  slug: SlugWidget,
  geo_lat: PinWidget,
  parent: ParentWidget,
  hue: HueWidget,
  show_map: CheckWidget,
  show_map_link: CheckWidget,
}

/** In an event these are links; in a venue and an organizer fields of the same name are texts. */
const links: Readonly<Record<string, Widget>> = { venue: VenuesWidget, organizer: OrganizersWidget }

const isLink = ({ schema }: FormField) => schema.type === undefined

const isHtml = ({ name, schema }: FormField) =>
  schema.contentMediaType === 'text/html' || name === 'description'

export function widgetOf(field: FormField): Widget {
  const { name, schema, isTranslated } = field
  const own = isLink(field) ? links[name] : byName[name]
  if (own !== undefined) return own
  if (isHtml(field)) return RichWidget
  if (isTranslated) return TonguesWidget
  if (schema.enum !== undefined) return SelectWidget
  return schema.type === 'boolean' ? CheckWidget : TextWidget
}
