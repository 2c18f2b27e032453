import type { Kysely, Migration } from 'kysely'
import type { Dialect } from '../dialects/dialect.ts'
import { resources } from './0001-resources.ts'
import { trackedChanges } from './0002-tracked-changes.ts'
import { linksOfProtectedEvents } from './0003-links-of-protected-events.ts'
import { sharedSlugs } from './0004-shared-slugs.ts'
import { foldedTexts } from './0005-folded-texts.ts'
import { huesAndFreeEvents } from './0006-hues-and-free-events.ts'
import { outdatedFields } from './0007-outdated-fields.ts'
import { slugsInTheTrash } from './0008-slugs-in-the-trash.ts'
import { storedImages } from './0009-stored-images.ts'
import { sequencesOfEvents } from './0010-sequences-of-events.ts'
import { series } from './0011-series.ts'
import { sessions } from './0012-sessions.ts'
import { history } from './0013-history.ts'
import { changeFeed } from './0014-change-feed.ts'
import { webhooks } from './0015-webhooks.ts'
import { imports } from './0016-imports.ts'
import { usesOfPasswords } from './0017-uses-of-passwords.ts'
import { settings } from './0018-settings.ts'
import { clones } from './0019-clones.ts'
import { listsOfSeries } from './0020-lists-of-series.ts'
import { nextForEditors } from './0021-next-for-editors.ts'
import { previousStarts } from './0022-previous-starts.ts'
import { scheduledLanguages } from './0023-scheduled-languages.ts'
import { importedOccurrences } from './0024-imported-occurrences.ts'
import { leftOutRecords } from './0025-left-out-records.ts'
import { triggersByKey } from './0026-triggers-by-key.ts'
import { contactsOfSeries } from './0027-contacts-of-series.ts'
import { boundedKeys } from './0028-bounded-keys.ts'
import { lineages } from './0029-lineages.ts'
import { messageIds } from './0030-message-ids.ts'
import { freeTickets } from './0031-free-tickets.ts'
import { languagesOfDecisions } from './0032-languages-of-decisions.ts'
import { slugsOfImages } from './0033-slugs-of-images.ts'

/** Oldest first. */
const steps = (dialect: Dialect): Readonly<Record<string, Migration>> => ({
  '0001-resources': resources(dialect),
  '0002-tracked-changes': trackedChanges(dialect),
  '0003-links-of-protected-events': linksOfProtectedEvents,
  '0004-shared-slugs': sharedSlugs(),
  '0005-folded-texts': foldedTexts(dialect),
  '0006-hues-and-free-events': huesAndFreeEvents(dialect),
  '0007-outdated-fields': outdatedFields(dialect),
  '0008-slugs-in-the-trash': slugsInTheTrash(),
  '0009-stored-images': storedImages(dialect),
  '0010-sequences-of-events': sequencesOfEvents(dialect),
  '0011-series': series(dialect),
  '0012-sessions': sessions(dialect),
  '0013-history': history(dialect),
  '0014-change-feed': changeFeed(dialect),
  '0015-webhooks': webhooks(dialect),
  '0016-imports': imports(dialect),
  '0017-uses-of-passwords': usesOfPasswords(dialect),
  '0018-settings': settings(dialect),
  '0019-clones': clones(dialect),
  '0020-lists-of-series': listsOfSeries,
  '0021-next-for-editors': nextForEditors,
  '0022-previous-starts': previousStarts(dialect),
  '0023-scheduled-languages': scheduledLanguages(dialect),
  '0024-imported-occurrences': importedOccurrences(dialect),
  '0025-left-out-records': leftOutRecords(dialect),
  '0026-triggers-by-key': triggersByKey,
  '0027-contacts-of-series': contactsOfSeries,
  '0028-bounded-keys': boundedKeys(dialect),
  '0029-lineages': lineages(dialect),
  '0030-message-ids': messageIds(dialect),
  '0031-free-tickets': freeTickets(dialect),
  '0032-languages-of-decisions': languagesOfDecisions,
  '0033-slugs-of-images': slugsOfImages,
})

/**
 * The newest migration ends by creating the triggers that record changes, because they depend on the present tables: an
 * older migration would refer to tables that are created after it.
 */
export function migrations(dialect: Dialect): Record<string, Migration> {
  const all = steps(dialect)
  const [newest, migration] = Object.entries(all).at(-1)!
  const up = async (db: Kysely<unknown>) => {
    await migration.up(db)
    await dialect.untrackChanges(db)
    await dialect.trackChanges(db)
  }
  return { ...all, [newest]: { up } }
}
