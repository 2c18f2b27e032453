import {
  forbidden,
  importInOtherState,
  importNotFound,
  missingParameters,
  outgoingOff,
  sourceUnreachable,
  ValidationError,
} from '../../errors.ts'
import { mayImport, type Caller } from '../../identity/roles.ts'
import { contentOf } from '../../importing/context.ts'
import type { Imports } from '../../importing/index.ts'
import { nextRun } from '../../importing/schedule.ts'
import { formatNamed, isSite, type SourceFormat } from '../../importing/sources.ts'
import { fetchSource, piecesOf } from '../../importing/fetch.ts'
import { SourceUnreachable } from '../../importing/unreachable.ts'
import { isWebcal, withoutWebcal } from '../../importing/webcal.ts'
import { message, type LocalizableMessage } from '../../locales/sentence.ts'
import type { Outgoing } from '../../outgoing/index.ts'
import { resources } from '../../resources/index.ts'
import type { Values } from '../../resources/parameter.ts'
import { findImport, listImports, runsOf, type Import } from '../../store/imports/imports.ts'
import { listRows, rowsLeft } from '../../store/imports/rows.ts'
import { csvForm } from '../formats/csv/index.ts'
import { documentationLanguage, languagesOf } from '../language.ts'
import { whileAllowed } from '../lasting-rights.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { presentPage, requestedPage } from '../pagination.ts'
import type { ResourceServices } from '../service.ts'
import { requireMatch } from '../preconditions.ts'
import { requireCredentials, requireParameters, throwIfInvalid } from '../steps.ts'
import type { Db } from '../../store/sql/db.ts'
import {
  exportRowsParameters,
  importFields,
  listImportsParameters,
  policies,
  readImportParameters,
  runParameters,
} from './parameters.ts'
import { presentImports, presentNotes, presentRows } from './presentation.ts'
import { reportOf } from './report.ts'
import { undoImport } from './undo.ts'

export interface ImportAccess {
  readonly db: Db
  readonly services: ResourceServices
  readonly imports: Imports
  /** Undefined if outgoing requests are disabled. */
  readonly outgoing: Outgoing | undefined
  /** In bytes. */
  readonly maxUpload: number
}

/** Services needed to read and undo an import. */
export type UndoAccess = Pick<ImportAccess, 'db' | 'services'>

type ImportValues = Values<typeof importFields>

function requireImporter({ caller }: OperationRequest): Caller {
  requireCredentials(caller)
  if (!mayImport(caller)) throw forbidden()
  return caller
}

async function requireImport({ db }: UndoAccess, request: OperationRequest): Promise<Import> {
  requireImporter(request)
  const id = Number(request.path.id)
  const imported = Number.isSafeInteger(id) ? await findImport(db, id) : undefined
  if (imported === undefined) throw importNotFound()
  return imported
}

/** Responds with an import and one page of its rows. */
async function show(
  { db }: UndoAccess,
  imported: Import,
  request: OperationRequest,
  values: Partial<Values<typeof readImportParameters>> = {},
): Promise<OperationResult> {
  const requested = requestedPage(values, request)
  const action = values.action ?? undefined
  const isSuspected = values.suspected === true
  const { rows, total } = await listRows(db, imported.id, { ...requested, action, isSuspected })
  const language = documentationLanguage(request.sent.ml_language, request)
  const [body] = await presentImports(db, [imported], language)
  const left = imported.state === 'undone' ? await rowsLeft(db, imported.id) : []
  const runs =
    imported.schedule === null
      ? undefined
      : await presentImports(db, await runsOf(db, imported.id, request.site.perPage), language)
  const page = presentPage(
    request,
    `imports/${imported.id}`,
    { rows: await presentRows(db, imported, rows, { language, timezone: request.site.timezone }) },
    { ...requested, total },
    { action, suspected: isSuspected || undefined },
  )
  return {
    ...page,
    body: {
      ...body,
      ...(await presentNotes(db, imported, language)),
      ...(runs === undefined ? {} : { runs }),
      ...(left.length === 0
        ? {}
        : {
            left: left.map(({ kind, target, record }) => ({
              ...(kind === 'events' ? {} : { kind }),
              id: target,
              title: contentOf(record).fields[resources[kind].titleField] ?? '',
            })),
          }),
      ...page.body,
    },
  }
}

/** The import that a request runs or undoes, as its `If-Match` names it. */
async function requireCurrentImport(access: UndoAccess, request: OperationRequest): Promise<Import> {
  const imported = await requireImport(access, request)
  if (request.matchesIfMatch !== undefined)
    requireMatch(request, (await show(access, imported, request)).body)
  return imported
}

/** Replaces the link of a calendar by the URL that it stands for. */
function withoutLink(values: ImportValues): ImportValues {
  const { url } = values
  return url && isWebcal(url)
    ? { ...values, url: withoutWebcal(url), format: values.format ?? 'ics' }
    : values
}

/** Guesses the format from the extension of the file name or URL. */
function formatOf({ format, file, url }: ImportValues): SourceFormat {
  const name = file?.filename ?? (url ? new URL(url).pathname : '')
  const known = format ?? formatNamed(name)
  if (known === undefined) throw missingParameters(['format'])
  return known
}

function requireSource({ file, url, format, schedule, user }: ImportValues): void {
  const excluded = new Map<string, ValidationError>()
  const exclude = (name: string, sentence: LocalizableMessage) =>
    excluded.set(name, new ValidationError('rest_invalid_combination', sentence))
  if (file && url) exclude('url', message('Send a file or a URL, not both.'))
  if (file && schedule) exclude('schedule', message('Only a URL can be imported on a schedule.'))
  if (user && schedule)
    exclude('user', message('Cannot be used with a schedule, because application passwords are not stored.'))
  throwIfInvalid(excluded)
  if (!file && !url) throw missingParameters(['file'])
  if (format && isSite(format) && !url) throw missingParameters(['url'])
}

const isCsv = (format: SourceFormat) => format === 'csv'

const onlyForCsv = message('Can only be used with CSV.')
const onlyForSites = message('Can only be used with a site (format tec).')

/** Parameters that have an effect on some sources only. */
const limitedParameters = [
  { name: 'mapping', appliesTo: isCsv, sentence: onlyForCsv },
  { name: 'user', appliesTo: isSite, sentence: onlyForSites },
  { name: 'languages', appliesTo: isSite, sentence: onlyForSites },
] as const

/** An empty one says nothing, so it is accepted: the `mapping` of every other import is empty. */
function refuseUnfit(values: ImportValues, format: SourceFormat): void {
  const unfit = limitedParameters.filter(
    ({ name, appliesTo }) => Object.keys(values[name] ?? {}).length > 0 && !appliesTo(format),
  )
  const refused = ({ name, sentence }: (typeof unfit)[number]) =>
    [name, new ValidationError('rest_invalid_combination', sentence)] as const
  throwIfInvalid(new Map(unfit.map(refused)))
}

async function contentFor(
  { outgoing, maxUpload }: ImportAccess,
  { file, url }: ImportValues,
  format: SourceFormat,
): Promise<AsyncIterable<Uint8Array>> {
  if (file && !isSite(format)) return piecesOf(file.content)
  if (outgoing === undefined) throw outgoingOff()
  const fetched = await fetchSource(outgoing, url!, format, maxUpload).catch((error: unknown) => {
    throw sourceUnreachable((error as Error).message)
  })
  return piecesOf(fetched)
}

function importRequestOf(values: ImportValues, request: OperationRequest) {
  const { url = null, file, schedule = null } = values
  return {
    credentials: values.user ?? undefined,
    languages: values.languages ?? undefined,
    url,
    source: values.source ?? file?.filename ?? url!,
    policy: values.policy ?? policies[0],
    status: values.status ?? '',
    language: languagesOf(values.ml_language, request).effective,
    mapping: values.mapping ?? undefined,
    schedule,
    due: schedule === null ? null : nextRun(schedule, request.site.timezone, request.now),
    scheduled_by: null,
  }
}

/**
 * Long, although the client may have left by then, or a proxy may have given up: the import is listed all the same. How long a
 * site takes is up to the site, and another import continues there.
 */
const readingMsOf = (format: SourceFormat) => (isSite(format) ? 3_600_000 : 600_000)

export async function createNewImport(
  access: ImportAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = withoutLink(requireParameters(importFields, request))
  requireSource(values)
  const format = formatOf(values)
  refuseUnfit(values, format)
  const caller = requireImporter(request)
  const content = await contentFor(access, values, format)
  const wanted = { ...importRequestOf(values, request), caller, format, content }
  const previewRequest = { ...wanted, maxReadingMs: readingMsOf(format) }
  const imported = await access.imports.preview(previewRequest).catch((error: unknown) => {
    throw error instanceof SourceUnreachable ? error.problem : error
  })
  return {
    ...(await show(access, imported, request)),
    status: 201,
    headers: { location: `${request.links.rest}/imports/${imported.id}` },
  }
}

export async function listAllImports(
  { db }: ImportAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const values = requireParameters(listImportsParameters, request)
  requireImporter(request)
  const requested = requestedPage(values, request)
  const { imports, total } = await listImports(db, requested)
  const language = documentationLanguage(request.sent.ml_language, request)
  const items = await presentImports(db, imports, language)
  return presentPage(request, 'imports', { imports: items }, { ...requested, total })
}

export async function readImport(access: UndoAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(readImportParameters, request)
  return show(access, await requireImport(access, request), request, values)
}

/** Responds with all rows as a table. */
export async function exportRows(access: UndoAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(exportRowsParameters, request)
  const imported = await requireImport(access, request)
  const options = {
    language: documentationLanguage(request.sent.ml_language, request),
    timezone: request.site.timezone,
    action: values.action ?? undefined,
    isSuspected: values.suspected === true,
  }
  return {
    headers: {
      'content-type': `${csvForm.mediaType}; charset=utf-8`,
      'content-disposition': `attachment; filename="import-${imported.id}.csv"`,
    },
    stream: { state: undefined, pieces: () => whileAllowed(request, reportOf(access.db, imported, options)) },
  }
}

export async function runImport(access: ImportAccess, request: OperationRequest): Promise<OperationResult> {
  const values = requireParameters(runParameters, request)
  const { id, state } = await requireCurrentImport(access, request)
  const started = await access.imports.request(id, values.leave_out ?? undefined)
  if (started === undefined) throw importInOtherState(state)
  return show(access, started, request)
}

export async function undoExistingImport(
  access: UndoAccess,
  request: OperationRequest,
): Promise<OperationResult> {
  const imported = await requireCurrentImport(access, request)
  return show(access, await undoImport(access, imported, request), request)
}
