import type { Config } from '../config.ts'
import type { Attempts } from '../identity/attempts.ts'
import type { Store } from '../store/index.ts'

/** Services that the operations on resources need. */
export interface ResourceServices {
  readonly store: Store
  readonly config: Config
  readonly limits: { readonly eventPassword: Attempts<string> }
}
