/** What is known of the occurrences of a series that its last imports wrote; stored with its record. */

interface KnownOccurrence {
  /** After its last import. */
  readonly version: number
  /** Names of fields that were edited here and are not overwritten. */
  readonly edited: readonly string[]
}

type KnownOccurrences = Readonly<Record<number, KnownOccurrence>>

/** Undefined if the record was imported before this was stored. */
export const knownOccurrences = (text: string | null): KnownOccurrences | undefined =>
  text === null ? undefined : (JSON.parse(text) as KnownOccurrences)

/** The stored text with the occurrences that were imported now. */
export const withOccurrences = (
  text: string | null,
  now: ReadonlyMap<number, readonly string[]>,
  versions: ReadonlyMap<number, number>,
): string =>
  JSON.stringify({
    ...knownOccurrences(text),
    ...Object.fromEntries([...now].map(([id, edited]) => [id, { version: versions.get(id) ?? 0, edited }])),
  })

/** The stored text after occurrences were reverted, which is no edit. */
export const withVersions = (text: string | null, versions: ReadonlyMap<number, number>): string | null => {
  const known = knownOccurrences(text)
  if (known === undefined) return null
  const renewed = Object.entries(known).map(([id, one]) => [
    id,
    { ...one, version: versions.get(Number(id)) ?? one.version },
  ])
  return JSON.stringify(Object.fromEntries(renewed))
}
