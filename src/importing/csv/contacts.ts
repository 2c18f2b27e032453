import type { ResourceName } from '../../resources/kinds.ts'
import { derivedId } from '../external-id.ts'
import { htmlOf } from '../html.ts'
import type { Sent, SourceRecord } from '../record.ts'
import { withScheme } from '../web-address.ts'

/** Tables of venues or organizers alone, as The Events Calendar names their columns. */

type ContactKind = Extract<ResourceName, 'venues' | 'organizers'>

const shared = {
  name: 'name',
  description: 'description|beschreibung',
  phone: 'phone|phone number|telefon|téléphone',
  website: 'website|url|web|webseite|site web',
  image: 'featured image|image|bild',
  external_id: 'id|uid|external id',
}

const places = {
  address: 'address|address 1|street|adresse|strasse|straße|rue',
  address2: 'address 2|address2|address line 2',
  city: 'city|town|stadt|ort|ville',
  zip: 'zip|zip code|postal code|plz|npa|code postal',
  stateprovince: 'state/province|state or province|stateprovince|state|province|kanton|canton',
  country: 'country|land|pays',
  show_map: 'show map',
  show_map_link: 'show map link',
  geo_lat: 'latitude|lat',
  geo_lng: 'longitude|lng|lon',
}

type Field = keyof typeof shared | keyof typeof places | 'email'

const namesOf = (fields: Readonly<Partial<Record<Field, string>>>) =>
  new Map(
    Object.entries(fields).flatMap(([field, names]) =>
      names.split('|').map((name) => [name, field as Field]),
    ),
  )

interface Contacts {
  /** What the column of the names is called, and what others may begin with. */
  readonly prefix: RegExp
  readonly titles: readonly string[]
  readonly fields: ReadonlyMap<string, Field>
}

const contacts: Readonly<Record<ContactKind, Contacts>> = {
  venues: {
    prefix: /^(?:venue|veranstaltungsort|lieu) /,
    titles: ['venue name', 'venue', 'veranstaltungsort', 'lieu'],
    fields: namesOf({ ...shared, ...places }),
  },
  organizers: {
    prefix: /^(?:organi[sz]er|veranstalter|organisateur) /,
    titles: ['organizer name', 'organiser name', 'organizer', 'organiser', 'veranstalter', 'organisateur'],
    fields: namesOf({ ...shared, email: 'email|e mail|mail' }),
  },
}

export interface ContactTable {
  readonly kind: ContactKind
  readonly fields: readonly (Field | undefined)[]
}

/**
 * Undefined for other tables, which have columns that fit neither a venue nor an organizer: they may be of events whose titles
 * and days have unknown names. `columns` are normalised.
 */
export function contactTable(columns: readonly string[]): ContactTable | undefined {
  const kinds = Object.keys(contacts) as ContactKind[]
  const kind = kinds.find((one) => contacts[one].titles.some((title) => columns.includes(title)))
  if (kind === undefined) return undefined
  const { prefix, titles, fields } = contacts[kind]
  const title = columns.findIndex((name) => titles.includes(name))
  const found = columns.map((name, column) =>
    column === title ? 'name' : fields.get(name.replace(prefix, '')),
  )
  const fits = columns.every(
    (name, column) => name === '' || found[column] !== undefined || prefix.test(name),
  )
  if (!fits) return undefined
  return {
    kind,
    fields: found.map((field, column) => (found.indexOf(field) === column ? field : undefined)),
  }
}

type Cells = Readonly<Partial<Record<Field, string>>>

function fieldsOf(
  { name, address, address2, website, description, external_id: _, ...others }: Cells,
  title: string,
): Sent {
  const lines = [address, address2].filter(Boolean).join(', ')
  return {
    [title]: name,
    ...others,
    ...(address === undefined && address2 === undefined ? {} : { address: lines }),
    ...(description === undefined ? {} : { description: htmlOf(description) }),
    ...(website === undefined ? {} : { website: withScheme(website) }),
  }
}

/** A name is that of the venue of its town, because towns have a town hall each. */
export function contactOf(
  { kind, fields }: ContactTable,
  cells: readonly string[],
  line: number,
): SourceRecord {
  const named: Cells = Object.fromEntries(
    fields.flatMap((field, column) =>
      field === undefined || (field !== 'name' && !cells[column]) ? [] : [[field, cells[column] ?? '']],
    ),
  )
  const id = named.external_id
  return {
    kind,
    line,
    externalId: id ? `${kind} ${id}` : derivedId(named.name, [kind, named.city ?? '']),
    hasDerivedId: !id,
    fields: fieldsOf(named, kind === 'venues' ? 'venue' : 'organizer'),
  }
}
