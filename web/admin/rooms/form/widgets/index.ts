import type { ComponentType } from 'react'
import { When } from '../dates/when.tsx'
import { Repeat } from '../repeat/repeat.tsx'
import { isHtml, type FormField } from '../schema.ts'
import { ImageWidget } from './image.tsx'
import { OrganizersWidget, VenuesWidget } from './links.tsx'
import { CostWidget, TicketsWidget } from './money.tsx'
import { PinWidget } from './pin.tsx'
import { CheckWidget, SelectWidget, TextWidget, TranslatedTextWidget, type WidgetProps } from './plain.tsx'
import { RichWidget } from './rich.tsx'
import { SlugWidget } from './slug.tsx'
import { CategoriesWidget, HueWidget, ParentWidget, TagsWidget } from './terms.tsx'

/** Selects the control of a field: a specific one, otherwise one for its schema. */

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

/** In events these are links; venues and organizers have text fields of the same names. */
const links: Readonly<Record<string, Widget>> = { venue: VenuesWidget, organizer: OrganizersWidget }

const isLink = ({ schema }: FormField) => schema.type === undefined

export function widgetOf(field: FormField): Widget {
  const { name, schema, isTranslated } = field
  const own = isLink(field) ? links[name] : byName[name]
  if (own !== undefined) return own
  if (isHtml(field)) return RichWidget
  if (isTranslated) return TranslatedTextWidget
  if (schema.enum !== undefined) return SelectWidget
  return schema.type === 'boolean' ? CheckWidget : TextWidget
}
