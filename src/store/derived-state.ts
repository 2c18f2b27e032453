import { setTimeout as pause } from 'node:timers/promises'
import { Gate } from '../gate.ts'
import { createChangeFollower } from './changes/change-follower.ts'
import { createComposer, type Composer } from './documents/composer.ts'
import type { ComposerParts } from './documents/composition.ts'
import { createFilledTextCache } from './documents/filled-text-cache.ts'
import { createFragmentCache } from './documents/fragment-cache.ts'
import { createParsedTexts } from './documents/parsed-texts.ts'
import { renderMissingDocuments } from './documents/document-rendering.ts'
import { createLiveIndex } from './event-index/live-index.ts'
import { createEventIndex, type EventIndex } from './event-index/index.ts'
import { createValueCache, type ValueCache } from './value-cache.ts'
import type { OpenDatabase } from './sql/dialects/dialect.ts'

/** In-memory state derived from the data: the event index and caches of rendered texts. */
export interface DerivedState {
  readonly composer: Composer
  readonly cache: ValueCache
  /** Undefined while it is loading. */
  index(): EventIndex | undefined
  /** Resolves when all of it has caught up with this version. */
  catchUpTo(version: number): Promise<void>
  /**
   * Starts loading. Resolves when loading completes or after a short timeout, because the database can answer
   * meanwhile.
   */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds to wait for loading at startup, because a small calendar is loaded by then. */
const startTimeoutMs = 200
const pollIntervalMs = 20

/** Cache limits in UTF-16 code units, for which V8 may need two bytes each. */
const maxItemCharacters = 16 * 1024 * 1024
const maxCountCharacters = 1024 * 1024
const maxFilledCharacters = 6 * 1024 * 1024
const maxParsedCharacters = 3 * 1024 * 1024

/** How many responses may wait to read long texts, which is done one at a time. */
const maxWaitingResponses = 24

interface DerivedStateOptions extends Pick<ComposerParts, 'settings' | 'now'> {
  readonly onError: (error: unknown) => void
}

export function createDerivedState(
  { db, dialect, readDatabase }: OpenDatabase,
  { settings, onError, now }: DerivedStateOptions,
): DerivedState {
  const stopping = new AbortController()
  const { signal } = stopping
  let rendering: Promise<unknown> = Promise.resolve()
  const fragments = createFragmentCache(maxItemCharacters)
  const counts = createFragmentCache(maxCountCharacters)
  const filled = createFilledTextCache(maxFilledCharacters)
  const parsed = createParsedTexts(maxParsedCharacters)
  const cache = createValueCache(db)
  const events = createEventIndex()
  const reportUnlessStopped = (error: unknown) => {
    if (!signal.aborted) onError(error)
  }
  const index = createLiveIndex(events, db, reportUnlessStopped)
  const follower = createChangeFollower(db, {
    reset() {
      fragments.clear()
      counts.clear()
      cache.clear()
      return index.reset()
    },
    onChanges(changes) {
      for (const { resource, id } of changes) fragments.delete(resource, id)
      // The URL of a category's page contains the slugs of all its ancestors.
      if (changes.some(({ resource }) => resource === 'categories')) fragments.clear('categories')
      counts.clear()
      cache.clear()
      return index.onChanges(changes)
    },
  })

  async function load(): Promise<void> {
    let version = dialect.version()
    for (; version === undefined && !signal.aborted; version = dialect.version()) await pause(pollIntervalMs)
    if (version !== undefined) await follower.catchUpTo(version)
    await index.whenLoaded()
  }

  return {
    composer: createComposer({
      db: readDatabase,
      fragments,
      counts,
      filled,
      parsed,
      longTexts: new Gate(maxWaitingResponses),
      settings,
      now,
    }),
    cache,
    index: () => index.ifReady(),
    catchUpTo: (version) => follower.catchUpTo(version),
    async start() {
      const waiting = new AbortController()
      const loading = load().catch(reportUnlessStopped)
      const timeout = pause(startTimeoutMs, undefined, { signal: waiting.signal, ref: false }).catch(
        () => undefined,
      )
      await Promise.race([loading, timeout])
      waiting.abort()
      rendering = loading
        .then(() => renderMissingDocuments(db, settings, { signal }))
        .catch(reportUnlessStopped)
    },
    async stop() {
      stopping.abort()
      events.clear()
      await rendering
    },
  }
}
