import { forbidden, invalidParameters, ValidationError } from '../errors.ts'
import type { Item, OccurrenceCounts, Resource } from '../resources/resource.ts'
import type { WriteContext } from '../store/writes.ts'
import type { Transaction } from '../store/index.ts'
import type { OperationResult } from './operation.ts'
import { mayEditItem } from './target-resource.ts'

/** What a write to an occurrence is about: itself, all that follow from it, or its whole series (interface: Series). */

export interface ScopeValues {
  readonly scope?: 'this' | 'following' | 'all' | null
  readonly dry_run?: boolean | null
}

/** The counts of a write that is taken back, because it was only asked what it would do. */
class DryRun extends Error {
  constructor(readonly changed: OccurrenceCounts) {
    super('The write was only to be counted.')
  }
}

const nothing: OccurrenceCounts = { kept: 0, moved: 0, created: 0, trashed: 0, overridden: 0, past: 0 }

/** Of a series that has just been made, everything is new. */
export const countsOfNew = ({ series }: Item): OccurrenceCounts | undefined =>
  series && { ...nothing, created: series.total }

/** Takes the write back if it was only asked what it would do. */
export function requireWanted({ dry_run }: ScopeValues, changed: OccurrenceCounts | undefined): void {
  if (dry_run) throw new DryRun(changed ?? nothing)
}

/** The response to a write that was only to be counted. */
export const answeringDryRun = (write: Promise<OperationResult>): Promise<OperationResult> =>
  write.catch((error: unknown) => {
    if (error instanceof DryRun) return { body: { series: { changed: error.changed } } }
    throw error
  })

const seriesOf = ({ row }: Item): number | undefined =>
  (row.recurrence_id ?? null) === null ? undefined : (row.post_parent as number)

async function loadSeries(
  transaction: Transaction,
  resource: Resource,
  id: number,
  { caller, language }: Pick<WriteContext, 'caller' | 'language'>,
): Promise<Item> {
  const [series] = await transaction.load(resource, [id], { caller, language })
  if (series === undefined) throw new Error(`the series ${id} of an occurrence is gone`)
  if (!mayEditItem(resource, series, caller)) throw forbidden()
  return series
}

/** Whether a write is about more than the occurrence that it is sent to. */
export const isWider = (item: Item, { scope }: ScopeValues): boolean =>
  seriesOf(item) !== undefined && (scope === 'following' || scope === 'all')

/** The series of an occurrence, which the caller must be allowed to edit. */
export const editableSeries = (
  transaction: Transaction,
  resource: Resource,
  item: Item,
  context: WriteContext,
): Promise<Item> => loadSeries(transaction, resource, seriesOf(item)!, context)

/** Some rules cannot be said in two parts. */
function refuseSplit(error: unknown): never {
  if (error instanceof ValidationError) throw invalidParameters(new Map([['scope', error]]))
  throw error
}

/** The series that a write to an occurrence is about; undefined if it is about the item itself. */
export async function seriesInScope(
  transaction: Transaction,
  resource: Resource,
  item: Item,
  { scope }: ScopeValues,
  context: WriteContext,
): Promise<Item | undefined> {
  if (!isWider(item, { scope })) return undefined
  const series = await editableSeries(transaction, resource, item, context)
  if (scope === 'all') return series
  const split = await transaction.splitSeries(item, context).catch(refuseSplit)
  return split === series.id ? series : loadSeries(transaction, resource, split, context)
}

/** What became of the occurrences stands with the series in the response. */
export const presentCounts = (
  { presentCounts }: Resource,
  body: Record<string, unknown>,
  changed: OccurrenceCounts | undefined,
): Record<string, unknown> =>
  changed === undefined || presentCounts === undefined ? body : presentCounts(body, changed)
