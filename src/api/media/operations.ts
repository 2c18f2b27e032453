import type { Kysely } from 'kysely'
import {
  fileTooLarge,
  forbidden,
  imageInUse,
  imageNotFound,
  invalidParameter,
  notAnImage,
  preconditionFailed,
  ValidationError,
} from '../../errors.ts'
import { mayEditImage, maySetImages } from '../../identity/roles.ts'
import { message } from '../../locales/sentence.ts'
import { requireFormat } from '../../media/format.ts'
import type { Media } from '../../media/index.ts'
import type { Image } from '../../resources/images.ts'
import { resources } from '../../resources/index.ts'
import { readNoting, type Values } from '../../resources/parameter.ts'
import type { Db } from '../../store/sql/db.ts'
import { findImage, isImageInUse, listImages, removeImage, updateImage } from '../../store/sql/images.ts'
import { isIdInUse } from '../../store/sql/identifiers.ts'
import type { Database } from '../../store/sql/schema.ts'
import { inTransaction, type Trx } from '../../store/sql/write-queue.ts'
import { languagesOf } from '../language.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { arrayHeaders, presentPage, requestedPage, totalPages } from '../pagination.ts'
import {
  parseParameters,
  requireCredentials,
  requireParameters,
  rethrowAsInvalid,
  throwIfInvalid,
  type Parsed,
} from '../steps.ts'
import type { UploadedFile } from '../uploaded-file.ts'
import {
  deleteImageParameters,
  listAttachmentsParameters,
  listImagesParameters,
  readImageParameters,
  replaceImageFields,
  updateAttachmentFields,
  updateImageFields,
  uploadAttachmentFields,
  uploadFields,
} from './parameters.ts'
import { presentAttachment, presentMedia } from './presentation.ts'

export interface MediaAccess {
  readonly db: Db
  readonly media: Media
  /** In bytes. */
  readonly maxUpload: number
}

function requireAuthor({ caller }: OperationRequest) {
  requireCredentials(caller)
  if (!maySetImages(caller)) throw forbidden()
  return caller
}

/** As with other resources, a missing image is reported before a missing permission (interface: Order of checks). */
async function requireImage(
  db: Kysely<Database>,
  request: OperationRequest,
  isAllowed: (image: Image) => boolean,
): Promise<Image> {
  requireCredentials(request.caller)
  const id = Number(request.path.id)
  const image = await findImage(db, id)
  if (image === undefined) throw (await isIdInUse(db, resources.events, id)) ? notAnImage() : imageNotFound()
  if (!isAllowed(image)) throw forbidden()
  return image
}

const effectiveLanguage = (values: { ml_language?: string | null }, request: OperationRequest) =>
  languagesOf(values.ml_language, request).effective

async function show(
  db: Kysely<Database>,
  image: Image,
  language: string,
  request: OperationRequest,
): Promise<OperationResult & { body: unknown }> {
  if (request.mount.isAlias) return { body: presentAttachment(image, language, request), language }
  const [body] = await presentMedia(db, [image], language, request)
  return { body, language }
}

/** A write with `If-Match` applies to that representation only (RFC 9110 13.1.1), in whichever language it was read. */
async function checkImagePrecondition(
  db: Kysely<Database>,
  image: Image,
  language: string,
  request: OperationRequest,
) {
  const { matchesIfMatch, caller, site } = request
  if (matchesIfMatch === undefined) return
  for (const one of new Set([language, ...site.languages])) {
    const { body } = await show(db, image, one, request)
    if (matchesIfMatch({ body, language: one, caller })) return
  }
  throw preconditionFailed()
}

interface FileCheck {
  /** In bytes. */
  readonly limit: number
  /** The field that contains the file. */
  readonly name: string
  readonly errors: Map<string, ValidationError>
}

/** Checks that need no decoding; the picture is decoded only after the permission check. */
export function checkFile({ content }: UploadedFile, { limit, name, errors }: FileCheck) {
  if (content.length > limit) throw fileTooLarge(limit)
  readNoting(errors, name, () => requireFormat(content))
}

export async function uploadImage(
  { db, media, maxUpload }: MediaAccess,
  request: OperationRequest,
  { values, errors }: Parsed<Values<typeof uploadFields>> = parseParameters(uploadFields, request),
): Promise<OperationResult> {
  if (values.file) checkFile(values.file, { limit: maxUpload, name: 'file', errors })
  throwIfInvalid(errors)
  const { content, filename } = values.file!
  const caller = requireAuthor(request)
  const language = effectiveLanguage(values, request)
  const alt = JSON.stringify(values.alt ? { [language]: values.alt } : {})
  const id = await media.add({ content, filename, author: caller.id, alt }).catch(rethrowAsInvalid('file'))
  const image = await findImage(db, id)
  return {
    ...(await show(db, image!, language, request)),
    status: 201,
    headers: { location: `${request.links.rest}/media/${id}` },
  }
}

/**
 * Replaces the picture everywhere that the image is shown; its texts are preserved, and its focus is reset to the
 * centre.
 */
export async function replacePicture(
  { db, media, maxUpload }: MediaAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { values, errors } = parseParameters(replaceImageFields, request)
  if (values.file) checkFile(values.file, { limit: maxUpload, name: 'file', errors })
  throwIfInvalid(errors)
  const language = effectiveLanguage(values, request)
  const isAllowed = (one: Image) => mayEditImage(request.caller, one)
  // Checked before decoding, which is slow, and again in the transaction.
  const { name } = await requireImage(db, request, isAllowed)
  const find = async (trx: Trx) => {
    const image = await requireImage(trx, request, isAllowed)
    await checkImagePrecondition(trx, image, language, request)
    return image
  }
  const { content } = values.file!
  const result = await media.replace({ content, name, find }).catch(rethrowAsInvalid('file'))
  return show(db, (await findImage(db, result))!, language, request)
}

export async function listMedia({ db }: MediaAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(listImagesParameters, request)
  requireAuthor(request)
  const requested = requestedPage(values, request)
  const { author, search, missing_alt, used, ml_language } = values
  const query = { ...requested, author, search, missingAlt: missing_alt, isUsed: used }
  const { images, total } = await listImages(db, query)
  const language = effectiveLanguage(values, request)
  const page = presentPage(
    request,
    'media',
    { media: await presentMedia(db, images, language, request) },
    { ...requested, total },
    { author, search, missing_alt, used, ml_language },
  )
  return { ...page, language }
}

export async function readImage({ db }: MediaAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(readImageParameters, request)
  const image = await requireImage(db, request, () => maySetImages(request.caller))
  return show(db, image, effectiveLanguage(values, request), request)
}

/** The alternative texts with the one in this language set or removed. */
function withAlt({ alt }: Image, language: string, text: string | null): string {
  const texts = JSON.parse(alt) as Record<string, string>
  if (text !== null) return JSON.stringify({ ...texts, [language]: text })
  return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([one]) => one !== language)))
}

/** The columns to update; fields that were not sent are unchanged. */
const changesOf = (
  image: Image,
  { alt, focus }: Values<typeof updateImageFields>,
  language: string,
): Partial<Image> => ({
  ...(alt === undefined ? {} : { alt: withAlt(image, language, alt) }),
  ...(focus === undefined ? {} : { focus_x: focus?.x ?? 0.5, focus_y: focus?.y ?? 0.5 }),
})

export async function updateExistingImage(
  { db, media }: MediaAccess,
  request: OperationRequest,
  values: Values<typeof updateImageFields> = requireParameters(updateImageFields, request),
): Promise<OperationResult> {
  const language = effectiveLanguage(values, request)
  const updated = await inTransaction(db, async (trx) => {
    const image = await requireImage(trx, request, (one) => mayEditImage(request.caller, one))
    await checkImagePrecondition(trx, image, language, request)
    const changes = changesOf(image, values, language)
    if (Object.keys(changes).length > 0) await updateImage(trx, image.id, changes)
    const isCropped = values.focus !== undefined && image.file !== null
    if (isCropped) await media.refresh(trx, image.id)
    return { ...image, ...changes, isCropped }
  })
  if (!updated.isCropped) return show(db, updated, language, request)
  // The response contains the URL of the new thumbnail, because the old one ends with it.
  await media.crop(updated.id)
  media.jobs.wake()
  return show(db, (await findImage(db, updated.id)) ?? updated, language, request)
}

export async function removeExistingImage(
  { db, media }: MediaAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(deleteImageParameters, request)
  const language = effectiveLanguage(values, request)
  const { former, result } = await inTransaction(db, async (trx) => {
    const former = await requireImage(trx, request, (one) => mayEditImage(request.caller, one))
    await checkImagePrecondition(trx, former, language, request)
    if (!values.force && (await isImageInUse(trx, former.id))) throw imageInUse()
    const result = await show(trx, former, language, request)
    await removeImage(trx, former.id)
    return { former, result }
  })
  await media.removeFiles(former)
  return result
}

/** As in WordPress, whose clients look for an image by the name of its file before they upload it (interface: Images of WordPress). */
export async function listAttachments(
  { db }: MediaAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(listAttachmentsParameters, request)
  requireAuthor(request)
  const requested = requestedPage(values, request)
  const { author, search, slug, ml_language } = values
  const { images, total } = await listImages(db, { ...requested, author, search, slugs: slug })
  const paging = { ...requested, total }
  // Clients of WordPress read pages until one is refused.
  if (paging.page > Math.max(1, totalPages(paging)))
    throw invalidParameter(
      'page',
      new ValidationError(
        'rest_out_of_bounds',
        message('This page does not exist; the list has fewer pages.'),
      ),
    )
  const language = effectiveLanguage(values, request)
  return {
    body: images.map((image) => presentAttachment(image, language, request)),
    headers: arrayHeaders(request, `${request.links.rest}/media`, paging, {
      author,
      search,
      slug,
      ml_language,
    }),
    language,
  }
}

/** As in WordPress, whose clients upload an image before they create the event that shows it (interface: Images of WordPress). */
export function uploadAttachment(access: MediaAccess, request: OperationRequest): Promise<OperationResult> {
  const { values, errors } = parseParameters(uploadAttachmentFields, request)
  return uploadImage(access, request, { values: { ...values, alt: values.alt_text }, errors })
}

export function updateAttachment(access: MediaAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(updateAttachmentFields, request)
  return updateExistingImage(access, request, { ...values, alt: values.alt_text })
}

export async function removeAttachment(
  access: MediaAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const { body, ...result } = await removeExistingImage(access, request)
  return { ...result, body: { deleted: true, previous: body } }
}
