import { htmlToText } from '../../text/html.ts'
import { contactOrder, contactVisible } from '../contacts.ts'
import { checkEntry, draftEntry, entryBreaches, sentOnly, setFlag } from '../entries.ts'
import { missingHalf } from '../geography.ts'
import { place, regionOf, type VenueItem } from '../json-ld.ts'
import { InvalidParts, type Values } from '../parameter.ts'
import { defineResource, type Draft, type Lookup, type Writing } from '../resource.ts'
import type { VenueTable } from '../../store/sql/schema.ts'
import { present } from './presentation.ts'
import { checkList, filters, plan } from './queries.ts'
import { representation } from './representation.ts'
import { fields, listParameters } from './schema.ts'

type VenueValues = Values<typeof fields>

/** Both coordinates are required, or none (interface: Venues). */
async function check(values: VenueValues, lookup: Lookup): Promise<void> {
  await checkEntry(values, lookup)
  const { geo_lat, geo_lng } = values
  const isNew = lookup.targetId === undefined
  const lacks = (name: 'geo_lat' | 'geo_lng') =>
    !lookup.errors.has(name) && (values[name] === null || (isNew && values[name] === undefined))
  if (geo_lat != null && lacks('geo_lng')) lookup.errors.set('geo_lat', missingHalf('geo_lng'))
  if (geo_lng != null && lacks('geo_lat')) lookup.errors.set('geo_lng', missingHalf('geo_lat'))
}

/** Combines stored and sent coordinates, because clearing only one of them would leave half a point. */
function point(values: VenueValues, former: VenueTable | undefined) {
  const geo_lat = values.geo_lat === undefined ? (former?.geo_lat ?? null) : values.geo_lat
  const geo_lng = values.geo_lng === undefined ? (former?.geo_lng ?? null) : values.geo_lng
  if ((geo_lat === null) === (geo_lng === null)) return { geo_lat, geo_lng }
  const [missing, other] = geo_lat === null ? ['geo_lng', 'geo_lat'] : ['geo_lat', 'geo_lng']
  throw InvalidParts.of(missing!, missingHalf(other!))
}

/** A region that is shown because of the other fields goes on following them when it is sent back. */
function keptRegion({ stateprovince }: VenueValues, { former }: Writing) {
  const text = former?.text as VenueItem['text'] | undefined
  const isShown = text !== undefined && text.stateprovince === null && stateprovince === regionOf(text)
  return isShown ? undefined : stateprovince
}

const isOn = (stored: number) => stored === 1

const translated = [
  'venue',
  'description',
  'excerpt',
  'website',
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
] as const

function draft(values: VenueValues, writing: Writing): Draft {
  const former = writing.former?.row as VenueTable | undefined
  const { zip, phone, show_map, show_map_link } = values
  const texts = { ...values, stateprovince: keptRegion(values, writing) }
  return {
    row: {
      ...draftEntry(values, writing),
      ...sentOnly({ zip, phone }),
      ...point(values, former),
      show_map: setFlag(show_map, former?.show_map, true),
      show_map_link: setFlag(show_map_link, former?.show_map_link, true),
    },
    text: sentOnly(Object.fromEntries([...translated, 'slug' as const].map((name) => [name, texts[name]]))),
    image: values.image,
  }
}

export const venues = defineResource<typeof fields, typeof listParameters, VenueItem>({
  name: 'venues',
  singular: 'venue',
  family: 'entries',
  identifiedBy: ['id', 'slug'],
  texts: 'venue_texts',
  titleField: 'venue',
  translated,
  fields,
  onlyOnCreate: ['reuse'],
  sentAs: { show_map: isOn, show_map_link: isOn },
  sentTogether: ['geo_lat', 'geo_lng'],
  listParameters,
  check,
  breaches: entryBreaches,
  draft,
  searched: (row, text) => [
    text.venue,
    htmlToText(text.description ?? ''),
    htmlToText(text.excerpt ?? ''),
    text.address,
    text.city,
    text.country,
    text.province,
    text.state,
    text.stateprovince,
    row.zip,
    row.phone,
    text.website,
  ],
  checkList,
  plan,
  filters,
  order: contactOrder('venues', 'venue_texts'),
  visible: contactVisible('venues'),
  present,
  linkedData: place,
  representation,
  linkedAs: 'venue',
})
