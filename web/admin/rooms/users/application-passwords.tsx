import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { dayAfter } from '../../../../src/time/days.ts'
import { copyTextOf } from '../../../clipboard.ts'
import { randomName } from '../../app/random-name.ts'
import { useStoredInput } from '../../app/stored-input.ts'
import { useBody, useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel, Button } from '../../parts/button.tsx'
import { useDates, type Dates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { Field, Input, Select } from '../../parts/field.tsx'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { passIfGone } from '../../service/errors.ts'
import { admin } from '../../service/service.ts'
import type { Words } from '../../locales/index.ts'
import type { ApplicationPassword, IssuedPassword } from './account.ts'

/** Shows a secret that is displayed only once. */
export function SecretShownOnce({
  title,
  secret,
  isLong = false,
  children,
  onKept,
}: {
  title: string
  secret: string
  /** Whether the secret is a URL, displayed in smaller type. */
  isLong?: boolean
  children?: ReactNode
  onKept: () => void
}) {
  const t = useWords()
  const messages = useMessages()
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    const isCopied = await copyTextOf(shown.current!)
    messages.say(t(isCopied ? 'Copied.' : 'It could not be copied. The text is selected; copy it by hand.'))
  }
  return (
    <div className={isLong ? 'once once--long' : 'once'} role="status">
      <strong>{title}</strong>
      <p>{t('Shown only once. Copy it now.')}</p>
      <code ref={shown}>{secret}</code>
      {children}
      <div className="row">
        <Button kind="primary" icon="copy" onPress={() => void copy()}>
          {t('Copy')}
        </Button>
        <Button onPress={onKept}>{t('I have saved it')}</Button>
      </div>
    </div>
  )
}

/** `path` is the user, `/users/3` or `/users/me`. */
export function ApplicationPasswords({ path, name }: { path: string; name: string }) {
  const t = useWords()
  const client = useQueryClient()
  const [asked, setAsked] = useStoredInput<AskedPassword>(`application-passwords${path}`)
  const [issued, setIssued] = useState<IssuedPassword>()
  const key = ['application passwords', path]
  const passwords = useBody<{ application_passwords: ApplicationPassword[] }>({
    queryKey: key,
    path: admin(`${path}/application-passwords`),
  })
  const made = (password: IssuedPassword) => {
    setAsked(undefined)
    setIssued(password)
    void client.invalidateQueries({ queryKey: key })
  }
  return (
    <section className="panel" aria-labelledby="application-passwords">
      <h2 id="application-passwords">{t('Application passwords')}</h2>
      <p className="quiet">
        {t('For programs that act on behalf of {name}. One for each program.', { name })}
      </p>
      {passwords.isError && <Failure error={passwords.error} retry={() => void passwords.refetch()} />}
      <Issued
        passwords={passwords.data?.application_passwords ?? []}
        path={path}
        onRevoked={() => void client.invalidateQueries({ queryKey: key })}
      />
      {issued && (
        <SecretShownOnce
          title={t('{name}: copy it now', { name: issued.name })}
          secret={issued.password}
          onKept={() => setIssued(undefined)}
        />
      )}
      {asked && (
        <NewPassword
          path={path}
          asked={asked}
          onChange={setAsked}
          onMade={made}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked === undefined && issued === undefined && (
        <div className="row">
          <Button size="small" icon="plus" onPress={() => setAsked(passwordFor('', 'year'))}>
            {t('New password for a program')}
          </Button>
        </div>
      )}
    </section>
  )
}

const factsOf = (t: Words, dates: Dates, { created_utc, expires_utc, last_used_utc }: ApplicationPassword) =>
  [
    last_used_utc === undefined
      ? t('never used')
      : t('last used {moment}', { moment: dates.moment(last_used_utc) }),
    t('since {moment}', { moment: dates.moment(created_utc) }),
    expires_utc === undefined ? '' : t('valid until {moment}', { moment: dates.moment(expires_utc) }),
  ]
    .filter((fact) => fact !== '')
    .join(' · ')

function Issued({
  passwords,
  path,
  onRevoked,
}: {
  passwords: readonly ApplicationPassword[]
  path: string
  onRevoked: () => void
}) {
  const t = useWords()
  const dates = useDates()
  const service = useService()
  const saving = useSaving({ isRepeatable: true })
  const messages = useMessages()
  const revoke = ({ uuid, name }: ApplicationPassword) =>
    saving.run(async () => {
      await service.write('DELETE', admin(`${path}/application-passwords/${uuid}`)).catch(passIfGone)
      messages.say(t('{name} no longer gives access.', { name }))
      onRevoked()
    })
  return (
    <>
      {saving.problem && <Failure error={saving.problem} />}
      <ul className="past">
        {passwords.map((password) => (
          <li key={password.uuid}>
            <span>{password.name}</span>
            <button
              type="button"
              className="link"
              aria-label={t('Revoke {name}', { name: password.name })}
              onClick={() => void revoke(password)}
            >
              {t('Revoke')}
            </button>
            <small>{factsOf(t, dates, password)}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

const lifetimes = { year: 365, quarter: 90, never: undefined } as const
type Lifetime = keyof typeof lifetimes

const expiryOf = (lifetime: Lifetime): string | undefined => {
  const days = lifetimes[lifetime]
  return days === undefined ? undefined : dayAfter(new Date().toISOString(), days)
}

/** Input for a new password; the password itself is not stored. */
interface AskedPassword {
  readonly name: string
  readonly lifetime: Lifetime
  readonly expires: string | undefined
  /** The same until something else is typed, so that one whose response was lost is replaced by the next. */
  readonly key: string
}

const passwordFor = (name: string, lifetime: Lifetime): AskedPassword => ({
  name,
  lifetime,
  expires: expiryOf(lifetime),
  key: randomName(),
})

function NewPassword({
  path,
  asked: { name, lifetime, expires, key: idempotencyKey },
  onChange,
  onMade,
  onCancel,
}: {
  path: string
  asked: AskedPassword
  onChange: (asked: AskedPassword) => void
  onMade: (password: IssuedPassword) => void
  onCancel: () => void
}) {
  const t = useWords()
  const service = useService()
  const saving = useSaving({ isRepeatable: true })
  const submit = saving.submit(async () => {
    const fields = { name, expires }
    const asking = { idempotencyKey }
    const at = admin(`${path}/application-passwords`)
    onMade((await service.write<IssuedPassword>('POST', at, fields, asking)).body)
  })
  return (
    <form className="stack" noValidate ref={saving.form} onSubmit={submit}>
      {saving.problem && <Failure error={saving.problem} />}
      <Field label={t('What is it for?')} error={saving.fields.name}>
        <Input value={name} onChange={(next) => onChange(passwordFor(next, lifetime))} autoFocus />
      </Field>
      <Field label={t('Expires')} error={saving.fields.expires}>
        <Select
          value={lifetime}
          onChange={(next) => onChange(passwordFor(name, next))}
          options={[
            { value: 'year', label: t('In a year') },
            { value: 'quarter', label: t('In 90 days') },
            { value: 'never', label: t('Never') },
          ]}
        />
      </Field>
      <ActOrCancel isBusy={saving.isBusy} onCancel={onCancel}>
        {t('Create the password')}
      </ActOrCancel>
    </form>
  )
}
