/** Maps column names of calendar exports and hand-made tables, in three languages, to fields. */

export const csvFields = [
  'external_id',
  'title',
  'description',
  'excerpt',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'duration',
  'utc_start_date',
  'utc_end_date',
  'all_day',
  'timezone',
  'status',
  'event_status',
  'venue',
  'address',
  'zip',
  'city',
  'country',
  'geo_lat',
  'geo_lng',
  'organizer',
  'categories',
  'tags',
  'cost',
  'website',
  'image',
  'language',
  'recurrence',
  'protected',
  'hide_from_listings',
  'featured',
  'sticky',
  'venue_status',
  'organizer_status',
  'private',
  'currency',
  'show_map',
  'show_map_link',
] as const

export type CsvField = (typeof csvFields)[number]

/** The cells of a row, by the fields of their columns. */
export type Cells = Readonly<Partial<Record<CsvField, string>>>

/** What is read from the cells of these fields that are not empty. */
export const readCells = <Field extends CsvField, Value>(
  cells: Cells,
  fields: readonly Field[],
  read: (cell: string) => Value,
): Partial<Record<Field, Value>> =>
  Object.fromEntries(
    fields.flatMap((field) => (cells[field] ? [[field, read(cells[field])]] : [])),
  ) as Partial<Record<Field, Value>>

const synonyms: Readonly<Partial<Record<CsvField, string>>> = {
  external_id: 'id|uid|external id|event id|nummer|numéro',
  title:
    'title|subject|summary|event|event name|event title|what|was|quoi|titel|bezeichnung|betreff|veranstaltung|titel der veranstaltung|anlass|titre|objet|événement|evenement|manifestation',
  description: 'description|event description|details|beschreibung|text|descriptif|détails',
  excerpt: 'excerpt|event excerpt|teaser|auszug|kurzbeschreibung|extrait|résumé',
  start_date:
    'start date|event start date|date|date & time|date and time|datum und uhrzeit|datum und zeit|date et heure|startdatum|beginndatum|beginnt am|datum|datum von|date de début|date début|du',
  start_time:
    'start time|event start time|time|time from|startzeit|beginnt um|uhrzeit|uhrzeit von|zeit|zeit von|heure de début|heure début|heure|de',
  end_date: 'end date|event end date|enddatum|endedatum|endet am|datum bis|bis datum|date de fin|date fin|au',
  end_time: 'end time|event end time|time to|endzeit|endet um|uhrzeit bis|zeit bis|heure de fin|heure fin|à',
  duration: 'duration|event duration|dauer|durée',
  all_day:
    'all day|all day event|ganztägig|ganztags|ganztägiges ereignis|toute la journée|journée entière|journée complète',
  timezone: 'timezone|time zone|event time zone|event timezone|zeitzone|fuseau horaire',
  status: 'status|event status of publication|statut|état',
  venue:
    'venue|event venue name|venue name|location|place|where|wo|où|veranstaltungsort|spielort|lokal|lokalität|lieu|salle|endroit|emplacement',
  address: 'address|venue address|address 1|street|street address|adresse|strasse|straße|rue',
  zip: 'zip|zip code|venue zip|postal code|plz|postleitzahl|npa|code postal',
  city: 'city|venue city|town|stadt|ortschaft|ville|localité',
  country: 'country|venue country|land|pays',
  geo_lat: 'latitude|lat|breitengrad',
  geo_lng: 'longitude|lng|lon|längengrad',
  organizer:
    'organizer|organiser|organizer name|organiser name|event organizer name|event organizer name(s) or id(s)|event organizers|host|veranstalter|veranstalterin|organisator|organisateur|organisatrice',
  categories: 'categories|category|event category|kategorie|kategorien|rubrik|catégorie|catégories|rubrique',
  tags: 'tags|tag list|event tags|schlagwörter|stichworte|mots clés|étiquettes',
  cost: 'cost|price|event cost|ticket price|admission|preis|kosten|eintritt|eintrittspreis|prix|coût|tarif|entrée',
  website: 'website|event website|url|event url|link|web|web link|webseite|lien|site|site web|site internet',
  image: 'image|featured image|event image|event featured image|image url|picture|bild|bild url|foto|photo',
  language: 'language|lang|sprache|langue',
  recurrence: 'recurrence|rrule',
  hide_from_listings:
    'hide event from event listings|hide from event listings|hide event from upcoming|hide from upcoming',
  featured: 'feature event|featured event',
  sticky: 'event sticky in month view|sticky in month view',
  private: 'private|privat|privé|vertraulich|confidentiel',
  currency: 'currency|event currency symbol|währung|monnaie|devise',
  show_map: 'event show map|show map',
  show_map_link: 'event show map link|show map link',
}

const byName: ReadonlyMap<string, CsvField> = new Map(
  csvFields.flatMap((field) => [
    [field.replaceAll('_', ' '), field] as const,
    ...(synonyms[field]?.split('|') ?? []).map((name) => [name, field] as const),
  ]),
)

/** What a name means, and what it means beside a column that means this for certain. */
type Meanings = readonly [alone: CsvField, beside: CsvField | undefined]

/** Columns of weekdays beside one of days, else of days. */
const weekdayNames: readonly string[] = ['day', 'tag', 'jour']

/** Weekdays stand beside days, towns beside venues, and names of people beside titles. */
const ambiguous: ReadonlyMap<string, Meanings> = new Map<string, Meanings>([
  ...'start|begin|begins|from|when|beginn|anfang|von|wann|début|quand'
    .split('|')
    .map((name) => [name, ['start_date', 'start_time']] as const),
  ...'end|finish|to|until|ende|bis|fin'.split('|').map((name) => [name, ['end_date', 'end_time']] as const),
  ...weekdayNames.map((name) => [name, ['start_date', undefined]] as const),
  ...'name|nom'.split('|').map((name) => [name, ['title', undefined]] as const),
  ['termin', ['start_date', undefined]],
  ['ort', ['venue', 'city']],
])

export const normalised = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .replace(/[:*]$/, '')

type Mapping = Readonly<Record<string, string>>

/** Finds what a mapping says of a column: by its exact name, else by one that differs in case and blanks only. */
function lookUpIn(mapping: Mapping): (name: string) => string | undefined {
  const exact = new Map(Object.entries(mapping))
  const alike = new Map(Object.entries(mapping).map(([name, field]) => [normalised(name), field]))
  return (name) => exact.get(name.trim()) ?? alike.get(normalised(name))
}

/** A mapping as it was stored, without the columns for which no field was known, because one may be known by now. */
export const storedMapping = (text: string): Mapping =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, string | null>).flatMap(([name, field]) =>
      field === null ? [] : [[name, field] as const],
    ),
  )

/** The names in a mapping that belong to no column. */
export function namesWithoutColumn(columns: readonly string[], mapping: Mapping): string[] {
  const known = new Set(columns.map(normalised))
  return Object.keys(mapping).filter((name) => !known.has(normalised(name)))
}

/** The fields of columns, and those that more than one column holds. */
export interface Columns {
  readonly fields: readonly (CsvField | undefined)[]
  readonly repeated: readonly CsvField[]
}

/**
 * Maps columns to fields; unknown columns are ignored. In our own export, `url` is the URL of the page and not the
 * website.
 */
export function fieldsOfColumns(columns: readonly string[], mapping: Mapping): Columns {
  const mappedTo = lookUpIn(mapping)
  const names = columns.map(normalised)
  const isMapped = columns.map((name) => mappedTo(name) !== undefined)
  const certain = columns.map((name, column) => {
    const mapped = mappedTo(name)
    if (mapped !== undefined) return csvFields.find((field) => field === mapped)
    if (names[column] === 'url' && names.includes('website')) return undefined
    return ambiguous.has(names[column]!) ? undefined : byName.get(names[column]!)
  })
  const isKnown = (field: CsvField) => certain.includes(field)
  // A column of weekdays by its name is one of days if there is no other, before any that may hold times.
  const days = isKnown('start_date') ? -1 : names.findIndex((name) => weekdayNames.includes(name))
  if (days >= 0 && !isMapped[days]) certain[days] = 'start_date'
  const taken = new Set<CsvField>()
  const meant = names.map((name, column) => {
    const meanings = isMapped[column] ? undefined : ambiguous.get(name)
    if (certain[column] !== undefined || meanings === undefined) return certain[column]
    const [alone, beside] = meanings
    const isBeside = isKnown(alone === 'end_date' ? 'start_date' : alone) || taken.has(alone)
    if (!isBeside) taken.add(alone)
    return isBeside ? beside : alone
  })
  return onlyFirst(withDays(meant, isMapped), isMapped)
}

/** Without a column of days, one of times holds both, as programs name what they export. */
function withDays(fields: Columns['fields'], isMapped: readonly boolean[]): Columns['fields'] {
  if (fields.includes('start_date')) return fields
  return fields.map((field, column) => (field === 'start_time' && !isMapped[column] ? 'start_date' : field))
}

/** A field has one column, because the cells of several would replace each other: a mapped one, else the first. */
function onlyFirst(fields: Columns['fields'], isMapped: readonly boolean[]): Columns {
  const chosen = (field: CsvField) => {
    const mapped = fields.findIndex((one, column) => one === field && isMapped[column])
    return mapped < 0 ? fields.indexOf(field) : mapped
  }
  const isExtra = (field: CsvField | undefined, column: number) =>
    field !== undefined && chosen(field) !== column
  return {
    fields: fields.map((field, column) => (isExtra(field, column) ? undefined : field)),
    repeated: [...new Set(fields.filter(isExtra))] as CsvField[],
  }
}
