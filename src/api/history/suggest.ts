import { missingParameters, type ValidationError } from '../../errors.ts'
import type { Media } from '../../media/index.ts'
import { events } from '../../resources/events/index.ts'
import { InvalidParts, readParameters, required, type Parameters } from '../../resources/parameter.ts'
import { email, kind, plain } from '../../resources/parameter-types.ts'
import { languagesOf } from '../language.ts'
import { writeContentOnce } from '../idempotency.ts'
import { checkFile } from '../media/operations.ts'
import type { Transaction } from '../../store/index.ts'
import type { Operation, OperationRequest, OperationResult } from '../operation.ts'
import type { ResourceServices } from '../service.ts'
import { requireAllowed, rethrowAsInvalid, type Verdict } from '../steps.ts'
import type { UploadedFile } from '../uploaded-file.ts'
import {
  validationOf,
  draftOf,
  finishWriteValues,
  requireFieldPermissions,
  type WriteValues,
} from '../update.ts'

/** Visitors suggest events, which stay pending until they are reviewed (interface: Suggestions). */

interface Contact {
  readonly name: string
  readonly email: string
}

const contactParts = {
  name: required(plain('Name of the person')),
  email: required(email('E-mail address')),
}

const contact = kind<Contact>(
  {
    type: 'object',
    properties: { name: { type: 'string' }, email: { type: 'string' } },
    description: 'Contact for questions about the event',
  },
  (value, site) => {
    const sent = (typeof value === 'object' ? value : {}) as Record<string, unknown>
    const { values, missing, errors } = readParameters(contactParts, sent, site)
    if (missing.length > 0 || errors.size > 0) throw new InvalidParts(missing, errors)
    return values as Contact
  },
)

/** Fields that only editors may set, or that are too expensive to process for anonymous callers. */
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
    readonly suggestion: (address: string) => Verdict
  }
  readonly media: Pick<Media, 'add' | 'removeUnused'>
}

interface SuggestionRead {
  readonly values: WriteValues & { contact?: Contact }
  readonly missing: readonly string[]
  readonly errors: Map<string, ValidationError>
}

/** Only the form of the page accepts a picture, because the API accepts images only from users. */
export interface SuggestedPicture {
  readonly file: UploadedFile
  readonly alt: string
}

/** Maximum length of lists, because each item may create a venue or organizer. */
const maxItems = 20

/** In bytes. Longer texts of strangers would fill the disk, and repetitive ones make searches slow. */
const maxText = 32 * 1024

/** Enough for one such text in any language, with everything else. */
const maxAnonymousBody = 2 * maxText

/** Reads a suggestion, collecting missing and invalid fields. */
export const readSuggestion = ({ sent, site }: Pick<OperationRequest, 'sent' | 'site'>): SuggestionRead =>
  readParameters(suggestionFields, sent, {
    ...site,
    maxList: Math.min(site.maxList, maxItems),
    maxDescription: Math.min(site.maxDescription, maxText),
  })

/** What the form of the page has besides the fields of the API. */
interface SuggestionForm {
  readonly picture?: SuggestedPicture | undefined
  /** The form as it was sent, because a double click sends it twice. */
  readonly content: string
}

/**
 * Stores the picture after all other checks, because decoding it is expensive, and removes it again if the event was not
 * stored.
 */
async function withPicture<T>(
  { media }: SuggestionServices,
  picture: SuggestedPicture | undefined,
  language: string,
  work: (image?: number) => Promise<T>,
): Promise<T> {
  if (picture === undefined) return work()
  const alt = JSON.stringify(picture.alt === '' ? {} : { [language]: picture.alt })
  const image = await media.add({ ...picture.file, author: 0, alt }).catch(rethrowAsInvalid('image'))
  try {
    return await work(image)
  } finally {
    await media.removeUnused(image)
  }
}

/** Checks a suggestion and stores it as a pending event. */
export async function storeSuggestion(
  service: SuggestionServices,
  request: OperationRequest,
  { values, errors }: SuggestionRead,
  form?: SuggestionForm,
): Promise<OperationResult> {
  const { store, limits, config } = service
  const { site } = request
  const picture = form?.picture
  const somebody = { site, caller: undefined }
  if (picture) checkFile(picture.file, { limit: config.maxUpload, name: 'image', errors })
  await validationOf(events, values, { ...somebody, errors })(store.latest)
  const { effective: language } = languagesOf(values.ml_language, request)
  const writing = { ...somebody, language }
  draftOf(events, values, writing)
  requireFieldPermissions(events, values, { ...request, caller: undefined })
  requireAllowed(limits.suggestion(request.address))
  const pending = { ...values, status: 'pending' } as WriteValues
  const finished = await finishWriteValues(events, pending, request)
  const note = `${values.contact!.name} <${values.contact!.email}>`
  const createWith = (image?: number) => {
    const draft = draftOf(events, { ...finished, ...(image === undefined ? {} : { image }) }, writing)
    return async (transaction: Transaction): Promise<OperationResult> => {
      await transaction.create(events, draft, { ...writing, note })
      return { status: 202, body: { status: 'pending' } }
    }
  }
  if (form === undefined) return store.write(createWith())
  return writeContentOnce(service, form.content, request, (run) =>
    withPicture(service, picture, language, (image) => run(createWith(image))),
  )
}

async function suggestEvent(
  service: SuggestionServices,
  request: OperationRequest,
): Promise<OperationResult> {
  const suggestion = readSuggestion(request)
  if (suggestion.missing.length > 0) throw missingParameters(suggestion.missing)
  return storeSuggestion(service, request, suggestion)
}

export const suggestionOperation = (service: SuggestionServices): Operation => ({
  method: 'POST',
  operationId: 'suggestEvent',
  summary: 'Suggest an event',
  parameters: suggestionFields,
  responseSchema: 'suggestion',
  success: 202,
  isOpen: true,
  maxAnonymousBody,
  problems: ['rest_forbidden'],
  run: (request) => suggestEvent(service, request),
})
