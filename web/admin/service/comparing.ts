/** Compares resources with what was written to them, by the fields of a body. */

export type Body = Readonly<Record<string, unknown>> & {
  /** Fields of an occurrence that follow its series again. */
  readonly inherit?: readonly string[]
}

/** What moving a resource to the trash changes, as a body. */
export const inTrash: Body = { status: 'trash' }

/** Links are sent as IDs and returned as resources. */
const sentForm = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => (one as { id?: number } | null)?.id ?? one) : value

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(sentForm(one)) === JSON.stringify(sentForm(other))

const valuesOf = (resource: object) => resource as Readonly<Record<string, unknown>>

/** Whether a resource has the values of a body, so that writing it would change nothing. */
export function isStored({ inherit = [], ...own }: Body, now: object): boolean {
  const overrides = (valuesOf(now).overrides ?? []) as readonly string[]
  return (
    Object.entries(own).every(([field, value]) => isSame(value, valuesOf(now)[field])) &&
    inherit.every((field) => !overrides.includes(field))
  )
}

/** Whether nobody has changed the fields of a body between two representations. */
export function isUnchanged({ inherit = [], ...own }: Body, before: object, now: object): boolean {
  const fields = [...Object.keys(own), ...inherit]
  return fields.every((field) => isSame(valuesOf(before)[field], valuesOf(now)[field]))
}

const withoutCounts = (name: string, value: unknown) => (name === 'count' ? undefined : value)

/** Whether two representations differ in nothing but how many events their categories and tags have. */
export const isShownSame = (one: object, other: object): boolean =>
  JSON.stringify(one, withoutCounts) === JSON.stringify(other, withoutCounts)
