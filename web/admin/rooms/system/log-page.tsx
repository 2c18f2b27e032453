import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { useDates } from '../../parts/dates.ts'
import { Select } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { ListPager } from '../../parts/pager.tsx'
import { usePage } from '../../parts/parameters.ts'
import { Loading } from '../../parts/loading.tsx'
import { admin } from '../../service/service.ts'
import { ServiceTabs } from './service-tabs.tsx'

interface Entry {
  readonly id: number
  readonly date_utc: string
  readonly action: keyof typeof actions
  readonly username: string
  readonly address: string
  readonly target?: { readonly kind: string; readonly id: number; readonly name: string }
}

/** Labels of the actions (interface: Audit log). */
const actions = {
  'sign-in': 'signed in',
  'sign-in-failed': 'entered a wrong password',
  'sign-out': 'signed out',
  'user-created': 'created a user',
  'user-updated': 'changed a user',
  'role-changed': 'changed a role',
  'user-deleted': 'deleted a user',
  'password-link-created': 'created a password link',
  'password-link-sent': 'was sent a password link',
  'password-changed': 'changed a password',
  'application-password-created': 'created an application password',
  'application-password-deleted': 'revoked an application password',
  'resource-deleted': 'deleted permanently',
  'setting-changed': 'changed a setting',
  'event-accepted': 'accepted',
  'event-returned': 'sent back',
  'event-rejected': 'rejected',
} as const satisfies Readonly<Record<string, Text>>

const perPage = 50

/** The audit log: changes to accounts, and permanent deletions. */
export function LogPage() {
  const t = useWords()
  const service = useService()
  const [parameters, setParameters] = useSearchParams()
  const action = parameters.get('action') ?? ''
  const [page, turnTo] = usePage()
  const log = useQuery({
    queryKey: ['audit', action, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { page, per_page: perPage, action: action === '' ? undefined : action }
      return service.read<{ entries: Entry[] }>(admin('/audit'), { query, signal })
    },
  })
  return (
    <Page title={t('Audit log')} actions={<ServiceTabs />}>
      <div className="stack">
        <Select
          className="input--dense"
          aria-label={t('Action')}
          value={action}
          options={[
            { value: '', label: t('All actions') },
            ...Object.entries(actions).map(([value, text]) => ({ value, label: t(text) })),
          ]}
          onChange={(next) => setParameters(next === '' ? {} : { action: next })}
        />
        <Loading of={log} />
        {log.isSuccess && <Entries entries={log.data.body.entries} />}
        {log.isSuccess && (
          <ListPager
            of={log}
            page={page}
            perPage={perPage}
            shown={log.data.body.entries.length}
            onPage={turnTo}
          />
        )}
      </div>
    </Page>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const t = useWords()
  const dates = useDates()
  if (entries.length === 0) return <p className="quiet">{t('No entries for this action.')}</p>
  return (
    <DataTable
      label={t('Audit log')}
      columns={[t('When'), t('Who'), t('Action'), t('Object'), t('IP address')]}
    >
      {entries.map(({ id, date_utc, action, username, address, target }) => (
        <tr key={id}>
          <td className="narrow quiet unbroken">{dates.moment(date_utc)}</td>
          <td>{username === '' ? t('unknown') : username}</td>
          <td>{t(actions[action])}</td>
          <td>{target && (target.id === 0 ? target.name : `${target.name} (${target.id})`)}</td>
          <td className="quiet">{address === '' ? t('command line') : address}</td>
        </tr>
      ))}
    </DataTable>
  )
}
