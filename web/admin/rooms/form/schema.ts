import { useBody } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { calendar } from '../../service/service.ts'
import type { Kind } from '../../service/types.ts'

/** Writable fields, from the OpenAPI document (interface: Discovery and documentation). */

interface FieldSchema {
  readonly description: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly contentMediaType?: string
  readonly 'x-translatable'?: boolean
}

export interface FormField {
  readonly name: string
  readonly schema: FieldSchema
  readonly isRequired: boolean
  /** Whether the field is translatable. */
  readonly isTranslated: boolean
}

interface Body {
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Body>> }
}

const bodyNames: Readonly<Record<Kind, string>> = {
  events: 'createEventBody',
  venues: 'createVenueBody',
  organizers: 'createOrganizerBody',
  categories: 'createCategoryBody',
  tags: 'createTagBody',
}

export const titleFields: Readonly<Record<Kind, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}

export const isHtml = ({ name, schema }: FormField): boolean =>
  schema.contentMediaType === 'text/html' || name === 'description'

/** Parameters that are not fields of the form. */
const notFields = ['ml_language', 'reuse', 'dry_run', 'author', 'date_utc', 'post_parent']

const fieldsIn = ({ properties, required = [] }: Body): FormField[] =>
  Object.entries(properties)
    .filter(([name]) => !notFields.includes(name))
    .map(([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
      isTranslated: schema['x-translatable'] === true,
    }))

/** The fields of a kind. The document is requested once, because it changes only with a restart of the service. */
export function useFormFields(kind: Kind) {
  const { language } = useWords()
  return useBody<ApiDocument, FormField[]>({
    queryKey: ['document', language],
    path: calendar('/doc'),
    staleTime: Infinity,
    gcTime: Infinity,
    select: ({ components }) => fieldsIn(components.schemas[bodyNames[kind]]!),
  })
}
