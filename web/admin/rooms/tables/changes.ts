import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Words } from '../../locales/index.ts'
import { writeOnce } from '../../parts/lost-answer.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { inTrash, isStored, isUnchanged } from '../../service/comparing.ts'
import {
  ChangedMeanwhile,
  isConflict,
  isOvertaken,
  ServiceError,
  whileOvertaken,
} from '../../service/errors.ts'
import type { Service } from '../../service/service.ts'
import type { Kind } from '../../service/types.ts'
import type { Row } from './declaration.ts'
import { addressOf, type CurrentState, type Operation, type Step } from './operations.ts'
import type { Listed } from './rows.ts'

/** Bulk changes: each row is a separate request, so that a failure does not affect the others. */

export interface Refusal {
  readonly row: Row
  readonly reason: string
}

interface Job {
  readonly operation: Operation
  readonly rows: readonly Row[]
  /** The ID of the chosen category or tag. */
  readonly chosen: number
}

const usualLanes = 4

/** A row before and after its change. */
interface Done {
  readonly before: CurrentState
  readonly after: CurrentState
}

/** Processes a few rows at a time, to leave capacity for other clients. */
async function forEachRow(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  lanes = usualLanes,
): Promise<void> {
  const waiting = [...rows]
  const lane = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await work(row)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))

/** Retries once after the delay that the service requests. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.retryAfter === undefined) throw error
    await seconds(error.retryAfter)
    return ask()
  }
}

function createChanges(service: Service, kind: Kind) {
  const read = (row: Row) => patiently(() => service.read<CurrentState>(addressOf(kind, row.id)))
  /** What was deleted permanently is as it was, but gone. */
  const findDone = async (before: CurrentState, step: Step): Promise<CurrentState | undefined> => {
    try {
      const { body: now } = await read(before)
      return step.query === undefined && isStored(step.body ?? inTrash, now) ? now : undefined
    } catch (error) {
      if (step.method === 'DELETE' && error instanceof ServiceError && error.status === 404) return before
      throw error
    }
  }
  const write = (before: CurrentState, step: Step, ifMatch: string | undefined) => {
    const { method, body, query = {} } = step
    const send = async () =>
      (await service.write<CurrentState>(method, addressOf(kind, before.id), body, { ifMatch, query })).body
    return writeOnce(
      () => patiently(send),
      () => findDone(before, step),
    )
  }
  return {
    /** Returns what undo needs; undefined if there was nothing to change. */
    async change({ operation, chosen }: Job, row: Row): Promise<Done | undefined> {
      const { body: before, etag } = await read(row)
      if (before.modified_utc !== row.modified_utc) throw new ChangedMeanwhile()
      const step = await operation.step(before, chosen, { service, kind })
      if (step === undefined) return undefined
      return { before, after: await write(before, step, etag) }
    },
    /** Unless somebody else has meanwhile changed what would be overwritten. */
    async changeBack({ operation }: Job, { before, after }: Done): Promise<void> {
      const { body: now, etag } = await read(before)
      const step = operation.back(before)
      if (!isUnchanged(step.body ?? inTrash, after, now)) throw new ChangedMeanwhile()
      await write(before, step, etag)
    },
  }
}

function reasonOf(t: Words, error: Error): string {
  if (isConflict(error)) return t('Somebody else has just changed it.')
  if (!(error instanceof ServiceError)) return t('The service did not respond.')
  return error.reason
}

/** Updates the cached lists until they are refetched. */
function showAtOnce(
  client: QueryClient,
  kind: Kind,
  rows: readonly Row[],
  shown: Partial<CurrentState>,
): void {
  const ids = new Set(rows.map(({ id }) => id))
  client.setQueriesData<Listed>({ queryKey: [kind, 'list'] }, (listed) =>
    listed === undefined
      ? undefined
      : { ...listed, rows: listed.rows.map((row) => (ids.has(row.id) ? { ...row, ...shown } : row)) },
  )
}

export interface Changes {
  start(job: Job): void
  /** From 0 to 1 while rows are being changed. */
  readonly progress: number | undefined
  readonly refusals: readonly Refusal[]
  forgetRefusals(): void
}

/** Processes all rows and collects the rejected ones. */
function useAttempts(kind: Kind) {
  const t = useWords()
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const attempt = async (rows: readonly Row[], work: (row: Row) => Promise<void>) => {
    const refused: Refusal[] = []
    const overtaken: Row[] = []
    let finished = 0
    setProgress(0)
    const finish = async (row: Row, done: Promise<void>) => {
      await done.catch((error: Error) => refused.push({ row, reason: reasonOf(t, error) }))
      finished += 1
      setProgress(finished / rows.length)
    }
    await forEachRow(rows, async (row) => {
      const done = work(row)
      const isLate = await done.then(() => false, isOvertaken)
      if (isLate) overtaken.push(row)
      else await finish(row, done)
    })
    // To publish one event outdates the ETags of all in its categories, so several at a time overtake each other.
    await forEachRow(
      overtaken,
      (row) =>
        finish(
          row,
          whileOvertaken(() => work(row)),
        ),
      1,
    )
    setProgress(undefined)
    setRefusals(refused)
    await client.invalidateQueries({ queryKey: [kind] })
    return rows.length - refused.length
  }
  return { attempt, progress, refusals, forgetRefusals: () => setRefusals([]) }
}

export function useChanges(kind: Kind): Changes {
  const t = useWords()
  const client = useQueryClient()
  const { say } = useMessages()
  const { attempt, ...attempts } = useAttempts(kind)
  const changes = createChanges(useService(), kind)
  const back = useMutation({
    mutationFn: async ({ job, done }: { job: Job; done: ReadonlyMap<Row, Done> }) => {
      const count = await attempt([...done.keys()], (row) => changes.changeBack(job, done.get(row)!))
      if (count === done.size) say(t('Undone.'))
      else if (count > 0) say(t.count(count, 'Undone for one.', 'Undone for {count}.'))
    },
  })
  const forth = useMutation({
    mutationFn: async (job: Job) => {
      const { operation, rows } = job
      const done = new Map<Row, Done>()
      if (operation.shown !== undefined) showAtOnce(client, kind, rows, operation.shown)
      const count = await attempt(rows, async (row) => {
        const changed = await changes.change(job, row)
        if (changed !== undefined) done.set(row, changed)
      })
      if (count === 0) return
      const undo =
        operation.isFinal === true || done.size === 0 ? undefined : () => back.mutate({ job, done })
      say(t.count(count, ...operation.done), undo)
    },
  })
  return { start: forth.mutate, ...attempts }
}
