import { randomBytes } from 'node:crypto'
import type { RandomBytes } from '../identity/secrets.ts'
import type { Instant } from '../time/index.ts'

/** The clock and the random source of the process; all other code receives them as arguments. */

export const now = (): Instant => Math.floor(Date.now() / 1000)

export const random: RandomBytes = (size) => randomBytes(size)
