import { useState } from 'react'
import { ServiceError } from '../service/errors.ts'

/** A form that is being sent: whether it is on its way, and what the service said against it. */
export interface Saving {
  readonly isBusy: boolean
  /** What is wrong with each field. */
  readonly fields: Readonly<Record<string, string>>
  /** What is wrong with the whole; undefined where fields say it. */
  readonly problem: Error | undefined
  /** Runs the work; true if it was done. */
  run(work: () => Promise<void>): Promise<boolean>
}

export function useSaving(): Saving {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const fields = error instanceof ServiceError ? error.fields : {}
  return {
    isBusy,
    fields,
    problem: Object.keys(fields).length > 0 ? undefined : error,
    async run(work) {
      if (isBusy) return false
      setBusy(true)
      try {
        await work()
        setError(undefined)
        return true
      } catch (caught) {
        setError(caught as Error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
