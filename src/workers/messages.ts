import type { LimitNews } from '../server/rate-limit.ts'

/** What workers and the process that supervises them tell each other. */

export type ToPrimary =
  | { readonly calends: 'take' }
  | { readonly calends: 'give' }
  | { readonly calends: 'limits'; readonly news: LimitNews }
  | { readonly calends: 'metrics'; readonly id: number }

export type ToWorker =
  | { readonly calends: 'granted' }
  | { readonly calends: 'limits'; readonly news: LimitNews }
  | { readonly calends: 'metrics'; readonly id: number; readonly text?: string }

export const isOurs = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'calends' in message
