import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../sql/dialects/dialect.ts'
import type { Database } from '../sql/schema.ts'
import { Bits } from './bits.ts'

/** What to look for: texts that contain all of the terms, in one language or in any. */
export interface Words {
  readonly terms: readonly string[]
  readonly language: string | undefined
}

/** Where to look. */
export interface Source {
  readonly db: Kysely<Database>
  readonly dialect: Dialect
}

interface Found {
  readonly words: Words
  /** Events with such a text. */
  readonly events: Bits
}

/** A text of an event that changed, as it is now. */
export interface Text {
  readonly id: number
  readonly language: string
  readonly search: string
}

/** So many searches are kept, of a bit per event each. */
const kept = 32

const keyOf = ({ terms, language }: Words) => JSON.stringify([language, ...terms])

const idsOf = ({ db, dialect }: Source, { terms, language }: Words): Promise<ArrayLike<number>> => {
  const isSaid = language === undefined ? sql`` : sql`and searched.language = ${language}`
  const query = sql<{ id: number }>`select searched.id ${dialect.containing('event_texts', terms)} ${isSaid}`
  return dialect.ids(
    db,
    query,
    terms.some((term) => dialect.isIndexed(term)),
  )
}

/** Texts and terms are folded alike, so that containing them is all there is to it. */
const isFoundIn = ({ terms, language }: Words, text: Text) =>
  (language === undefined || text.language === language) && terms.every((term) => text.search.includes(term))

/** What has changed while words are being looked for, which may have been too early for that. */
interface Missed {
  readonly ids: Set<number>
  texts: readonly Text[]
}

interface Asked {
  readonly events: Promise<Bits>
  readonly missed: Missed
}

/** Which events are found by words that were lately looked for; it follows what changes. */
export class Searches {
  /** The one that was not asked for longest comes first. */
  private readonly found = new Map<string, Found>()
  private readonly asked = new Map<string, Asked>()

  /** Only events that are held are ever found. */
  constructor(private readonly isHeld: (id: number) => boolean) {}

  find(source: Source, words: Words): Promise<Bits> {
    const key = keyOf(words)
    const known = this.found.get(key)
    if (known === undefined) return this.ask(source, words, key)
    this.found.delete(key)
    this.found.set(key, known)
    return Promise.resolve(known.events)
  }

  private ask(source: Source, words: Words, key: string): Promise<Bits> {
    const asked = this.asked.get(key)
    if (asked !== undefined) return asked.events
    const missed: Missed = { ids: new Set(), texts: [] }
    const events = this.look(source, words, missed).finally(() => this.asked.delete(key))
    this.asked.set(key, { events, missed })
    return events
  }

  private async look(source: Source, words: Words, missed: Missed): Promise<Bits> {
    const ids = await idsOf(source, words)
    const events = new Bits(0)
    for (let place = 0; place < ids.length; place++) if (this.isHeld(ids[place]!)) events.add(ids[place]!)
    const found = { words, events }
    this.follow(found, missed.ids, missed.texts)
    this.found.set(keyOf(words), found)
    const [oldest] = this.found.keys()
    if (this.found.size > kept && oldest !== undefined) this.found.delete(oldest)
    return events
  }

  /** The texts of events that changed, as far as any words are kept that they matter to. */
  async read(db: Kysely<Database>, ids: readonly number[]): Promise<readonly Text[]> {
    if ((this.found.size === 0 && this.asked.size === 0) || ids.length === 0) return []
    return db.selectFrom('event_texts').select(['id', 'language', 'search']).where('id', 'in', ids).execute()
  }

  /** These events have changed, and these are all their texts. */
  replace(ids: readonly number[], texts: readonly Text[]): void {
    for (const found of this.found.values()) this.follow(found, ids, texts)
    for (const { missed } of this.asked.values()) {
      missed.texts = [...missed.texts.filter(({ id }) => !ids.includes(id)), ...texts]
      for (const id of ids) missed.ids.add(id)
    }
  }

  private follow({ words, events }: Found, ids: Iterable<number>, texts: readonly Text[]) {
    for (const id of ids) events.delete(id)
    for (const text of texts) if (this.isHeld(text.id) && isFoundIn(words, text)) events.add(text.id)
  }
}
