import { boundedKey } from '../../text/bounded-key.ts'

/** PostgreSQL refuses entries of an index of more than 2,704 bytes, and the two make one entry. */
const [maxSourceBytes, maxIdentifierBytes] = [1_500, 1_000]

/** A source as it is stored: 500 ideographs fit in. */
export const sourceKey = (source: string): string => boundedKey(source, maxSourceBytes)

/** An identifier at a source as it is stored. */
export const identifierKey = (id: string): string => boundedKey(id, maxIdentifierBytes)
