import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTypedFields } from '../../app/typed-fields.ts'
import { useBody, useService, useSite } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { FieldConflicts, changedMeanwhile } from '../../parts/field-conflicts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useFieldSaving } from '../../parts/field-saving.ts'
import { Field, Input } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useDates } from '../../parts/dates.ts'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { useRevealed } from '../../parts/revealed.ts'
import { useSaving } from '../../parts/saving.ts'
import { useFieldWriting } from '../../parts/writing-fields.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { Loading } from '../../parts/loading.tsx'
import { admin } from '../../service/service.ts'
import type { Role } from '../../service/types.ts'
import { nameOf, type Account } from './account.ts'
import { ApplicationPasswords, SecretShownOnce } from './application-passwords.tsx'
import { DeleteUser } from './delete-user.tsx'
import { RoleField } from './new-user.tsx'

/** One user: role and name, a password link, application passwords, and deletion. */
export function UserPanel({ id }: { id: number }) {
  const user = useBody<Account>({ queryKey: ['users', id], path: admin(`/users/${id}`) })
  if (!user.isSuccess) return <Loading of={user} />
  return <Panel user={user.data} />
}

function Panel({ user }: { user: Account }) {
  const t = useWords()
  const self = useSelf()
  const navigate = useNavigateHere()
  const [isDeleting, setDeleting] = useState(false)
  const leave = () => navigate('/users', { flushSync: true })
  return (
    <>
      <section className="panel" aria-labelledby="user" ref={useRevealed()}>
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
      {isDeleting && <DeleteUser user={user} leave={leave} onClose={() => setDeleting(false)} />}
    </>
  )
}

type Editable = Pick<Account, 'role' | 'name' | 'email'>

type TextField = Exclude<keyof Editable, 'role'>

function UserFields({ user }: { user: Account }) {
  const t = useWords()
  const path = admin(`/users/${user.id}`)
  const writeField = {
    role: useFieldWriting<Account>(path),
    name: useFieldWriting<Account>(path),
    email: useFieldWriting<Account>(path),
  }
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useFieldSaving<Editable>()
  const { name, email } = user
  const labels = { role: t('Role'), name: t('Name'), email: t('E-mail') }
  const typed = useTypedFields<TextField>(`users/${user.id}`, { name, email })
  const change = <Name extends keyof Editable>(
    field: Name,
    value: Editable[Name],
    base: Editable[Name],
    undo?: () => void,
  ) =>
    saving.save(field, value, async () => {
      const body = { [field]: value }
      const isSaved = await writeField[field]({ body, valueOf: (stored) => stored[field], value, base })
      if (isSaved) typed.confirm(body)
      await client.invalidateQueries({ queryKey: ['users'] })
      typed.settle()
      if (isSaved) messages.say(t('{name} was changed.', { name: nameOf(user) }), undo)
      else messages.say(changedMeanwhile(t, labels[field]))
    })
  const leave = (field: TextField) => {
    const [{ [field]: text }, { [field]: latest = user[field] }] = [typed.values, saving.pending]
    if (typed.conflicts.includes(field)) return
    if (text !== latest) change(field, text, typed.baseOf(field))
    else if (text === user[field]) typed.discard(field)
  }
  const changeRole = (role: Role) => change('role', role, user.role, () => change('role', user.role, role))
  return (
    <>
      {saving.problem && <Failure error={saving.problem} />}
      <RoleField
        role={saving.pending.role ?? user.role}
        error={saving.fields.role}
        savesItself
        onChange={changeRole}
      />
      {saving.pending.role !== undefined && <p className="quiet">{t('Not saved yet')}</p>}
      <Field label={labels.name} error={saving.fields.name} savesItself>
        <Input
          value={typed.values.name}
          onChange={(next) => typed.type('name', next)}
          autoComplete="off"
          onBlur={() => leave('name')}
        />
      </Field>
      <Field label={labels.email} error={saving.fields.email} savesItself>
        <Input
          type="email"
          value={typed.values.email}
          onChange={(next) => typed.type('email', next)}
          autoComplete="off"
          onBlur={() => leave('email')}
        />
      </Field>
      <FieldConflicts
        typed={typed}
        labelOf={(field) => labels[field]}
        storedOf={(field) => user[field]}
        onKeep={(field) => change(field, typed.values[field], user[field])}
      />
      {Object.keys(typed.unsaved).length > 0 && (
        <p className="quiet">{t('Not saved yet; kept in this browser')}</p>
      )}
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
          'With a link, {name} can choose a password. It works once, within a day; all sessions of the account then end.',
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
          <Notice title={t('The link works until {moment}.', { moment: dates.moment(link.expires_utc) })} />
        </SecretShownOnce>
      )}
    </section>
  )
}
