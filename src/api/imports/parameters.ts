import { csvFields } from '../../importing/csv/columns.ts'
import { nextRun } from '../../importing/schedule.ts'
import { sourceFormats } from '../../importing/sources.ts'
import { areCredentials } from '../../importing/tec/credentials.ts'
import { isWebcal, withoutWebcal } from '../../importing/webcal.ts'
import { isObject } from '../../is-object.ts'
import { filled, forList, refuse, type Site } from '../../resources/parameter.ts'
import {
  choice,
  flag,
  integer,
  kind,
  plain,
  readInteger,
  readText,
  readUrl,
  url,
} from '../../resources/parameter-types.ts'
import { language, page } from '../../resources/common-parameters.ts'
import { languagesAmong, readList } from '../../resources/parameter-lists.ts'
import { actionsThatWrite, type SkippedRows } from '../../store/imports/rows.ts'
import { uploadedFile } from '../uploaded-file.ts'

/** Parameters of the routes about imports (interface: Imports). */

export const policies = ['keep_local', 'overwrite', 'create_only'] as const

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return undefined
  }
}

/**
 * Forms send it as JSON text, which OpenAPI takes for granted: as a type besides the object, it makes clients of orval fail
 * to compile. An empty field name ignores the column.
 */
const mapping = kind<Record<string, string>>(
  {
    type: 'object',
    description: 'For CSV: the field that each column holds, by the name of the column',
    accepted: {
      type: 'object',
      additionalProperties: { type: 'string', enum: [...csvFields, ''] },
    },
  },
  (value) => {
    const fields = parsed(value)
    const isKnown = (name: unknown) => name === '' || csvFields.some((field) => field === name)
    return isObject(fields) && Object.values(fields).every(isKnown)
      ? (fields as Record<string, string>)
      : refuse(
          'rest_invalid_mapping',
          'Must be an object of columns with one of these fields each: {fields}.',
          {
            fields: csvFields.join(', '),
          },
        )
  },
)

/** Whether it is a cron expression that ever comes: 31 February does not. */
function everRuns(schedule: string, { timezone, now }: Site): boolean {
  try {
    return nextRun(schedule, timezone, now) !== null
  } catch {
    return false
  }
}

function readSchedule(value: unknown, site: Site): string {
  const text = typeof value === 'string' ? value.trim() : ''
  return everRuns(text, site)
    ? text
    : refuse('rest_invalid_schedule', 'Must be a cron expression such as 0 4 * * *.')
}

const schedule = kind<string>(
  {
    type: 'string',
    description: 'When the URL is imported again: a cron expression, in the time zone of the site',
  },
  readSchedule,
)

function readCredentials(value: unknown): string {
  const text = readText(value)
  return areCredentials(text)
    ? text
    : refuse(
        'rest_invalid_credentials',
        'Must be a username and an application password, separated by a colon.',
      )
}

const credentials = kind<string>(
  {
    type: 'string',
    description: 'For a site: a username and an application password there, separated by a colon',
  },
  readCredentials,
)

/** Returns a `webcal` URL as it is, because it tells the format too. */
function readSourceUrl(value: unknown): string {
  const text = readText(value)
  const url = readUrl(withoutWebcal(text))
  return isWebcal(text) ? text : url
}

const sourceUrl = { ...url('URL to import from, instead of a file'), read: readSourceUrl }

export const importFields = {
  file: uploadedFile('The file to import'),
  url: sourceUrl,
  format: filled(choice('Format; by default that of the file name or URL', sourceFormats)),
  source: plain('Source that the records belong to: by default the name of the file, or the URL'),
  policy: filled(
    choice('What happens to events that were imported before', policies, { default: policies[0] }),
  ),
  status: filled(choice('Status of events that are created', ['publish', 'draft', 'pending'])),
  mapping,
  schedule,
  user: credentials,
  languages: languagesAmong('For a site: the languages to read; by default all that it offers'),
  ...language,
}

const isAction = (one: unknown): one is (typeof actionsThatWrite)[number] =>
  actionsThatWrite.some((action) => action === one)

/** Rows that may duplicate an existing event. */
const suspected = 'suspected'

const wordsForRows = [...actionsThatWrite, suspected].join(', ')

function readLine(value: unknown): number {
  try {
    return readInteger(value)
  } catch {
    return refuse('rest_invalid_type', 'Each must be the number of a line or one of {words}.', {
      words: wordsForRows,
    })
  }
}

/** Parameters that exclude rows from a run. */
export const runParameters = {
  leave_out: kind<SkippedRows>(
    {
      type: 'array',
      items: { type: ['integer', 'string'] },
      description: 'Rows to skip: by their lines, or all that are create, change or suspected',
    },
    (value, site) => {
      const all = readList(value, site)
      const lines = all.filter((one) => !isAction(one) && one !== suspected).map(readLine)
      return { lines, actions: all.filter(isAction), suspected: all.includes(suspected) }
    },
  ),
}

export const importPath = { id: integer('Unique identifier of the import', { minimum: 0 }) }

export const listImportsParameters = forList(page)

export const exportRowsParameters = forList({
  action: choice('Limit to rows with this action', ['create', 'change', 'skip', 'fail']),
  suspected: flag('Limit to events that may already exist'),
})

export const readImportParameters = { ...listImportsParameters, ...exportRowsParameters }
