import { message } from '../locales/sentence.ts'
import { fields as eventFields } from '../resources/events/schema.ts'
import { fields as organizerFields } from '../resources/organizers/schema.ts'
import { fields as venueFields } from '../resources/venues/schema.ts'
import { costOf } from './cost.ts'
import { derivedId } from './external-id.ts'
import { languageAmong } from './languages.ts'
import { withInstants } from './instants.ts'
import { emptyFile, linesOf } from './lines.ts'
import { isObject, type JsonObject } from '../is-object.ts'
import { withoutLinkedData } from './json-ld.ts'
import { among, isTooDeep, linesIn, listOf, maxLevels } from './objects.ts'
import { notesOn, publicationOf, publicationOfLinked } from './protection.ts'
import type { Sent, Source, SourceInput, SourceRecord, Unreadable } from './record.ts'

/** Reads the JSON of the API: a list `{events: […]}`, an array, or one event per line. */

/** The field with the name of what each link leads to. */
const nameFields = { venue: 'venue', organizer: 'organizer', categories: 'name', tags: 'name' } as const

type LinkName = keyof typeof nameFields

const isNamed = (one: unknown, field: string): boolean =>
  isObject(one) ? (one[field] ?? '') !== '' : typeof one === 'string' && one !== ''

const linkedAs = (named: readonly unknown[], known: object, field: string) =>
  named.map((one) =>
    isObject(one) ? { ...among(one, known), ...publicationOfLinked(one) } : { [field]: one },
  )

const names = (named: readonly unknown[]) => named.map((one) => (isObject(one) ? one.name : one))

const links = {
  venue: (named) => linkedAs(named, venueFields, nameFields.venue),
  organizer: (named) => linkedAs(named, organizerFields, nameFields.organizer),
  categories: names,
  tags: names,
} as const satisfies Readonly<Record<LinkName, (named: readonly unknown[]) => unknown[]>>

const linkNames = Object.keys(links) as LinkName[]

const namedIn = (object: JsonObject, link: LinkName) =>
  listOf(object[link]).filter((one) => isNamed(one, nameFields[link]))

const isNothing = (one: unknown) => !one || (isObject(one) && Object.keys(one).length === 0)

/** An ID alone is that of something else here. */
const hasNamelessLinks = (object: JsonObject): boolean =>
  linkNames.some((link) =>
    listOf(object[link]).some((one) => !isNothing(one) && !isNamed(one, nameFields[link])),
  )

const namelessLinks = () =>
  message(
    'Categories, tags, venues and organizers without a name were left out, because IDs are those of the source.',
  )

function fieldsOf(object: JsonObject, { site }: SourceInput): Sent {
  const linked = linkNames
    .filter((link) => object[link] !== undefined)
    .map((link) => [link, links[link](namedIn(object, link))] as const)
  const language = languageAmong(site.languages, String(object.ml_language ?? object.language ?? ''))
  const image = isObject(object.image) ? object.image.url : object.image
  return {
    ...withInstants(among(object, eventFields), object, site),
    ...Object.fromEntries(linked),
    ...publicationOf(object),
    ...(object.cost === undefined ? {} : { cost: costOf(object) }),
    ...(typeof image === 'string' ? { image } : {}),
    ...(language === undefined ? {} : { ml_language: language }),
  }
}

const excludedIn = (object: JsonObject): number =>
  linesIn(object)
    .split('\n')
    .filter((line) => /^EXDATE/i.test(line))
    .flatMap((line) => line.split(',')).length

/** Occurrences with fields of their own are not in the list of series, which says only how many there are. */
const hasOtherDates = (object: JsonObject): boolean =>
  isObject(object.series) && Number(object.series.exceptions) > excludedIn(object)

const otherDates = () =>
  message(
    'Dates that differ from this series are not in this file, so they become as the series says, even if they are cancelled or private at the source.',
  )

/** Reads one event. Occurrences are imported with their series, or as single events. */
function recordOf(value: unknown, line: number, input: SourceInput): SourceRecord | Unreadable {
  if (!isObject(value)) return { line, fault: message('This is not a JSON object.') }
  if (isTooDeep(value))
    return { line, fault: message('This is nested more than {limit} deep.', { limit: maxLevels }) }
  const fields = fieldsOf(value, input)
  const id = value.external_id ?? value.uid ?? value.global_id ?? value.id
  return {
    line,
    externalId: id === undefined ? derivedId(fields.title, value.start_date) : String(id),
    hasDerivedId: id === undefined,
    fields,
    notes: [
      ...notesOn(value),
      ...(hasNamelessLinks(value) ? [namelessLinks()] : []),
      ...(hasOtherDates(value) ? [otherDates()] : []),
    ],
  }
}

function parse(text: string): { value: unknown } | { reason: string; line: number } {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    const reason = (error as Error).message
    const position = Number(/position (\d+)/.exec(reason)?.[1] ?? 0)
    return { reason, line: text.slice(0, position).split('\n').length }
  }
}

const notJson = (line: number, reason: string): Unreadable => ({
  line,
  fault: message('This is not valid JSON: {reason}', { reason: reason.slice(0, 200) }),
})

/** The object that a line contains on its own. */
function objectIn(line: string): JsonObject | undefined {
  const parsed = line.startsWith('{') ? parse(line) : undefined
  return parsed !== undefined && 'value' in parsed ? (parsed.value as JsonObject) : undefined
}

const isWholeService = () =>
  message('This is an export of a whole service, which only calends import reads, into an empty database.')

function* readWhole(text: string, input: SourceInput): Generator<SourceRecord | Unreadable> {
  const parsed = parse(text)
  if ('reason' in parsed) return yield notJson(parsed.line, parsed.reason)
  const { value } = parsed
  const events = isObject(value) ? (value.events ?? [value]) : value
  if (!Array.isArray(events)) return yield { line: 1, fault: message('This is not a list of events.') }
  yield* recordsOf(events, 1, input)
}

/** The records of values, of which documents of linked data have several. */
function* recordsOf(
  values: readonly unknown[],
  line: number,
  input: SourceInput,
): Generator<SourceRecord | Unreadable> {
  let found = 0
  for (const event of withoutLinkedData(values, input.site)) yield recordOf(event, line + found++, input)
  if (found === 0 && values.length > 0) yield { line, fault: message('This is not a list of events.') }
}

/** Limit for documents that are not one event per line, because they are parsed as a whole. */
const maxDocumentLength = 256 * 1024 * 1024

/** Programs write a document as a single line; less than the whole may have, because a line is in memory several times. */
const longestLine = 32 * 1024 * 1024

async function* read(input: SourceInput): AsyncGenerator<SourceRecord | Unreadable> {
  const whole: string[] = []
  let size = 0
  let areLines: boolean | undefined
  for await (const lines of linesOf(input.content, { longest: longestLine }))
    for (const { number, text, fault } of lines) {
      if (fault !== undefined) return yield { line: number, fault }
      if (areLines === undefined && text.trim() !== '') {
        const first = objectIn(text.trim())
        if (first?.calends === 'export') return yield { line: number, fault: isWholeService() }
        areLines = first !== undefined && !Array.isArray(first.events)
      }
      size += text.length
      if (!areLines && size > maxDocumentLength)
        return yield { line: number, fault: message('The document is too large; write one event to a line.') }
      if (!areLines) whole.push(text)
      else if (text.trim() !== '') {
        const parsed = parse(text)
        if ('reason' in parsed) yield notJson(number, parsed.reason)
        else yield* recordsOf([parsed.value], number, input)
      }
    }
  if (areLines === undefined) yield emptyFile()
  else if (!areLines) yield* readWhole(whole.join('\n'), input)
}

export const json: Source = read
