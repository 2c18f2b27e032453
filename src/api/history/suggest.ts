import { tooManyRequests } from '../../errors.ts'
import { message } from '../../locales/sentence.ts'
import { events } from '../../resources/events/index.ts'
import { refuse, required, type Parameters } from '../../resources/parameter.ts'
import { email, kind, plain } from '../../resources/parameter-types.ts'
import { languagesOf } from '../language.ts'
import type { Operation, OperationRequest, OperationResult } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { parseParameters, throwIfInvalid } from '../steps.ts'
import { checking, draftOf, finishWriteValues, requireFieldPermissions, type WriteValues } from '../update.ts'

/** Anybody suggests an event, which waits for a review (interface: Suggestions). */

interface Contact {
  readonly name: string
  readonly email: string
}

const name = plain('Name of the person')
const address = email('E-mail address')

const contact = kind<Contact>(
  {
    type: 'object',
    properties: { name: { type: 'string' }, email: { type: 'string' } },
    description: 'Whom editors can ask about the event',
  },
  (value, site) => {
    const sent = (typeof value === 'object' ? value : {}) as Record<string, unknown>
    if (!sent.name || !sent.email)
      return refuse('rest_incomplete_contact', message('Must have name and email.'))
    return { name: name.read(sent.name, site), email: address.read(sent.email, site) }
  },
)

/** What editors decide about, and what costs too much for somebody unknown. */
const forEditors = [
  'author',
  'date',
  'date_utc',
  'status',
  'image',
  'hide_from_listings',
  'sticky',
  'featured',
  'post_parent',
  'password',
  'recurrence',
]

const suggestionFields: Parameters = {
  ...Object.fromEntries(Object.entries(events.fields).filter(([field]) => !forEditors.includes(field))),
  contact: required(contact),
}

export interface SuggestionServices extends ResourceServices {
  readonly limits: ResourceServices['limits'] & {
    readonly suggestion: (address: string) => { readonly allowed: boolean; readonly retryAfter: number }
  }
}

async function suggestEvent(
  service: SuggestionServices,
  request: OperationRequest,
): Promise<OperationResult> {
  const { store, limits } = service
  const { values, errors } = parseParameters(suggestionFields, request) as {
    values: WriteValues & { contact: Contact }
    errors: Map<string, never>
  }
  const { site } = request
  const somebody = { site, caller: undefined }
  await checking(events, values, { ...somebody, errors })(store.latest)
  throwIfInvalid(errors)
  requireFieldPermissions(events, values, { ...request, caller: undefined })
  const verdict = limits.suggestion(request.address)
  if (!verdict.allowed) throw tooManyRequests(verdict.retryAfter)
  const { effective: language } = languagesOf(values.ml_language, request)
  const finished = await finishWriteValues(events, { ...values, status: 'pending' } as WriteValues, request)
  const writing = { ...somebody, language }
  const draft = draftOf(events, finished, writing)
  const note = `${values.contact.name} <${values.contact.email}>`
  await store.write((transaction) => transaction.create(events, draft, { ...writing, note }))
  return { status: 202, body: { status: 'pending' } }
}

export const suggestionOperation = (service: SuggestionServices): Operation => ({
  method: 'POST',
  operationId: 'suggestEvent',
  summary: 'Suggest an event',
  parameters: suggestionFields,
  responseSchema: 'suggestion',
  success: 202,
  isOpen: true,
  problems: ['rest_forbidden'],
  run: (request) => suggestEvent(service, request),
})
