import assert from 'node:assert/strict'
import { Compile } from 'typebox/schema'

type Schema = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same schema without additional properties. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  const isOpen =
    isObject(schema.properties) && schema.additionalProperties === undefined && schema.type === 'object'
  return isOpen ? { ...inside, additionalProperties: false } : inside
}

/** Lists the differences between a value and the schema of that name, including undocumented properties. */
export function checkAgainst(schemas: Readonly<Record<string, unknown>>) {
  const strict = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]))
  const validators = new Map<string, ReturnType<typeof Compile>>()
  return (name: string, value: unknown): void => {
    assert.ok(name in schemas, `there is a schema ${name}`)
    if (!validators.has(name))
      validators.set(
        name,
        Compile({ components: { schemas: strict }, $ref: `#/components/schemas/${name}` }) as ReturnType<
          typeof Compile
        >,
      )
    const [isValid, errors] = validators.get(name)!.Errors(value)
    assert.ok(isValid, `${name}: ${JSON.stringify(errors)}`)
  }
}
