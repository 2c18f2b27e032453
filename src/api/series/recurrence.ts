import { forbidden } from '../../errors.ts'
import { mayCreate } from '../../identity/roles.ts'
import { messageLanguages } from '../../locales/index.ts'
import { inWords, lastWall, linesOf, readRecurrence, wallsOf, type First } from '../../recurrence/index.ts'
import { fields } from '../../resources/events/schema.ts'
import { required } from '../../resources/parameter.ts'
import { choice, integer, moment } from '../../resources/parameter-types.ts'
import { lastSecond, momentToWall } from '../../time/index.ts'
import type { OperationRequest, OperationResult } from '../operation.ts'
import { requireCredentials, requireParameters, rethrowAsInvalid } from '../steps.ts'

const maxDates = 100

export const recurrenceFields = {
  recurrence: required(fields.recurrence),
  start_date: fields.start_date,
  timezone: fields.timezone,
  all_day: fields.all_day,
  from: moment('Return no dates before this one'),
  limit: integer('How many dates to return', { default: 20, minimum: 1, maximum: maxDates }),
  language: choice('Language of the words', messageLanguages, { default: 'en' }),
}

function read(lines: string, first: First) {
  try {
    return readRecurrence(lines, first)
  } catch (error) {
    return rethrowAsInvalid('recurrence')(error)
  }
}

/** Explains a recurrence in words and as dates, without storing anything. */
export function explainRecurrence(request: OperationRequest): OperationResult {
  const values = requireParameters(recurrenceFields, request)
  requireCredentials(request.caller)
  if (!mayCreate(request.caller, 'events')) throw forbidden()
  const timezone = values.timezone ?? request.site.timezone
  const start = momentToWall(values.start_date!, timezone)
  const first = { start, timezone, allDay: values.all_day === true }
  const recurrence = read(values.recurrence!, first)
  const from = values.from ? { from: momentToWall(values.from, timezone) } : {}
  const window = { ...from, until: lastSecond, limit: values.limit ?? 20 }
  return {
    body: {
      recurrence: linesOf(recurrence, first),
      words: inWords(recurrence, first, values.language ?? 'en'),
      dates: wallsOf(recurrence, first, window),
      until: lastWall(recurrence, first) ?? null,
    },
  }
}
