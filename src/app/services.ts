import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { siteOf } from '../api/site.ts'
import { createPasswordUses, type PasswordUses } from '../identity/password-uses.ts'
import { createImports, type Imports } from '../importing/index.ts'
import { createMail } from '../mail/index.ts'
import { createMedia, type Media } from '../media/index.ts'
import { createMediaStorage } from '../media/storage/index.ts'
import { createOutgoing, type Outgoing } from '../outgoing/index.ts'
import { resources } from '../resources/index.ts'
import type { Wakeable } from '../store/periodic.ts'
import { createStore, type Store } from '../store/index.ts'
import type { Periodic } from '../store/periodic.ts'
import { createWebhooks } from '../webhooks/index.ts'
import type { Core } from './core.ts'
import { createUpkeep } from './upkeep.ts'

/** The services that routes use, and the background work. */
export interface Services {
  readonly store: Store
  readonly media: Media
  readonly mail: Wakeable | undefined
  readonly imports: Imports
  readonly outgoing: Outgoing | undefined
  readonly passwordUses: PasswordUses
  /** In the order of starting and stopping. */
  readonly work: readonly Periodic[]
}

export function createServices(core: Core, log: FastifyBaseLogger): Services {
  const { database, config, nowSeconds } = core
  const store = createStore({
    database,
    settings: config,
    onError: (error) => log.error({ err: error }, 'cannot load the in-memory calendar'),
    now: nowSeconds,
  })
  const outgoing = config.outgoing ? createOutgoing({ allow: config.outgoingAllow }) : undefined
  const media = createMedia({
    db: database.db,
    storage: createMediaStorage(config),
    maxUpload: config.maxUpload,
    outgoing,
    now: nowSeconds,
    random: randomBytes,
    onError: (error, what) => log.warn({ err: error as Error }, `${what} is not up to date`),
  })
  const passwordUses = createPasswordUses()
  const upkeep = createUpkeep(core, log, passwordUses)
  const webhooks = outgoing === undefined ? [] : webhooksOf(core, log, store, outgoing)
  const mail = mailOf(core, log, store)
  const imports = createImports({
    db: database.db,
    resources,
    site: () => siteOf(config, nowSeconds()),
    outgoing,
    maxBytes: config.maxUpload,
    onError: (error, id) => log.warn({ err: error as Error }, `import ${id} was interrupted`),
    onRecordError: (error) => log.error({ err: error }, 'unhandled error'),
  })
  const work = [media.jobs, media.fetches, ...upkeep, ...webhooks, imports, mail].filter(
    (one) => one !== undefined,
  )
  return { store, media, mail, imports, outgoing, passwordUses, work }
}

const webhooksOf = (core: Core, log: FastifyBaseLogger, store: Store, outgoing: Outgoing) =>
  createWebhooks({
    db: core.database.db,
    store,
    outgoing,
    languages: core.config.languages,
    random: randomBytes,
    now: core.nowSeconds,
    // Paths and queries of receivers often contain secrets.
    onDisabled: ({ id, url }) =>
      log.error(
        { webhook: id, host: new URL(url).host },
        'a webhook has failed for three days, or its receiver is gone, and is switched off',
      ),
    onError: (error) => log.warn({ err: error as Error }, 'could not send changes to webhooks'),
  })

const mailOf = ({ database, config, settings, nowSeconds }: Core, log: FastifyBaseLogger, store: Store) =>
  config.smtpUrl === undefined
    ? undefined
    : createMail({
        db: database.db,
        store,
        smtpUrl: config.smtpUrl,
        from: config.mailFrom!,
        site: config.publicUrl!,
        config,
        refreshSettings: settings.refresh,
        random: randomBytes,
        now: nowSeconds,
        onError: (error, isGivenUp) =>
          log.warn(
            { err: error as Error },
            isGivenUp ? 'giving up on an e-mail' : 'could not send an e-mail, will retry',
          ),
      })
