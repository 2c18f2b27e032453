import type { ReactNode } from 'react'
import { useBody } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { bytesText } from '../../parts/numbers.ts'
import { Page } from '../../parts/page.tsx'
import { Loading } from '../../parts/loading.tsx'
import { states, type State } from '../../parts/state-mark.tsx'
import { admin } from '../../service/service.ts'
import { ServiceTabs } from './service-tabs.tsx'

/** The state of the service (interface: System). */
interface System {
  readonly version: string
  readonly node: string
  readonly started_utc: string
  readonly memory_bytes: number
  readonly database: {
    readonly kind: 'sqlite' | 'postgres'
    readonly version: string
    readonly migration: string
    readonly bytes: number
  }
  readonly events: Readonly<Record<string, number>>
  readonly images: { readonly count: number; readonly bytes: number }
  readonly jobs: { readonly waiting: number; readonly failing: number }
  readonly deliveries: { readonly pending: number; readonly failed: number }
  readonly last_backup_utc?: string
}

export function SystemPage() {
  const t = useWords()
  const system = useBody<System>({ queryKey: ['system'], path: admin('/system'), refetchInterval: 30_000 })
  return (
    <Page title={t('System')} actions={<ServiceTabs />}>
      <Loading of={system} />
      {system.isSuccess && <Panels system={system.data} />}
    </Page>
  )
}

function Panels({ system }: { system: System }) {
  const t = useWords()
  const { jobs, deliveries } = system
  const hasTrouble = jobs.failing > 0 || deliveries.failed > 0
  return (
    <div className="stack stack--wide page-measure">
      <Notice
        tone={hasTrouble ? 'warn' : 'ok'}
        title={hasTrouble ? t('Something needs attention.') : t('Everything is running.')}
      >
        {hasTrouble ? t('Jobs in the queue have failed; the log of the service says why.') : ''}
      </Notice>
      <div className="halves halves--wide">
        <ServicePanel system={system} />
        <DatabasePanel system={system} />
        <BackupPanel system={system} />
        <QueuePanel system={system} />
      </div>
    </div>
  )
}

const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
)

function ServicePanel({ system }: { system: System }) {
  const t = useWords()
  const dates = useDates()
  return (
    <Panel id="service" title={t('Service')}>
      <Facts
        facts={[
          [t('Version'), system.version],
          [t('Since'), dates.moment(system.started_utc)],
          [t('Memory'), bytesText(t, system.memory_bytes)],
          ['Node', system.node],
        ]}
      />
    </Panel>
  )
}

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function DatabasePanel({ system: { database, events, images } }: { system: System }) {
  const t = useWords()
  const total = Object.entries(events)
    .filter(([status]) => status !== 'trash')
    .reduce((sum, [, count]) => sum + count, 0)
  const byState = Object.entries(events)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${t(states[status as State][1])} ${count.toLocaleString(t.language)}`)
  return (
    <Panel id="database" title={t('Database')}>
      <Facts
        facts={[
          [t('Kind'), `${databaseNames[database.kind]} ${database.version}`],
          [t('Size'), bytesText(t, database.bytes)],
          [
            t('Events'),
            <>
              {total.toLocaleString(t.language)}
              <br />
              {byState.join(' · ')}
            </>,
          ],
          [t('Images'), `${images.count.toLocaleString(t.language)}, ${bytesText(t, images.bytes)}`],
          [t('Migration'), database.migration],
        ]}
      />
    </Panel>
  )
}

function BackupPanel({ system: { last_backup_utc } }: { system: System }) {
  const t = useWords()
  const dates = useDates()
  return (
    <Panel id="backup" title={t('Backup')}>
      <Facts
        facts={[[t('Last'), last_backup_utc === undefined ? t('none known') : dates.moment(last_backup_utc)]]}
      />
      <p className="quiet">
        {t(
          'Create one with calends backup, while the service is running. Backups by other tools are not shown here.',
        )}
      </p>
    </Panel>
  )
}

function QueuePanel({ system: { jobs, deliveries } }: { system: System }) {
  const t = useWords()
  return (
    <Panel id="queue" title={t('Queue')}>
      <Facts
        facts={[
          [t('Jobs'), t('{waiting} waiting, {failing} of them after a failure', jobs)],
          [t('Webhooks'), t('{pending} waiting, {failed} failed', deliveries)],
        ]}
      />
    </Panel>
  )
}
