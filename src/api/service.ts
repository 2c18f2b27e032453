import type { Config } from '../config.ts'
import type { Failures } from '../identity/failures.ts'
import type { Store } from '../store/index.ts'

/** What the operations on resources work with. */
export interface ResourceServices {
  readonly store: Store
  readonly config: Config
  readonly limits: { readonly eventPassword: Failures<[eventId: number]> }
}
