import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTypedFields } from '../../app/typed-fields.ts'
import { useService } from '../../app/service.tsx'
import { sessionKey, useSelf, useSignOut } from '../../app/session.tsx'
import { chooseScheme, chosenScheme, type Scheme } from '../../app/scheme.ts'
import { useWords } from '../../app/words.tsx'
import { chooseLanguage, interfaceLanguages, type InterfaceLanguage } from '../../locales/index.ts'
import { Button } from '../../parts/button.tsx'
import { FieldConflicts } from '../../parts/field-conflicts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field, Input, Select } from '../../parts/field.tsx'
import { languageLabel } from '../../parts/language-marks.tsx'
import { Page } from '../../parts/page.tsx'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import { ApplicationPasswords } from '../users/application-passwords.tsx'
import { nameOf } from '../users/account.ts'
import { roleMeanings, roleNames } from '../users/roles.ts'

/** The user's own settings. */
export function AccountPage() {
  const t = useWords()
  const self = useSelf()
  const signOut = useSignOut()
  return (
    <Page title={t('My account')} actions={<Button onPress={signOut}>{t('Sign out')}</Button>}>
      <div className="halves halves--wide">
        <div className="stack stack--wide">
          <p>
            <strong>{nameOf(self)}</strong>, {t('{role}:', { role: t(roleNames[self.role]) })}{' '}
            <span className="quiet">{t(roleMeanings[self.role])}</span>
          </p>
          <Profile />
          <Interface />
        </div>
        <div className="stack stack--wide">
          <OwnPassword />
          <ApplicationPasswords path="/users/me" name={nameOf(self)} />
        </div>
      </div>
    </Page>
  )
}

function Profile() {
  const t = useWords()
  const self = useSelf()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useSaving({ isRepeatable: true })
  const stored = { name: self.name, email: self.email ?? '' }
  const typed = useTypedFields('account', stored)
  const { values, unsaved, type, confirm, settle } = typed
  const labels = { name: t('Name'), email: t('E-mail') }
  const submit = saving.submit(async () => {
    await service.write('PATCH', admin('/users/me'), unsaved)
    confirm(unsaved)
    await client.invalidateQueries({ queryKey: sessionKey })
    settle()
    messages.say(t('Saved.'))
  })
  return (
    <form className="panel" noValidate ref={saving.form} onSubmit={submit}>
      <h2>{t('Your profile')}</h2>
      {saving.problem && <Failure error={saving.problem} />}
      <Field label={labels.name} help={t('As others see it')} error={saving.fields.name}>
        <Input value={values.name} onChange={(name) => type('name', name)} autoComplete="name" />
      </Field>
      <Field label={labels.email} error={saving.fields.email}>
        <Input
          type="email"
          value={values.email}
          onChange={(email) => type('email', email)}
          autoComplete="email"
        />
      </Field>
      <FieldConflicts typed={typed} labelOf={(name) => labels[name]} storedOf={(name) => stored[name]} />
      <div className="row">
        <Button type="submit" isBusy={saving.isBusy}>
          {t('Save')}
        </Button>
        {Object.keys(unsaved).length > 0 && (
          <span className="quiet">{t('Not saved yet; kept in this browser')}</span>
        )}
      </div>
    </form>
  )
}

function Interface() {
  const t = useWords()
  const [scheme, setScheme] = useState(chosenScheme)
  return (
    <section className="panel" aria-labelledby="interface">
      <h2 id="interface">{t('In this browser')}</h2>
      <Field label={t('Language of the administration')}>
        <Select<InterfaceLanguage>
          value={t.language}
          onChange={(language) => {
            chooseLanguage(language)
            location.reload()
          }}
          options={interfaceLanguages.map((value) => ({ value, label: languageLabel(t, value) }))}
        />
      </Field>
      <Field label={t('Colours')}>
        <Select<Scheme>
          value={scheme}
          onChange={(next) => {
            setScheme(next)
            chooseScheme(next)
          }}
          options={[
            { value: 'system', label: t('Same as the system') },
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
        />
      </Field>
    </section>
  )
}

/** Changing the password ends all sessions, including this one. */
function OwnPassword() {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const saving = useSaving()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const submit = saving.submit(async () => {
    await service.write('POST', admin('/users/me/password'), { current_password: current, password })
    service.useSession(undefined)
    client.setQueryData(sessionKey, null)
  })
  return (
    <form className="panel" noValidate ref={saving.form} onSubmit={submit}>
      <h2>{t('Password')}</h2>
      <p className="quiet">
        {t('You will have to sign in again with the new one, here and on other devices.')}
      </p>
      {saving.problem && <Failure error={saving.problem} />}
      <Field label={t('Current password')} error={saving.fields.current_password}>
        <Input type="password" value={current} onChange={setCurrent} autoComplete="current-password" />
      </Field>
      <Field
        label={t('New password')}
        help={t(
          'At least 12 characters. A sentence that you remember is better than a word with special characters.',
        )}
        error={saving.fields.password}
      >
        <Input type="password" value={password} onChange={setPassword} autoComplete="new-password" />
      </Field>
      <div className="row">
        <Button type="submit" isBusy={saving.isBusy}>
          {t('Change the password')}
        </Button>
      </div>
    </form>
  )
}
