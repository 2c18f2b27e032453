import { mayEdit } from '../../identity/roles.ts'
import type { Translation, View } from '../resource.ts'
import { overridesColumn, overridesOf } from './inheritance.ts'
import type { EventItem } from './item.ts'

/** What a protected event hides from those without its password (interface: Event passwords). */

const isLocked = ({ row }: EventItem, { caller, isUnlocked }: View): boolean =>
  row.password !== null && !isUnlocked && !mayEdit(caller, row)

const hiddenTexts = ['description', 'excerpt', 'cost', 'website'] as const
const hiddenFields: readonly string[] = [
  ...hiddenTexts,
  'image',
  'tickets',
  'categories',
  'tags',
  'venue',
  'organizer',
]

const isShown = (name: string): boolean => !hiddenFields.includes(name.split('@')[0]!)

/** A translation of which only hidden fields are outdated is not. */
function shownOutdated({ outdatedFields = [] }: Translation): readonly string[] | undefined {
  const shown = outdatedFields.filter(isShown)
  return shown.length === 0 ? undefined : shown
}

/** Names of hidden fields would tell which of them are filled. */
const reducedNames = ({ row, ownFields, isFallback, translations }: EventItem) => ({
  ownFields: ownFields.filter(isShown),
  isFallback: isFallback && !ownFields.includes('title'),
  translations: Object.fromEntries(
    Object.entries(translations).map(([language, one]) => [
      language,
      { ...one, outdatedFields: shownOutdated(one) },
    ]),
  ),
  row: {
    ...row,
    tickets: '[]',
    ticketed: 0,
    overrides: overridesColumn(overridesOf(row).filter(isShown)),
  },
})

/** Without the password or the permission to edit, hidden fields have the same values as empty ones. */
export function reduced(item: EventItem, view: View): EventItem {
  if (!isLocked(item, view)) return item
  const text = { ...item.text, ...Object.fromEntries(hiddenTexts.map((name) => [name, null])) }
  return {
    ...item,
    ...reducedNames(item),
    text,
    links: {},
    targets: {},
    image: undefined,
  }
}
