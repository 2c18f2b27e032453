import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { ConnectionLost, ServiceError } from '../service/errors.ts'

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

/** Resolves when the service answers again. */
const whenConnected = (): Promise<void> =>
  new Promise((resolve) => {
    if (onlineManager.isOnline()) return resolve()
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })

/** What may be done twice is done again as soon as there is a connection. */
async function untilConnected(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    await whenConnected()
    await untilConnected(work)
  }
}

/** `isRepeatable`: whether it may be sent again where nobody knows if it arrived; making something may not. */
export function useSaving({ isRepeatable = false } = {}): Saving {
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
        await (isRepeatable ? untilConnected(work) : work())
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
