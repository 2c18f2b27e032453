import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStoredInput } from '../../app/stored-input.ts'
import { useService, useSite } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFieldSaving } from '../../parts/field-saving.ts'
import { Field, Input } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useDates } from '../../parts/dates.ts'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { admin } from '../../service/service.ts'
import type { Role } from '../../service/types.ts'
import { nameOf, type Account } from './account.ts'
import { ApplicationPasswords, SecretShownOnce } from './application-passwords.tsx'
import { DeleteUser } from './delete-user.tsx'
import { RoleField } from './new-user.tsx'

/** One user: role and name, a password link, application passwords, and deletion. */
export function UserPanel({ id }: { id: number }) {
  const service = useService()
  const user = useQuery({
    queryKey: ['users', id],
    queryFn: async ({ signal }) => (await service.read<Account>(admin(`/users/${id}`), { signal })).body,
  })
  if (user.isPending) return <Waiting />
  if (user.isError) return <Failure error={user.error} retry={() => void user.refetch()} />
  return <Panel user={user.data} />
}

function Panel({ user }: { user: Account }) {
  const t = useWords()
  const self = useSelf()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <section className="panel" aria-labelledby="user">
        <h2 id="user">{nameOf(user)}</h2>
        <UserFields user={user} />
      </section>
      <PasswordLink user={user} />
      <ApplicationPasswords path={`/users/${user.id}`} name={nameOf(user)} />
      {user.id !== self.id && (
        <div className="row">
          <Button size="small" kind="danger" icon="trash" onPress={() => setDeleting(true)}>
            {t('Delete {name}', { name: nameOf(user) })}
          </Button>
        </div>
      )}
      {isDeleting && <DeleteUser user={user} onClose={() => setDeleting(false)} />}
    </>
  )
}

type Editable = Pick<Account, 'role' | 'name' | 'email'>

/** Unsaved input. */
type Typed = Readonly<Partial<Omit<Editable, 'role'>>>

const nothing: Typed = {}

/** Removes a field from the unsaved input, unless it was changed again. */
function without(typed: Typed | undefined, saved: string, text: string): Typed | undefined {
  const left = Object.entries(typed ?? {}).filter(([name, value]) => name !== saved || value !== text)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

function UserFields({ user }: { user: Account }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useFieldSaving<Editable>()
  const [typed = nothing, setTyped] = useStoredInput<Typed>(`users/${user.id}`)
  const { name, email } = { ...user, ...typed }
  const change = <Name extends keyof Editable>(field: Name, value: Editable[Name], undo?: () => void) =>
    saving.save(field, value, async () => {
      await service.write('PATCH', admin(`/users/${user.id}`), { [field]: value })
      await client.invalidateQueries({ queryKey: ['users'] })
      setTyped((now) => without(now, field, value))
      messages.say(t('{name} is changed.', { name: nameOf(user) }), undo)
    })
  const leave = (field: keyof Typed, text: string) => {
    const { [field]: latest = user[field] } = saving.pending
    if (text !== latest) change(field, text)
    else if (text === user[field]) setTyped((now) => without(now, field, text))
  }
  const changeRole = (role: Role) => change('role', role, () => change('role', user.role))
  return (
    <>
      {saving.problem && <Failure error={saving.problem} />}
      <RoleField role={saving.pending.role ?? user.role} error={saving.fields.role} onChange={changeRole} />
      <Field label={t('Name')} error={saving.fields.name}>
        <Input
          value={name}
          onChange={(next) => setTyped((now) => ({ ...now, name: next }))}
          autoComplete="off"
          onBlur={() => leave('name', name)}
        />
      </Field>
      <Field label={t('E-mail')} error={saving.fields.email}>
        <Input
          type="email"
          value={email}
          onChange={(next) => setTyped((now) => ({ ...now, email: next }))}
          autoComplete="off"
          onBlur={() => leave('email', email)}
        />
      </Field>
      {typed !== nothing && <p className="quiet">{t('Not saved yet; kept in this browser')}</p>}
    </>
  )
}

interface Link {
  readonly url: string
  readonly expires_utc: string
}

/** The administrator passes the link on, unless the service sends e-mail. */
function PasswordLink({ user }: { user: Account }) {
  const t = useWords()
  const dates = useDates()
  const service = useService()
  const saving = useSaving()
  const messages = useMessages()
  const { hasMail } = useSite()
  const [link, setLink] = useState<Link>()
  const create = () =>
    saving.run(async () =>
      setLink((await service.write<Link>('POST', admin(`/users/${user.id}/password-link`))).body),
    )
  const send = () =>
    saving.run(async () => {
      await service.write('POST', admin(`/users/${user.id}/password-link/mail`))
      messages.say(t('A link is on its way. It works for an hour.'))
    })
  return (
    <section className="panel" aria-labelledby="sign-in">
      <h2 id="sign-in">{t('Signing in')}</h2>
      <p className="quiet">
        {t(
          'A link lets {name} choose a password. It works once, for a day; then all sessions of the account end.',
          {
            name: nameOf(user),
          },
        )}
      </p>
      {saving.problem && <Failure error={saving.problem} />}
      {link === undefined ? (
        <div className="row">
          <Button size="small" icon="link" isBusy={saving.isBusy} onPress={() => void create()}>
            {t('Create a link')}
          </Button>
          {hasMail && user.email !== '' && (
            <Button size="small" isBusy={saving.isBusy} onPress={() => void send()}>
              {t('Send a link by e-mail')}
            </Button>
          )}
        </div>
      ) : (
        <SecretShownOnce
          title={t('Give this link to {name}', { name: nameOf(user) })}
          secret={link.url}
          isLong
          onKept={() => setLink(undefined)}
        >
          <Notice title={t('It works until {moment}.', { moment: dates.moment(link.expires_utc) })} />
        </SecretShownOnce>
      )}
    </section>
  )
}
