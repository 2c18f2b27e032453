import { setTimeout as pause } from 'node:timers/promises'
import { followWith } from './event-index/following.ts'
import { createCalendar, type Calendar } from './event-index/index.ts'
import type { OpenDatabase } from './sql/dialects/dialect.ts'
import { createFollower } from './changes/follower.ts'
import { createComposer, type Composer } from './documents/composing.ts'
import { createFilledTexts } from './documents/filled.ts'
import { createFragments } from './documents/fragments.ts'
import { makeDocuments, renderWith } from './documents/making.ts'
import type { RenderingSettings } from './documents/rendering.ts'

/** What answers to everybody are made of, kept in memory and following the data. */
export interface Kept {
  readonly composer: Composer
  /** Which events there are and when; undefined while that is read for the first time. */
  calendar(): Calendar | undefined
  /** Returns once everything is at least as new as the version. */
  reach(version: number): Promise<void>
  /** Begins to read; returns once all is there, or soon: until then the database is asked. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds that a start waits for what is kept, for a small calendar is there by then. */
const patience = 200
const step = 20

/** Items as text, of which long ones take two bytes a character. */
const itemCharacters = 16 * 1024 * 1024
const countCharacters = 1024 * 1024
const filledCharacters = 6 * 1024 * 1024

export function keepInMemory(
  { db, dialect, reader }: OpenDatabase,
  settings: RenderingSettings,
  failed: (error: unknown) => void,
): Kept {
  const stopping = new AbortController()
  const { signal } = stopping
  let making: Promise<unknown> = Promise.resolve()
  renderWith(db, settings)
  const fragments = createFragments(itemCharacters)
  const counts = createFragments(countCharacters)
  const filled = createFilledTexts(filledCharacters)
  const kept = createCalendar()
  const unlessStopped = (error: unknown) => {
    if (!signal.aborted) failed(error)
  }
  const calendar = followWith(kept, db, unlessStopped)
  const follower = createFollower(db, {
    restart() {
      fragments.dropAll()
      counts.dropAll()
      return calendar.restart()
    },
    changed(changes) {
      for (const { resource, id } of changes) fragments.drop(resource, id)
      // The page of a category has the names of all above it in its address.
      if (changes.some(({ resource }) => resource === 'categories')) fragments.dropAll('categories')
      counts.dropAll()
      return calendar.changed(changes)
    },
  })

  async function read(): Promise<void> {
    let version = dialect.version()
    for (; version === undefined && !signal.aborted; version = dialect.version()) await pause(step)
    if (version !== undefined) await follower.reach(version)
    await calendar.settled()
  }

  return {
    composer: createComposer({ db: reader, fragments, counts, filled, settings }),
    calendar: () => calendar.current(),
    reach: (version) => follower.reach(version),
    async begin() {
      const waiting = new AbortController()
      const reading = read().catch(unlessStopped)
      const tooLong = pause(patience, undefined, { signal: waiting.signal, ref: false }).catch(
        () => undefined,
      )
      await Promise.race([reading, tooLong])
      waiting.abort()
      making = reading.then(() => makeDocuments(db, settings, { signal })).catch(unlessStopped)
    },
    async stop() {
      stopping.abort()
      kept.clear()
      await making
    },
  }
}
