import { useState } from 'react'
import { ServiceError } from '../service/errors.ts'
import { untilConnected } from './saving.ts'
import { underWay } from './under-way.ts'

/** The state of fields that save themselves. */
interface FieldSaving<Fields> {
  /** What is being sent or waits to be, by field. */
  readonly pending: Partial<Fields>
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>
  /** An error that no field explains. */
  readonly problem: Error | undefined
  /** Sends the value of a field after whatever is being sent, instead of what waits for the same field. */
  save<Name extends keyof Fields>(name: Name, value: Fields[Name], work: () => Promise<void>): void
}

/**
 * Unlike a form (`useSaving`), a field without a button cannot be locked while it is saved, so what is changed meanwhile
 * waits for its turn. The work must be idempotent, because it is repeated after the connection was lost.
 */
export function useFieldSaving<Fields extends object>(): FieldSaving<Fields> {
  const [enqueue] = useState(() => createQueue<keyof Fields>())
  const [pending, setPending] = useState<Partial<Fields>>({})
  const [errors, setErrors] = useState<Partial<Record<keyof Fields, Error>>>({})
  const failed = Object.values<Error | undefined>(errors)
  return {
    pending,
    fields: Object.assign({}, ...failed.map(fieldsOf)) as Record<string, string>,
    problem: failed.find((error) => error !== undefined && Object.keys(fieldsOf(error)).length === 0),
    save(name, value, work) {
      setPending((now) => ({ ...now, [name]: value }))
      enqueue(name, async () => {
        const error = await untilConnected(work).then(
          () => undefined,
          (caught: unknown) => caught as Error,
        )
        setErrors((now) => ({ ...now, [name]: error }))
        setPending((now) => (now[name] === value ? { ...now, [name]: undefined } : now))
      })
    },
  }
}

const fieldsOf = (error: Error | undefined) => (error instanceof ServiceError ? error.fields : {})

/** Does one work after the other; of what waits under one name only the latest is done. */
function createQueue<Name>(): (name: Name, work: () => Promise<void>) => void {
  const waiting = new Map<Name, () => Promise<void>>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    // A map is iterated up to what is added meanwhile.
    for (const [name, work] of waiting) {
      waiting.delete(name)
      await work()
    }
    isRunning = false
  }
  return (name, work) => {
    waiting.delete(name)
    waiting.set(name, work)
    if (!isRunning) void underWay(run())
  }
}
