import {
  inheritedFields,
  overridesColumn,
  overridesOf,
  textsAmong,
} from '../../resources/events/inheritance.ts'
import { isSeries } from '../../resources/events/hide-from-listings.ts'
import type { Item } from '../../resources/resource.ts'
import type { VersionContext } from '../history/record.ts'
import type { Trx } from '../sql/write-queue.ts'
import { requireEditable } from './permissions.ts'
import { propagateToOccurrences } from './propagate.ts'
import { findSeries, isOccurrence, occurrencesOf, readSeries, rowOf, setColumns } from './rows.ts'

/**
 * Updates occurrences after a translation was removed. If the series has lost it, occurrences keep their overrides in
 * that language; if an occurrence has lost it, it inherits the texts again.
 */
export async function leaveLanguage(trx: Trx, item: Item, view: VersionContext): Promise<void> {
  const { language } = view
  const { now } = view.site
  const fields = inheritedFields
  if (isSeries(rowOf(item))) {
    const series = await readSeries(trx, item.id)
    const rows = (await occurrencesOf(trx, item.id)).filter(({ end_utc }) => end_utc > now)
    requireEditable(rows, view)
    return propagateToOccurrences(trx, series, rows, {
      fields: textsAmong(fields),
      languages: [language],
      now,
    })
  }
  if (!isOccurrence(rowOf(item))) return
  const series = await findSeries(trx, rowOf(item).post_parent)
  const overrides = overridesColumn(overridesOf(rowOf(item)).filter((name) => !name.endsWith(`@${language}`)))
  const row = { ...rowOf(item), overrides }
  await setColumns(trx, item.id, { overrides })
  if (series === undefined) return
  await propagateToOccurrences(trx, series, [row], { fields: textsAmong(fields), languages: [language], now })
  await keepSlug(trx, item, language)
}

/** Keeps the slug, although the text is inherited again and may have another title by now. */
const keepSlug = (trx: Trx, { id, translations }: Item, language: string) =>
  trx
    .updateTable('event_texts')
    .set({ slug: translations[language]!.slug })
    .where('id', '=', id)
    .where('language', '=', language)
    .execute()
