import { bodySchema } from '../api/reference/openapi/parameters.ts'
import { rethrowAsInvalid } from '../api/steps.ts'
import Type, { type TProperties, type TSchema } from '../resources/json-schema.ts'
import { resources } from '../resources/index.ts'
import { readFlag } from '../resources/parameter-types.ts'
import type { Parameters, Site } from '../resources/parameter.ts'
import type { Sent } from './operations.ts'

/** Arguments of tools: parameters of the API under their published names, and a few additional ones. */

export const pick = <T>(from: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]!]] : [])))

export const omit = (from: Sent, name: string): Sent =>
  Object.fromEntries(Object.entries(from).filter(([one]) => one !== name))

/** The schema of an object with parameters of the API and additional arguments. */
export function inputOf(parameters: Parameters, site: Site, own: TProperties): TSchema {
  const published = bodySchema(parameters, site, 'en')
  const ours = Type.Object(own) as { properties: TProperties; required?: readonly string[] }
  const required = [...(ours.required ?? []), ...(published.required ?? [])]
  return withDefinitions(
    {
      type: 'object',
      properties: { ...ours.properties, ...published.properties },
      ...(required.length > 0 && { required }),
    },
    site,
  )
}

/** Resources that can be created together with the one that links to them, by their names in the API document. */
const linkable: Readonly<Record<string, Parameters>> = {
  createVenueBody: resources.venues.fields,
  createOrganizerBody: resources.organizers.fields,
}

const inDocument = /#\/components\/schemas\/(\w+)/g

/** A schema that stands on its own: what it refers to in the document of the API is defined in it. */
function withDefinitions(schema: TSchema, site: Site): TSchema {
  const text = JSON.stringify(schema)
  const names = [...new Set([...text.matchAll(inDocument)].map(([, name]) => name!))]
  if (names.length === 0) return schema
  const definitions = names.map((name) => [name, bodySchema(linkable[name]!, site, 'en')])
  const own = JSON.parse(text.replace(inDocument, '#/$defs/$1')) as TSchema
  return { ...own, $defs: Object.fromEntries(definitions) }
}

/** Reads an argument that the API does not have; an invalid one is reported like its parameters. */
export function readArgument<T>(args: Sent, name: string, initial: T, read: (value: unknown) => T): T {
  if (args[name] === undefined) return initial
  try {
    return read(args[name])
  } catch (error) {
    return rethrowAsInvalid(name)(error)
  }
}

/**
 * Lists are read at the mount of the language instead of naming it, because a named language restricts search. One that
 * the site does not have, or that is no text, is named all the same, to be refused.
 */
export const unknownLanguage = ({ ml_language }: Sent, { languages }: Site): Sent =>
  ml_language === undefined || languages.some((language) => language === ml_language) ? {} : { ml_language }

export const eventId = Type.Integer({ description: 'ID of the event', minimum: 1 })

export const dryRun: TProperties = {
  dry_run: Type.Optional(
    Type.Boolean({
      description:
        'True, which is the default, says what would change and changes nothing. Send false only after the person has seen that and agreed.',
      default: true,
    }),
  ),
}

/** What cannot be read as true or false is an error, because it must not be stored by mistake. */
export const isDryRun = (args: Sent): boolean =>
  args.dry_run === null || readArgument(args, 'dry_run', true, readFlag)
