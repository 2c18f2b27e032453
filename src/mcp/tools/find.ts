import { around, defaultPlaceRadiusKm, maxPlaceMatches, type Place } from '../../api/around.ts'
import { throwIfInvalid } from '../../api/steps.ts'
import { checkAround } from '../../resources/geography.ts'
import { readParameters } from '../../resources/parameter.ts'
import { resources } from '../../resources/index.ts'
import Type, { type TProperties } from '../../resources/json-schema.ts'
import { between, readChoice, readInteger } from '../../resources/parameter-types.ts'
import { geolocation } from '../../resources/common-parameters.ts'
import { dayAfter, dayOf, toWall, weekendOf } from '../../time/index.ts'
import { eventId, inputOf, omit, pick, readArgument, unknownLanguage } from '../inputs.ts'
import type { ToolApi, Sent } from '../operations.ts'
import { listAnswer, listOutput } from '../rows.ts'
import type { Tool } from '../tool.ts'

/** Tools for searching events and reading a single one. */

const { listParameters } = resources.events

const { geoloc_lat, geoloc_lng, geoloc_radius } = geolocation
const position = { geoloc_lat, geoloc_lng, geoloc_radius }

const whatFilters = ['search', 'categories', 'tags', 'venue', 'organizer', 'cost', 'event_status']

const ofEvents = [...whatFilters, ...Object.keys(position), 'ml_language']

const whenFilters = ['during', 'start_date', 'end_date', 'starts_before', 'ends_after']

const paging = ['page', 'order', 'orderby']

const maxRows = 20

const ofLists: TProperties = {
  near: Type.Optional(
    Type.String({
      description: `A town or postcode; events at most geoloc_radius kilometres around it (${defaultPlaceRadiusKm} by default)`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ description: 'How many events to list', minimum: 1, maximum: maxRows, default: 10 }),
  ),
}

/** Like `per_page`, a limit beyond the maximum is the maximum. */
const rowsWanted = (args: Sent) =>
  readArgument(args, 'limit', 10, (value) => Math.min(maxRows, between(readInteger(value), 1)))

/**
 * Locates a town by the venues of the calendar, as the pages do; it is read like the search that finds them. It replaces
 * a position, which is checked here, because the list does not get it.
 */
async function placeOf(where: Sent, { ask, request: { site } }: ToolApi): Promise<Sent> {
  const { values, errors } = readParameters({ near: listParameters.search!, ...position }, where, site)
  checkAround(values, { errors, site })
  throwIfInvalid(errors)
  const { near, geoloc_radius: radius = defaultPlaceRadiusKm } = values
  const { venues } = await ask('listVenues', { sent: { search: near, per_page: maxPlaceMatches } })
  return around(venues as Place[], String(near), String(radius))
}

/** Whether there is a page of this list: pages show what has not ended, and know no other limits of it. */
const isPage = (shown: Sent, { services }: ToolApi): boolean =>
  services.config.pages && shown.ends_after === undefined && shown.starts_before === undefined

async function list(args: Sent, when: Sent, asking: ToolApi) {
  const filters = { ...pick(args, whatFilters), ...when }
  const where = pick(args, ['near', ...Object.keys(position)])
  const shown = { ...filters, ...pick(args, ['ml_language']), ...where }
  const sent = {
    ...filters,
    ...pick(args, paging),
    ...unknownLanguage(args, asking.request.site),
    ...(where.near === undefined ? where : await placeOf(where, asking)),
    per_page: rowsWanted(args),
  }
  const found = await asking.inLanguage(args.ml_language).ask('listEvents', { sent })
  return listAnswer(found, asking.request, isPage(shown, asking) ? shown : undefined)
}

export const findEvents: Tool = {
  name: 'find_events',
  title: 'Find events',
  description:
    'Finds events by words, dates, place, category, language and price. Dates may be written as people say them ("tomorrow", "next friday 8pm") or as 2027-01-31; during takes one date or a range a/b. Without dates the next 24 months are searched. Answers with at most 20 short rows, the total and a link.',
  does: 'reads',
  input: (site) => inputOf(pick(listParameters, [...ofEvents, ...whenFilters, ...paging]), site, ofLists),
  output: listOutput,
  run: (args, asking) => list(args, pick(args, whenFilters), asking),
}

/** Named periods, in the time zone of the site. */
const daysNamed = {
  today: (today: string) => today,
  tomorrow: (today: string) => dayAfter(today, 1),
  weekend: (today: string) => weekendOf(today).join('/'),
  week: (today: string) => `${today}/${dayAfter(today, 6)}`,
}

const readDays = (value: unknown) => readChoice(value, Object.keys(daysNamed) as (keyof typeof daysNamed)[])

export const whatsOn: Tool = {
  name: 'whats_on',
  title: 'What is on',
  description:
    'Lists what takes place today, tomorrow, at the weekend or within seven days, including what has begun earlier and still runs.',
  does: 'reads',
  input: (site) =>
    inputOf(pick(listParameters, [...ofEvents, 'page']), site, {
      when: Type.Optional(Type.Enum(Object.keys(daysNamed), { description: 'Which days', default: 'today' })),
      ...ofLists,
    }),
  output: listOutput,
  run: (args, asking) => {
    const { now, site } = asking.request
    const days = daysNamed[readArgument(args, 'when', 'today', readDays)]
    return list(args, { during: days(dayOf(toWall(now, site.timezone))) }, asking)
  },
}

export const getEvent: Tool = {
  name: 'get_event',
  title: 'Read an event',
  description: 'Reads one event with everything that is known of it, in one language.',
  does: 'reads',
  input: (site) => inputOf(pick(listParameters, ['ml_language']), site, { id: eventId }),
  output: {
    event: Type.Object({}, { description: 'The event as the API represents it', additionalProperties: true }),
  },
  run: async (args, asking) => {
    const event = await asking.ask('readEvent', { id: args.id, sent: pick(args, ['ml_language']) })
    return { event: omit(event, 'json_ld') }
  },
}
