import type { ComponentType } from 'react'
import { When } from '../dates/when.tsx'
import type { FormField } from '../schema.ts'
import { CheckWidget, SelectWidget, TextWidget, TonguesWidget, type WidgetProps } from './plain.tsx'

/** Which control a field has: one of its own, else one for what its schema says. */

type Widget = ComponentType<WidgetProps>

const byName: Readonly<Record<string, Widget>> = {
  start_date: When,
  show_map: CheckWidget,
  show_map_link: CheckWidget,
}

export function widgetOf({ name, schema, isTranslated }: FormField): Widget {
  const own = byName[name]
  if (own !== undefined) return own
  if (isTranslated) return TonguesWidget
  if (schema.enum !== undefined) return SelectWidget
  return schema.type === 'boolean' ? CheckWidget : TextWidget
}
