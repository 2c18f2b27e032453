import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTypedFields } from '../../app/typed-fields.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FieldConflicts } from '../../parts/field-conflicts.tsx'
import { writeOnce } from '../../parts/lost-answer.ts'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import { SettingField } from './setting-field.tsx'
import { haveValues, inForm, labelOf, readSettings, type Settings } from './settings.ts'

type Changes = Readonly<Partial<Record<string, string>>>

/** Sends only changed settings, so that the others keep following their defaults. */
export function SettingsForm({ settings: { all, etag } }: { settings: Settings }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useSaving({ isRepeatable: true })
  const stored = Object.fromEntries(all.map(({ name, value }) => [name, value]))
  const labels = Object.fromEntries(all.map((setting) => [setting.name, labelOf(t, setting)]))
  const typed = useTypedFields('settings', stored)
  const changes = typed.unsaved
  const save = (values: Changes) =>
    void saving.run(async () => {
      try {
        await writeOnce<unknown>(
          () => service.write('PATCH', admin('/settings'), values, { ifMatch: etag }),
          async () => {
            const settings = await readSettings(service)
            return haveValues(settings, values) ? settings : undefined
          },
        )
        typed.confirm(changes)
      } finally {
        // Someone else may have changed other settings; the next attempt uses their current values.
        await client.invalidateQueries({ queryKey: ['settings'] })
        typed.settle()
      }
      messages.say(t('Saved. Visitors see it from now on; reload this page to see it here.'))
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(changes)
  }
  return (
    <form
      className="panel stack"
      noValidate
      ref={saving.form}
      onSubmit={submit}
      aria-labelledby="presentation"
    >
      <h2 id="presentation">{t('The calendar')}</h2>
      {saving.problem && <Failure error={saving.problem} />}
      <div className="halves halves--wide">
        {inForm(all).map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            change={typed.values[setting.name]}
            error={saving.fields[setting.name]}
            onChange={(value) => typed.type(setting.name, value)}
            onReset={() => save({ ...changes, [setting.name]: '' })}
          />
        ))}
      </div>
      <FieldConflicts
        typed={typed}
        labelOf={(name) => labels[name] ?? name}
        storedOf={(name) => stored[name] ?? ''}
      />
      <div className="row">
        <Button
          kind="primary"
          type="submit"
          isBusy={saving.isBusy}
          isDisabled={Object.keys(changes).length === 0}
        >
          {t('Save')}
        </Button>
        {Object.keys(changes).length > 0 && (
          <span className="quiet">{t('Not saved yet; kept in this browser')}</span>
        )}
      </div>
    </form>
  )
}
