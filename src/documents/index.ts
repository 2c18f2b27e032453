import { createFollower, type Follower } from '../database/follower.ts'
import type { OpenDatabase } from '../database/dialects/dialect.ts'
import { createComposer, type Composer } from './composing.ts'
import { createFragments } from './fragments.ts'
import type { RenderingSettings } from './rendering.ts'

/** Items as text, of which long ones take two bytes a character. */
const itemCharacters = 16 * 1024 * 1024
const countCharacters = 1024 * 1024

/** What answers to everybody are made of, kept in memory and following the data. */
export function keepDocuments(
  { db, reader }: OpenDatabase,
  settings: RenderingSettings,
): { composer: Composer; follower: Follower } {
  const fragments = createFragments(itemCharacters)
  const counts = createFragments(countCharacters)
  const follower = createFollower(db, {
    restart() {
      fragments.dropAll()
      counts.dropAll()
    },
    changed(changes) {
      for (const { resource, id } of changes) fragments.drop(resource, id)
      // The page of a category has the names of all above it in its address.
      if (changes.some(({ resource }) => resource === 'categories')) fragments.dropAll('categories')
      counts.dropAll()
    },
  })
  return { composer: createComposer({ db: reader, fragments, counts, settings }), follower }
}
