import type { LimitUpdate } from '../server/limits/rate-limit.ts'

/** Messages between the workers and the primary process. */

export type ToPrimary =
  | { readonly calends: 'take' }
  | { readonly calends: 'give' }
  | { readonly calends: 'limits'; readonly news: LimitUpdate }
  | { readonly calends: 'metrics'; readonly id: number }

export type ToWorker =
  | { readonly calends: 'granted' }
  | { readonly calends: 'limits'; readonly news: LimitUpdate }
  | { readonly calends: 'metrics'; readonly id: number; readonly text?: string }

export const isWorkerMessage = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'calends' in message
