import type { Message } from '../locales/fr.ts'
import { refuse, type Parameter } from './parameter.ts'
import { readSeparated, textOrTexts, unique } from './parameter-lists.ts'
import {
  between,
  choice,
  flag,
  integer,
  isFalse,
  kind,
  languageOf,
  looksLikeId,
  number,
  readChoice,
  readId,
  readInteger,
  readUrl,
  withId,
  type Published,
} from './parameter-types.ts'

/** Parameters that several operations share. */

/** The language of the operation (interface: Effective language). */
export const language = { ml_language: languageOf('Language code') }

export const fallback = {
  ml_fallback: choice('What to return if there is no translation', ['original', 'none']),
}

export const page = {
  page: { ...integer('Page number', { default: 1, minimum: 1 }), empty: 'refused' as const },
  per_page: kind(
    ({ perPage }) => ({
      type: 'integer',
      description: 'Number of items per page',
      default: perPage,
      minimum: 1,
    }),
    (value, { maxPerPage }) => Math.min(between(readInteger(value), 1), maxPerPage),
    'refused',
  ),
}

/** Statuses in their published order (interface: States). */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof statuses)[number]

export const unpublishedStatuses = ['future', 'draft', 'pending', 'private'] as const

/** New entries accept any status except trash; updates accept every status (interface: States). */
export const status = (description: Message, published: Published): Parameter<Status> => ({
  ...choice<Status>(
    description,
    statuses.filter((one) => one !== 'trash'),
    published,
  ),
  onUpdate: choice<Status>(description, statuses, published),
})

/** One or several statuses, or `any`: all but trash, which may be sent beside it. */
export const statusesToList = (description: Message) =>
  kind<Status[] | 'any'>({ type: 'string', accepted: textOrTexts, description }, (value, site) => {
    const words = readSeparated(value, site).map((word) => readChoice(word, [...statuses, 'any'] as const))
    if (!words.includes('any')) return unique(words as Status[])
    return words.includes('trash') ? [...statuses] : 'any'
  })

export const orderDirection = kind<'asc' | 'desc'>(
  { type: 'string', description: 'Sort order, ascending or descending', enum: ['asc', 'desc'] },
  (value) => readChoice(typeof value === 'string' ? value.toLowerCase() : value, ['asc', 'desc'] as const),
)

export const context = {
  context: choice('Scope of the response: as visitors or as editors see it', ['view', 'embed', 'edit'], {
    default: 'view',
  }),
}

/** An image: the ID of a stored one, or a URL. */
export const image = (description: Message, published: Published) =>
  kind<number | string | null>(
    {
      type: 'string',
      accepted: { ...withId, type: ['string', 'integer', 'boolean', 'object'] },
      description,
      ...published,
    },
    readImage,
  )

/** Accepts the image object of a response in place of its ID. */
function readImage(value: unknown): number | string | null {
  if (isFalse(value)) return null
  if (typeof value === 'object' && value !== null)
    return 'id' in value
      ? readId(value.id)
      : refuse(
          'rest_invalid_type',
          'Must be the ID or the URL of an image; upload a file first, as an image.',
        )
  return looksLikeId(value) ? readId(value) : readUrl(value)
}

export const latitudes = { minimum: -90, maximum: 90 }
export const longitudes = { minimum: -180, maximum: 180 }

export const geolocation = {
  geoloc: flag('Whether the venue has geolocation data'),
  geoloc_lat: number('Latitude of the centre of the search area, in degrees; requires geoloc_lng', latitudes),
  geoloc_lng: number(
    'Longitude of the centre of the search area, in degrees; requires geoloc_lat',
    longitudes,
  ),
  geoloc_radius: number('Search radius, in kilometres', { default: 40, minimum: 0 }),
}
