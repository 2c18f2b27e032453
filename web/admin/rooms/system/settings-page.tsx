import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Check } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Loading } from '../../parts/loading.tsx'
import { ServiceTabs } from './service-tabs.tsx'
import { isForm, originName, readSettings, type Setting } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** Settings that can be changed at runtime, followed by all effective settings. */
export function SettingsPage() {
  const t = useWords()
  const service = useService()
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => readSettings(service, signal),
  })
  return (
    <Page title={t('Settings')} actions={<ServiceTabs />}>
      <div className="stack stack--wide page-measure">
        <Loading of={settings} />
        {settings.isSuccess && <SettingsForm settings={settings.data} />}
        {settings.isSuccess && <Others settings={settings.data.all.filter((one) => !isForm(one))} />}
      </div>
    </Page>
  )
}

function Others({ settings }: { settings: readonly Setting[] }) {
  const t = useWords()
  const [isAll, setAll] = useState(false)
  return (
    <section className="stack" aria-labelledby="others">
      <h2 id="others">{t('Set on the server')}</h2>
      <p className="quiet">
        {t(
          'These come from the environment of the service, its configuration file or its command line. Changes take effect after a restart; passwords are not shown.',
        )}
      </p>
      <Check label={t('Show settings left at their default too')} isChecked={isAll} onChange={setAll} />
      <SettingsTable settings={settings.filter(({ origin }) => isAll || origin !== 'default')} />
    </section>
  )
}

function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const t = useWords()
  if (settings.length === 0)
    return <p className="quiet">{t('Nothing is set; all values are the defaults.')}</p>
  return (
    <DataTable label={t('Settings')} columns={[t('Name'), t('Value'), t('Set in')]}>
      {settings.map(({ name, value, origin }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td className="break">{value === '' ? <span className="quiet">{t('not set')}</span> : value}</td>
          <td className="quiet">{originName(t, origin)}</td>
        </tr>
      ))}
    </DataTable>
  )
}
