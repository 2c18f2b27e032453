import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useStoredInput } from '../../app/stored-input.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import { SettingField } from './setting-field.tsx'
import { inForm, type Settings } from './settings.ts'

type Changes = Readonly<Record<string, string>>

const none: Changes = {}

/** What was typed while `sent` was on its way. */
function typedSince(sent: Changes, now: Changes): Changes | undefined {
  const typed = Object.entries(now).filter(([name, value]) => value !== sent[name])
  return typed.length === 0 ? undefined : Object.fromEntries(typed)
}

/** Sends only changed settings, so that the others keep following their defaults. */
export function SettingsForm({ settings: { all, etag } }: { settings: Settings }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useSaving({ isRepeatable: true })
  const [changes = none, setChanges] = useStoredInput<Changes>('settings')
  const save = (values: Changes) =>
    void saving.run(async () => {
      try {
        await service.write('PATCH', admin('/settings'), values, { ifMatch: etag })
        setChanges((now = none) => typedSince(changes, now))
      } finally {
        // Someone else may have changed other settings; the next attempt uses their current values.
        await client.invalidateQueries({ queryKey: ['settings'] })
      }
      messages.say(t('Saved. Visitors see it from now on; here it shows when the page is loaded again.'))
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(changes)
  }
  return (
    <form className="panel stack" noValidate onSubmit={submit} aria-labelledby="presentation">
      <h2 id="presentation">{t('The calendar')}</h2>
      {saving.problem && <Failure error={saving.problem} />}
      <div className="halves halves--wide">
        {inForm(all).map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            change={changes[setting.name]}
            error={saving.fields[setting.name]}
            onChange={(value) => setChanges((now = none) => ({ ...now, [setting.name]: value }))}
            onReset={() => save({ ...changes, [setting.name]: '' })}
          />
        ))}
      </div>
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          isBusy={saving.isBusy}
          isDisabled={Object.keys(changes).length === 0}
        >
          {t('Save')}
        </Button>
        {changes !== none && <span className="quiet">{t('Not saved yet; kept in this browser')}</span>}
      </div>
    </form>
  )
}
