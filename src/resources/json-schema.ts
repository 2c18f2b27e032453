/** Schemas of responses, as plain JSON Schema: the subset that the OpenAPI document needs. */

export type TSchema = Readonly<Record<string, unknown>>
export type TProperties = Readonly<Record<string, TSchema>>

const optional = new WeakSet<TSchema>()

const isRequired = ([, schema]: [string, TSchema]) => !optional.has(schema)

function objectOf(properties: TProperties, options: TSchema = {}): TSchema {
  const required = Object.entries(properties)
    .filter(isRequired)
    .map(([name]) => name)
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties, ...options }
}

/** An object with arbitrary keys, whose values have one schema. */
const recordOf = (_: TSchema, value: TSchema, options: TSchema = {}): TSchema => ({
  type: 'object',
  additionalProperties: value,
  ...options,
})

function asOptional(schema: TSchema): TSchema {
  const copy = { ...schema }
  optional.add(copy)
  return copy
}

const Type = {
  String: (options: TSchema = {}): TSchema => ({ type: 'string', ...options }),
  Boolean: (options: TSchema = {}): TSchema => ({ type: 'boolean', ...options }),
  Integer: (options: TSchema = {}): TSchema => ({ type: 'integer', ...options }),
  Number: (options: TSchema = {}): TSchema => ({ type: 'number', ...options }),
  Unknown: (options: TSchema = {}): TSchema => ({ ...options }),
  Unsafe: (schema: TSchema): TSchema => ({ ...schema }),
  Literal: (value: string | number | boolean, options: TSchema = {}): TSchema => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Enum: (values: readonly string[], options: TSchema = {}): TSchema => ({ enum: values, ...options }),
  Union: (anyOf: readonly TSchema[], options: TSchema = {}): TSchema => ({ anyOf, ...options }),
  Array: (items: TSchema, options: TSchema = {}): TSchema => ({ type: 'array', items, ...options }),
  Object: objectOf,
  Record: recordOf,
  Optional: asOptional,
}

export default Type
