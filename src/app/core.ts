import type { FastifyBaseLogger } from 'fastify'
import { createSettings, type SettingsInEffect } from '../config/in-effect.ts'
import type { Config, Sources } from '../config.ts'
import { RequestMetrics } from '../server/monitoring/request-metrics.ts'
import { createLimits, type Limits } from '../server/limits/rate-limit.ts'
import { createShutdown, type Shutdown } from '../server/shutdown.ts'
import type { OpenDatabase } from '../store/sql/dialects/dialect.ts'
import { readStoredSettings } from '../store/stored-settings.ts'
import type { Instant } from '../time/index.ts'
import type { Peers } from '../workers/peers.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: OpenDatabase
  /** The clock, in milliseconds. */
  readonly now: () => number
  readonly logger?: FastifyBaseLogger
  /** The origins of settings, shown to administrators; without it, all settings count as defaults. */
  readonly sources?: Sources
  /** Set when several worker processes share the port. */
  readonly peers?: Peers | undefined
  /** Set by whoever learns of the end before the service itself does. */
  readonly shutdown?: Shutdown
}

/** Dependencies of all parts of the service. */
export interface Core {
  readonly database: OpenDatabase
  /** Always contains the settings currently in effect. */
  readonly config: Config
  readonly settings: SettingsInEffect
  readonly limits: Limits
  readonly traffic: RequestMetrics
  readonly shutdown: Shutdown
  /** The clock, in milliseconds and in seconds. */
  readonly now: () => number
  readonly nowSeconds: () => Instant
}

const noSources: Sources = { environment: {}, readFile: () => undefined }

/** The settings of the operator together with those that administrators have stored. */
export const settingsInEffect = ({
  config,
  database,
  sources = noSources,
}: Pick<AppOptions, 'config' | 'database' | 'sources'>): SettingsInEffect =>
  createSettings({
    config,
    sources,
    read: () => readStoredSettings(database.db),
    version: () => database.dialect.version(),
    isUnavailable: (error) => database.dialect.isUnavailable(error),
  })

export function createCore(options: AppOptions): Core {
  const { database, now, peers, shutdown = createShutdown() } = options
  const settings = settingsInEffect(options)
  return {
    database,
    config: settings.config,
    settings,
    limits: createLimits({ now, enabled: settings.config.rateLimit, peers: peers?.limits }),
    traffic: new RequestMetrics(),
    shutdown,
    now,
    nowSeconds: () => Math.floor(now() / 1000),
  }
}
