import { forbidden } from '../errors.ts'
import { message } from '../locales/sentence.ts'
import { noOccurrences, type Item, type OccurrenceCounts, type Resource } from '../resources/resource.ts'
import type { WriteContext } from '../store/writes.ts'
import type { Transaction } from '../store/index.ts'
import type { OperationRequest, OperationResult } from './operation.ts'
import type { ResourceServices } from './service.ts'
import { rethrowAsInvalid } from './steps.ts'
import { mayEditItem } from './target-resource.ts'

/**
 * The scope of a write to an occurrence: the occurrence itself, all following ones, or the whole series
 * (interface: Series).
 */

export interface ScopeValues {
  readonly scope?: 'this' | 'following' | 'all' | null
  readonly dry_run?: boolean | null
}

/** Thrown to roll back a dry run; carries its counts. */
class DryRun extends Error {
  constructor(readonly changed: OccurrenceCounts) {
    super('The write was only to be counted.')
  }
}

/** Counts for a new series, whose occurrences are all new. */
export const countsOfNew = ({ series }: Item): OccurrenceCounts | undefined =>
  series && { ...noOccurrences, created: series.total }

/** Rolls back the write if it is a dry run. */
export function requireWanted({ dry_run }: ScopeValues, changed: OccurrenceCounts | undefined): void {
  if (dry_run) throw new DryRun(changed ?? noOccurrences)
}

/** Turns a dry run that was rolled back into a response with its counts. */
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
  if (!mayEditItem(resource, series, caller))
    throw forbidden({ scope: message('This requires permission to edit the series.') })
  return series
}

/** Whether a write affects more than the occurrence that it is sent to. */
export const isWider = (item: Item, { scope }: ScopeValues): boolean =>
  seriesOf(item) !== undefined && (scope === 'following' || scope === 'all')

/** The series of an occurrence, which the caller must be allowed to edit. */
export const editableSeries = (
  transaction: Transaction,
  resource: Resource,
  item: Item,
  context: WriteContext,
): Promise<Item> => loadSeries(transaction, resource, seriesOf(item)!, context)

/** The series that a write to an occurrence applies to; undefined if it applies to the item itself. */
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
  // A rule that cannot be split in two makes the scope invalid.
  const split = await transaction.splitSeries(item, context).catch(rethrowAsInvalid('scope'))
  return split === series.id ? series : loadSeries(transaction, resource, split, context)
}

/** The response to a write: the item as it is now, and how many occurrences of a series changed. */
export function answerOf(
  { store }: ResourceServices,
  resource: Resource,
  item: Item,
  { language, changed }: { readonly language: string; readonly changed?: OccurrenceCounts | undefined },
  { links, caller }: OperationRequest,
): OperationResult {
  const body = resource.present(item, store.view({ links, language, caller }))
  const isCounted = changed !== undefined && resource.presentCounts !== undefined
  return { body: isCounted ? resource.presentCounts!(body, changed) : body, language: item.language }
}
