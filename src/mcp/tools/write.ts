import { resources } from '../../resources/index.ts'
import Type, { type TProperties } from '../../resources/json-schema.ts'
import { forUpdate, readParameters, type Parameters, type Site } from '../../resources/parameter.ts'
import { addSeconds, momentToWall, secondsOf } from '../../time/index.ts'
import { dryRun, eventId, inputOf, isDryRun, omit, pick } from '../inputs.ts'
import type { ToolApi, Body, Sent } from '../operations.ts'
import { rowOf, rows, type EventBody } from '../rows.ts'
import type { Tool } from '../tool.ts'
import { checkOutput, checksOf } from './check.ts'

/** Tools that write events. By default, each is a dry run that returns the changes. */

const { fields, updateParameters = {}, translated } = resources.events

export const changesOutput: TProperties = {
  dry_run: Type.Boolean({ description: 'True if nothing was stored' }),
  changes: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The fields that change or have changed, each with before and after',
  }),
}

const writeOutput: TProperties = {
  ...changesOutput,
  series: Type.Optional(
    Type.Object({}, { description: 'What becomes of the dates of the series', additionalProperties: true }),
  ),
  event: (rows('') as { readonly items: TProperties }).items as never,
}

interface Write {
  readonly operation: 'createEvent' | 'patchEvent' | 'deleteEvent'
  readonly id?: unknown
  readonly sent: Sent
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Shortens linked resources to ID and name, which are enough to identify them; tickets have names too, but no IDs. */
const short = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(short)
  const { id, name, venue, organizer } = (value ?? {}) as Record<string, unknown>
  const called = name ?? venue ?? organizer
  return id === undefined || called === undefined ? value : { id, name: called }
}

const isNothing = (value: unknown) => !value || isSame(value, [])

interface Difference {
  /** Undefined for a new resource. */
  readonly before: Body | undefined
  readonly after: Body
  readonly sent: Sent
}

/** The fields that differ; of a new resource, those that were sent or are not empty. */
export function changesBetween(known: Parameters, { before, after, sent }: Difference) {
  const changed = Object.keys(known)
    .map((name) => [name, short(before?.[name] ?? null), short(after[name] ?? null)] as const)
    .filter(([name, was, is]) => !isSame(was, is) && (before !== undefined || name in sent || !isNothing(is)))
  return Object.fromEntries(changed.map(([name, was, is]) => [name, { before: was, after: is }]))
}

/** Passwords are never shown, so that a change of one is told by what was sent. */
function passwordChange({ password }: Sent, wasProtected: boolean) {
  const [was, is] = [wasProtected, String(password).trim() !== '']
  if (password === undefined || !(was || is)) return {}
  return { password: { before: was ? 'set' : null, after: is ? 'set' : null } }
}

async function isProtected({ id, sent }: Write, { ask }: ToolApi): Promise<boolean> {
  if (id === undefined || sent.password === undefined) return false
  const event = await ask('readEvent', { id, sent: { context: 'edit' } })
  return event.protected === true
}

async function formerly({ id, sent }: Write, { ask }: ToolApi): Promise<EventBody | undefined> {
  if (id === undefined) return undefined
  const event = (await ask('readEvent', { id, sent: pick(sent, ['ml_language']) })) as EventBody
  return { ...event, ...textsToAdd(event, sent) }
}

/** A translation that is not there yet has no texts, although reading falls back to those of the original. */
function textsToAdd({ original_language, translations }: EventBody, sent: Sent): Body {
  const language = String(sent.ml_language ?? original_language)
  if (language === original_language || translations[language] !== undefined) return {}
  return Object.fromEntries(Object.keys(pick(sent, translated)).map((name) => [name, null]))
}

async function write(args: Sent, asking: ToolApi, write: Write) {
  const { operation, id, sent } = write
  const isOnlyTried = isDryRun(args)
  const before = await formerly(write, asking)
  const wasProtected = await isProtected(write, asking)
  const after = (await asking.write(operation, { id, sent }, isOnlyTried)).body as EventBody
  const changed = after.series?.changed
  return {
    after,
    answer: {
      dry_run: isOnlyTried,
      changes: { ...changesBetween(fields, { before, after, sent }), ...passwordChange(sent, wasProtected) },
      ...(changed === undefined ? {} : { series: changed }),
      event: rowOf(after, asking.request.site),
    },
  }
}

const saveable: Parameters = { ...fields, ...pick(updateParameters, ['scope']) }

/** An event of a contributor waits for review, because nobody would come back to an assistant's draft. */
const statusForReview = ({ request: { caller } }: ToolApi): Sent =>
  caller?.role === 'contributor' ? { status: 'pending' } : {}

export const saveEvent: Tool = {
  name: 'save_event',
  title: 'Save an event',
  description:
    'Creates an event, or updates the one with the given id; what is not sent stays as it is. By default it only says what would change, with a diff and the checks of check_event. For a date of a series, scope says whether the change is about this date, all that follow, or the whole series.',
  does: 'saves',
  // Required fields are only required when creating.
  input: (site) => omit(inputOf(saveable, site, { id: Type.Optional(eventId), ...dryRun }), 'required'),
  output: { ...writeOutput, ...checkOutput },
  run: async (args, asking) => {
    const { id } = args
    const known = pick(args, Object.keys(id === undefined ? fields : saveable))
    const sent = id === undefined ? { ...statusForReview(asking), ...known } : known
    const operation = id === undefined ? 'createEvent' : 'patchEvent'
    const { after, answer } = await write(args, asking, { operation, id, sent })
    return { ...answer, ...(await checksOf(after, asking)) }
  },
}

/** Completes what is sent by what the event has. */
type Complete = (sent: Sent, event: EventBody, site: Site) => Sent

/** Creates a tool that updates some fields of an event. */
const updating = (
  tool: Pick<Tool, 'name' | 'title' | 'description'>,
  names: readonly string[],
  needed: readonly string[] = [],
  complete?: Complete,
): Tool => {
  const parameters = pick({ ...fields, ...updateParameters }, names) as Parameters
  return {
    ...tool,
    does: 'changes',
    input: (site) => {
      const input = inputOf(parameters, site, { id: eventId, ...dryRun })
      return { ...input, required: ['id', ...needed] }
    },
    output: writeOutput,
    run: async (args, asking) => {
      const { id } = args
      const given = pick(args, names)
      const event = complete && ((await asking.ask('readEvent', { id, sent: {} })) as EventBody)
      const sent = event === undefined ? given : complete!(given, event, asking.request.site)
      return (await write(args, asking, { operation: 'patchEvent', id, sent })).answer
    },
  }
}

export const translateEvent = updating(
  {
    name: 'translate_event',
    title: 'Translate an event',
    description:
      'Stores the text of an event in another language of the site (ml_language). What is not sent stays as it is there.',
  },
  [...translated, 'slug', 'ml_language'],
  ['ml_language'],
)

const times = forUpdate(pick(fields, ['start_date', 'end_date', 'all_day', 'timezone']))

/** Keeps the length of an event of which the start alone is given, as calendars do, because the API keeps its end. */
function keepingLength(sent: Sent, event: EventBody, site: Site): Sent {
  const { values } = readParameters(times, sent, site)
  const { start_date, all_day = event.all_day, timezone = event.timezone } = values
  const becomesTimed = event.all_day && !all_day
  if (start_date === undefined || sent.end_date !== undefined || becomesTimed) return sent
  const seconds = secondsOf(event.end_date) - secondsOf(event.start_date)
  return { ...sent, end_date: addSeconds(momentToWall(start_date, timezone), seconds) }
}

export const moveEvent = updating(
  {
    name: 'move_event',
    title: 'Move an event',
    description:
      'Moves an event to other dates or another zone; with start_date alone it keeps its length. For a date of a series, scope is this (default), following or all.',
  },
  ['start_date', 'end_date', 'all_day', 'timezone', 'scope'],
  [],
  keepingLength,
)

export const setStatus = updating(
  {
    name: 'set_status',
    title: 'Cancel or postpone an event',
    description:
      'Says whether an event takes place as planned: cancelled, postponed, rescheduled, moved-online, or scheduled again. The event stays visible.',
  },
  ['event_status', 'scope'],
  ['event_status'],
)

export const restoreEvent = updating(
  {
    name: 'restore_event',
    title: 'Restore an event from the trash',
    description:
      'Takes an event out of the trash and gives it a publication status, such as publish or draft.',
  },
  ['status'],
  ['status'],
)

const scopeOfTrash = pick(updateParameters, ['scope']) as Parameters

export const trashEvent: Tool = {
  name: 'trash_event',
  title: 'Move an event to the trash',
  description:
    'Moves an event to the trash, where restore_event finds it. To say that something does not take place, use set_status.',
  does: 'removes',
  input: (site) => inputOf(scopeOfTrash, site, { id: eventId, ...dryRun }),
  output: writeOutput,
  run: async (args, asking) => {
    const sent = pick(args, ['scope'])
    const { answer } = await write(args, asking, { operation: 'deleteEvent', id: args.id, sent })
    const { status } = answer.event as { readonly status?: unknown }
    // After a dry run the event is read back unchanged, so the change is added here.
    return isDryRun(args) ? { ...answer, changes: { status: { before: status, after: 'trash' } } } : answer
  },
}
