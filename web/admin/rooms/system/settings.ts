import type { Text, Words } from '../../locales/index.ts'
import { admin, type Service } from '../../service/service.ts'

/** A setting (interface: Settings). */
export interface Setting {
  readonly name: string
  readonly value: string
  readonly origin: string
  readonly changeable: boolean
  /** Present for settings that can be changed at runtime and are not fixed by the operator. */
  readonly type?: 'text' | 'integer' | 'boolean' | 'color' | 'image'
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
}

export interface Settings {
  readonly all: readonly Setting[]
  readonly etag: string | undefined
}

export async function readSettings(service: Service, signal?: AbortSignal): Promise<Settings> {
  const { body, etag } = await service.read<{ settings: Setting[] }>(
    admin('/settings'),
    signal === undefined ? {} : { signal },
  )
  return { all: body.settings, etag }
}

/** Whether the settings have the values that were sent; an empty one resets a setting to its default. */
export const haveValues = ({ all }: Settings, sent: Readonly<Partial<Record<string, string>>>): boolean =>
  Object.entries(sent).every(([name, value]) => {
    const setting = all.find((one) => one.name === name)
    return value === '' ? setting?.origin !== origins.administration : setting?.value === value
  })

const types = ['text', 'image', 'color', 'boolean', 'integer']

/** Sorts settings: those visible to visitors first, lengths and limits last. */
export const inForm = (settings: readonly Setting[]): Setting[] =>
  settings.filter(isForm).toSorted((one, other) => types.indexOf(one.type!) - types.indexOf(other.type!))

/** Labels in forms; the description of the service explains the setting, and is the label of those not listed here. */
const labels: Readonly<Record<string, Text>> = {
  CALENDS_NAME: 'Name',
  CALENDS_CONTACT: 'Contact',
  CALENDS_MAP_TILES: 'Map tiles',
  CALENDS_MAP_ATTRIBUTION: 'Map attribution',
  CALENDS_LOGO: 'Logo',
  CALENDS_COLOR: 'Colour',
  CALENDS_GEOLOCATION: 'Search by place',
  CALENDS_SUGGESTIONS: 'Suggestions',
  CALENDS_PER_PAGE: 'Items per page',
  CALENDS_MAX_PER_PAGE: 'Maximum items per page',
  CALENDS_CHANGES_DAYS: 'Days in the feed of changes',
}

export function labelOf(t: Words, { name }: Setting): string | undefined {
  const label = labels[name]
  return label && t(label)
}

export const isForm = ({ type }: Setting) => type !== undefined

const origins = { default: 'default', administration: 'administration', environment: 'environment' } as const

/** Display name of the source of a setting; flags and files are named individually. */
export const originName = (t: Words, origin: string): string =>
  origin in origins ? t(origins[origin as keyof typeof origins]) : origin
