import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { admin } from '../../service/service.ts'
import { ServiceTabs } from './service-tabs.tsx'

interface Setting {
  readonly name: string
  readonly value: string
  readonly origin: string
}

/** What is in effect, and where it was set. */
export function SettingsPage() {
  const t = useWords()
  const service = useService()
  const [isAll, setAll] = useState(false)
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) =>
      (await service.read<{ settings: Setting[] }>(admin('/settings'), { signal })).body.settings,
  })
  return (
    <Page title={t('Settings')} actions={<ServiceTabs />}>
      <div className="stack page-measure">
        <p className="quiet">
          {t(
            'These come from the environment of the service, its configuration file or its command line. They change with a restart; passwords are not shown.',
          )}
        </p>
        <Check label={t('Also those that nobody has set')} isChecked={isAll} onChange={setAll} />
        {settings.isPending && <Waiting />}
        {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
        {settings.isSuccess && (
          <SettingsTable settings={settings.data.filter(({ origin }) => isAll || origin !== 'default')} />
        )}
      </div>
    </Page>
  )
}

function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const t = useWords()
  if (settings.length === 0)
    return <p className="quiet">{t('Nothing is set; all values are the usual ones.')}</p>
  return (
    <div className="table-wrap" role="region" aria-label={t('Settings')} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col">{t('Set in')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(({ name, value, origin }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className="break">
                {value === '' ? <span className="quiet">{t('not set')}</span> : value}
              </td>
              <td className="quiet">{origin === 'default' ? t('default') : origin}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
