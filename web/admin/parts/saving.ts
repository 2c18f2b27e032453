import { onlineManager } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useFocusWrong, type FocusWrong } from './focus-wrong.ts'
import { underWay } from './under-way.ts'
import { useWords } from '../app/words.tsx'
import { ConnectionLost, ServiceError } from '../service/errors.ts'

/** The state of a form being sent: whether the request is in progress, and the errors returned. */
export interface Saving extends Pick<FocusWrong, 'form'> {
  readonly isBusy: boolean
  /** Error messages by field. */
  readonly fields: Readonly<Record<string, string>>
  /** An error of the request as a whole; undefined if the fields explain it. */
  readonly problem: Error | undefined
  /** Runs the work; true if it was done. */
  run(work: () => Promise<void>): Promise<boolean>
  /** For `onSubmit` of the form, to run the work. */
  submit(work: () => Promise<void>): (event: FormEvent) => void
}

/** Resolves when the service is reachable again. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => {
    if (onlineManager.isOnline()) return resolve()
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })

/** Repeats idempotent work as soon as there is a connection. */
export async function untilConnected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    await whenConnected()
    return untilConnected(work)
  }
}

/** The sentence of the service for missing fields names parameters, which nobody knows from a dialog. */
const fieldsOf = ({ fields, missing }: ServiceError, lacking: string): Saving['fields'] => ({
  ...fields,
  ...Object.fromEntries(missing.map((name) => [name, lacking])),
})

/**
 * `isRepeatable`: whether the request may be repeated if it is unknown whether it arrived. Creating something may only
 * under an idempotency key.
 */
export function useSaving({ isRepeatable = false } = {}): Saving {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const t = useWords()
  const { form, focusWrong } = useFocusWrong()
  const fields = error instanceof ServiceError ? fieldsOf(error, t('Fill in this field.')) : {}
  const run: Saving['run'] = async (work) => {
    if (isBusy) return false
    setBusy(true)
    try {
      await underWay(isRepeatable ? untilConnected(work) : work())
      setError(undefined)
      return true
    } catch (caught) {
      setError(caught as Error)
      focusWrong()
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    form,
    isBusy,
    fields,
    problem: Object.keys(fields).length > 0 ? undefined : error,
    run,
    submit: (work) => (event) => {
      event.preventDefault()
      void run(work)
    },
  }
}
