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
] as const

export type CsvField = (typeof csvFields)[number]

const synonyms: Readonly<Partial<Record<CsvField, string>>> = {
  external_id: 'id|uid|external id|nummer|numéro',
  title:
    'title|name|subject|summary|event|event name|titel|bezeichnung|betreff|veranstaltung|titre|nom|objet|événement|evenement',
  description: 'description|event description|details|beschreibung|text|descriptif|détails',
  excerpt: 'excerpt|event excerpt|teaser|auszug|kurzbeschreibung|extrait|résumé',
  start_date:
    'start|start date|event start date|date|begin|begins|startdatum|beginndatum|beginnt am|datum|date de début|date début|jour|tag',
  start_time:
    'start time|event start time|time|startzeit|beginn|beginnt um|uhrzeit|zeit|anfang|heure de début|heure début|heure|début',
  end_date: 'end|end date|event end date|enddatum|endedatum|endet am|bis datum|date de fin|date fin',
  end_time: 'end time|event end time|endzeit|ende|endet um|heure de fin|heure fin|fin',
  all_day: 'all day|all day event|ganztägig|ganztags|ganztägiges ereignis|toute la journée|journée entière',
  timezone: 'timezone|time zone|event time zone|event timezone|zeitzone|fuseau horaire',
  status: 'status|event status of publication|état',
  venue:
    'venue|event venue name|venue name|location|place|where|ort|veranstaltungsort|lokal|lieu|salle|endroit',
  address: 'address|street|adresse|strasse|straße|rue',
  zip: 'zip|postal code|plz|postleitzahl|npa|code postal',
  city: 'city|town|stadt|ortschaft|ville|localité',
  country: 'country|land|pays',
  geo_lat: 'latitude|lat|breitengrad',
  geo_lng: 'longitude|lng|lon|längengrad',
  organizer:
    'organizer|organiser|event organizer name|event organizer name(s) or id(s)|event organizers|host|veranstalter|veranstalterin|organisator|organisateur|organisatrice',
  categories: 'categories|category|event category|kategorie|kategorien|rubrik|catégorie|catégories|rubrique',
  tags: 'tags|tag list|event tags|schlagwörter|stichworte|mots-clés|étiquettes',
  cost: 'cost|price|event cost|preis|kosten|eintritt|prix|coût|tarif|entrée',
  website: 'website|event website|url|link|web|webseite|lien|site|site web|site internet',
  image: 'image|event featured image|picture|bild|photo',
  language: 'language|lang|sprache|langue',
  recurrence: 'recurrence|rrule',
  hide_from_listings:
    'hide event from event listings|hide from event listings|hide event from upcoming|hide from upcoming',
  featured: 'feature event|featured event',
  sticky: 'event sticky in month view|sticky in month view',
  private: 'private|privat|privé|vertraulich|confidentiel',
}

const byName: ReadonlyMap<string, CsvField> = new Map(
  csvFields.flatMap((field) => [
    [field.replaceAll('_', ' '), field] as const,
    ...(synonyms[field]?.split('|') ?? []).map((name) => [name, field] as const),
  ]),
)

/** Names that mean a time if there is another date column, and a date otherwise. */
const dayOrTime: ReadonlyMap<string, CsvField> = new Map([
  ...['beginn', 'anfang', 'début'].map((name) => [name, 'start_date'] as const),
  ...['ende', 'fin'].map((name) => [name, 'end_date'] as const),
])

const normalised = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/[:*]$/, '')

type Mapping = Readonly<Record<string, string>>

/** Finds what a mapping says of a column: by its exact name, else by one that differs in case and blanks only. */
function lookUpIn(mapping: Mapping): (name: string) => string | undefined {
  const exact = new Map(Object.entries(mapping))
  const alike = new Map(Object.entries(mapping).map(([name, field]) => [normalised(name), field]))
  return (name) => exact.get(name.trim()) ?? alike.get(normalised(name))
}

/** The names in a mapping that belong to no column. */
export function namesWithoutColumn(columns: readonly string[], mapping: Mapping): string[] {
  const known = new Set(columns.map(normalised))
  return Object.keys(mapping).filter((name) => !known.has(normalised(name)))
}

/**
 * Maps columns to fields; unknown columns are ignored. In our own export, `url` is the URL of the page and not the
 * website.
 */
export function fieldsOfColumns(
  columns: readonly string[],
  mapping: Mapping,
): readonly (CsvField | undefined)[] {
  const mappedTo = lookUpIn(mapping)
  const hasWebsite = columns.some((name) => normalised(name) === 'website')
  const fieldOf = (name: string) => mappedTo(name) ?? byName.get(normalised(name))
  const hasDays = columns.some((name) => fieldOf(name) === 'start_date')
  return columns.map((name) => {
    const mapped = mappedTo(name)
    if (mapped !== undefined) return csvFields.find((field) => field === mapped)
    if (hasWebsite && normalised(name) === 'url') return undefined
    return (hasDays ? undefined : dayOrTime.get(normalised(name))) ?? byName.get(normalised(name))
  })
}
