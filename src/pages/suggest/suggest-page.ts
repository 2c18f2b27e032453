import { readSuggestion, storeSuggestion, type SuggestedPicture } from '../../api/history/suggest.ts'
import type { OperationRequest } from '../../api/operation.ts'
import { isFile } from '../../api/uploaded-file.ts'
import { HttpProblem } from '../../errors.ts'
import { formatMessage } from '../../locales/index.ts'
import type { Message } from '../../locales/fr.ts'
import type { LocalizableMessage } from '../../locales/sentence.ts'
import { dayOf, momentToWall, toWall, type Moment } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { doubtAboutStamp, stampOf } from './form-stamp.ts'
import { isDay } from '../parts/dates.ts'
import { escapeMarkup } from '../../text/escape.ts'
import { html } from '../parts/html.ts'
import { pageHead } from '../parts/layout.ts'
import type { Page, Redirect } from '../page.ts'
import {
  fieldNames,
  suggestionForm,
  trapName,
  type Fault,
  type FieldName,
  type FormState,
} from './suggest-form.ts'

/** The page for suggesting an event; its form becomes a suggestion of the API (interface: Suggestions). */

type Entries = FormState['values']

const entriesOf = ({ sent }: OperationRequest): Entries =>
  Object.fromEntries(
    fieldNames.flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name].trim()]] : [])),
  )

const unlessEmpty = (text: string | undefined) => (text === '' ? undefined : text)

/** People write `example.org`, as posters do, but the API takes only absolute URLs. */
const withScheme = (link: string) =>
  /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(link) ? `https://${link}` : link

/** Converts the form to fields of the API. */
function suggestionOf(entries: Entries, language: string): Readonly<Record<string, unknown>> {
  const { start_day = '', start_time = '', end_day = '', end_time = '', all_day } = entries
  const { place = '', street, town, host = '', contact_name: name, contact_email: email } = entries
  const isAllDay = all_day === 'true'
  const moment = (day: string, time: string) => (day === '' || isAllDay ? day : `${day} ${time}`)
  const hasPlace = [place, street, town].some(unlessEmpty)
  return {
    title: entries.title,
    // The form contains plain text, but the API expects HTML.
    description: escapeMarkup(entries.description ?? ''),
    all_day: isAllDay,
    start_date: moment(start_day, start_time),
    end_date: moment(end_day || start_day, end_time),
    venue: hasPlace ? { venue: place, address: unlessEmpty(street), city: unlessEmpty(town) } : undefined,
    organizer: host === '' ? undefined : { organizer: host },
    categories: unlessEmpty(entries.category),
    cost: unlessEmpty(entries.price),
    website: unlessEmpty(withScheme(entries.link ?? '')),
    contact: { name, email },
    ml_language: language,
  }
}

/** Form fields by the name that the API reports. */
const fieldOf: Readonly<Record<string, FieldName>> = {
  title: 'title',
  description: 'description',
  start_date: 'start_day',
  end_date: 'end_day',
  'venue.venue': 'place',
  'venue.address': 'street',
  'venue.city': 'town',
  'organizer.organizer': 'host',
  categories: 'category',
  cost: 'price',
  website: 'link',
  image: 'picture',
  'contact.name': 'contact_name',
  'contact.email': 'contact_email',
}

/** A missing end is not reported, because it is missing only if the start is missing too. */
const missing: Readonly<Record<string, Message>> = {
  title: 'Say what the event is called.',
  start_date: 'Say on which day it begins.',
  'venue.venue': 'Say what the place is called.',
  'contact.name': 'Say who you are.',
  'contact.email': 'Say how the editors can reach you.',
}

/** Requires times, because the API treats a day without a time as midnight, which is rarely intended. */
function missingTimes({ all_day, start_day = '', ...entries }: Entries, { words }: PageContext): Fault[] {
  if (all_day === 'true' || start_day === '') return []
  return (['start_time', 'end_time'] as const)
    .filter((field) => (entries[field] ?? '') === '')
    .map((field) => ({ field, sentence: words('Say at what time, or choose that it lasts all day.') }))
}

/** Wrong days and times in the words of the form, because the API tells of the names and formats of its fields. */
function wrongTimes(entries: Entries, { words }: PageContext): Fault[] {
  const { start_day = '', start_time = '', end_day = '', end_time = '', all_day } = entries
  const unknown = (['start_day', 'end_day'] as const).filter(
    (field) => /^\d{4}-\d\d-\d\d$/.test(entries[field] ?? '') && !isDay(entries[field]!),
  )
  if (unknown.length > 0) return unknown.map((field) => ({ field, sentence: words('There is no such day.') }))
  // Without a field for days, a browser sends what was typed, which the API understands.
  if (!isDay(start_day) || (end_day !== '' && !isDay(end_day))) return []
  if (end_day !== '' && end_day < start_day)
    return [{ field: 'end_day', sentence: words('It must not end before it begins.') }]
  const isNight = all_day !== 'true' && end_time !== '' && end_time < start_time
  return isNight && (end_day === '' || end_day === start_day)
    ? [{ field: 'end_day', sentence: words('If it ends after midnight, say on which day.') }]
    : []
}

/** Only the form refuses what is over, because programs may add it to complete a calendar. */
function pastTimes(
  end: Moment | null | undefined,
  { end_day = '', end_time = '', all_day }: Entries,
  { words, today, site, request }: PageContext,
): Fault[] {
  if (!end) return []
  const fault = (field: FieldName, sentence: Message): Fault[] => [{ field, sentence: words(sentence) }]
  const wall = momentToWall(end, site.timezone)
  if (dayOf(wall) < today)
    return end_day === ''
      ? fault('start_day', 'That day is over. If the event is still running, say until which day.')
      : fault('end_day', 'That day is over. Check the day and the year.')
  const isOver = all_day !== 'true' && end_time !== '' && wall <= toWall(request.now, site.timezone)
  return isOver ? fault('end_time', 'At this time it is over already. Check the day and the time.') : []
}

interface Refusal extends Pick<Page, 'status' | 'headers'> {
  readonly faults: readonly Fault[]
}

/** Converts a problem of the API to errors of form fields. */
function refusalOf(problem: HttpProblem, { language }: PageContext): Refusal {
  const { status, headers, sentence, details } = problem
  const params = (details as { params?: Readonly<Record<string, LocalizableMessage>> }).params
  const faults =
    params === undefined
      ? [{ sentence: formatMessage(sentence, language) }]
      : Object.entries(params).map(([name, one]) => ({
          field: fieldOf[name],
          sentence: formatMessage(one, language),
        }))
  return { status, headers, faults }
}

/** Submits the suggestion; returns the reason if it could not be stored. */
async function send(context: PageContext, entries: Entries): Promise<Refusal | undefined> {
  const { request, language, words } = context
  const apiRequest = { ...request, sent: suggestionOf(entries, language), caller: undefined }
  const suggestion = readSuggestion(apiRequest)
  const absent = suggestion.missing.flatMap((name) =>
    missing[name] === undefined ? [] : [{ field: fieldOf[name], sentence: words(missing[name]) }],
  )
  const wrong = wrongTimes(entries, context)
  const past = wrong.length === 0 ? pastTimes(suggestion.values.end_date, entries, context) : []
  const faults = [...absent, ...missingTimes(entries, context), ...wrong, ...past]
  const invalid = [...suggestion.errors]
    .filter(([name]) => wrong.length === 0 || !['start_date', 'end_date'].includes(name))
    .map(([name, { sentence }]) => ({
      field: fieldOf[name],
      sentence: formatMessage(sentence, language),
    }))
  if (faults.length > 0) return { status: 400, faults: [...faults, ...invalid] }
  const { picture: file } = request.sent
  const picture: SuggestedPicture | undefined = isFile(file)
    ? { file, alt: entries.picture_alt ?? '' }
    : undefined
  try {
    const { alt, size } = { alt: picture?.alt, size: picture?.file.content.length }
    await storeSuggestion(context, apiRequest, suggestion, {
      picture,
      content: JSON.stringify([request.sent.form, entries, language, alt, size]),
    })
    return undefined
  } catch (error) {
    if (error instanceof HttpProblem) return refusalOf(error, context)
    throw error
  }
}

const doubts = {
  early: 'That was too quick for a person. Please look through the form once more and send it again.',
  late: 'The form was open for too long. Please look through it once more and send it again.',
  trap: 'A field that people do not see was filled in. Please send the form again.',
} as const satisfies Readonly<Record<string, Message>>

async function formPage(context: PageContext, state: FormState, refusal?: Refusal): Promise<Page> {
  const { words, to, links } = context
  const title = words('Suggest an event')
  const main = html`${pageHead(title, undefined, words.lang)}
    <p class="lede"${words.lang}>${words('The editors read every suggestion. What fits the calendar is published.')}</p>
    ${await suggestionForm(context, state)}`
  return {
    ...refusal,
    title: state.faults.length > 0 ? words('Error: {title}', { title }) : title,
    main,
    path: to.at('suggest'),
    data: `${links.rest}/events`,
    isListed: false,
    isPrivate: true,
  }
}

const blank = { values: {}, faults: [], hasLostPicture: false }

export async function suggestPage(context: PageContext): Promise<Page> {
  return formPage(context, { ...blank, stamp: stampOf(await context.formKey(), context.request.now) })
}

export async function sendSuggestion(context: PageContext): Promise<Page | Redirect> {
  const { request, words, to } = context
  const { sent, now } = request
  const key = await context.formKey()
  const doubt = sent[trapName] ? 'trap' : doubtAboutStamp(sent.form, key, now)
  const values = entriesOf(request)
  const refusal =
    doubt === undefined
      ? await send(context, values)
      : { status: 400, faults: [{ sentence: words(doubts[doubt]) }] }
  if (refusal === undefined) return { location: to.at('suggest/thanks'), isDone: true }
  // Keeps a valid stamp, because a visitor who corrects a single field may be quick.
  const stamp = doubt === undefined ? String(sent.form) : stampOf(key, now)
  return formPage(
    context,
    { values, faults: refusal.faults, stamp, hasLostPicture: isFile(sent.picture) },
    refusal,
  )
}

export function thanksPage(context: PageContext): Promise<Page> {
  const { words, to, links, site } = context
  const title = words('Thank you for your suggestion')
  const next = site.sendsMail
    ? words('The editors read it now. You are told by e-mail how they decide.')
    : words(
        'The editors read it now. If something is unclear, they write to you; otherwise you hear nothing more.',
      )
  const main = html`${pageHead(title, undefined, words.lang)}
    <div class="stack">
      <p${words.lang}>${next}</p>
      <p${words.lang}>${words('Once it is accepted, the event appears in the calendar, and your name and address are deleted.')}</p>
      <p><a href="${to.at('suggest')}"${words.lang}>${words('Suggest another event')}</a></p>
      <p><a href="${to.list()}"${words.lang}>${words('All upcoming events')}</a></p>
    </div>`
  return Promise.resolve({
    title,
    main,
    path: to.at('suggest/thanks'),
    data: `${links.rest}/events`,
    isListed: false,
    validUntil: Infinity,
  })
}
