import { useQueryClient } from '@tanstack/react-query'
import { randomName } from '../../app/random-name.ts'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field, Input, Select } from '../../parts/field.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { admin } from '../../service/service.ts'
import type { Role } from '../../service/types.ts'
import { nameOf, type Account } from './account.ts'
import { roleMeanings, roleNames, roles } from './roles.ts'

/** The input for a new user. */
export interface UserToAdd {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** The same until something else is typed, so that sending it again after a lost response makes no second user. */
  readonly key: string
}

export const nobodyYet = (): UserToAdd => ({
  username: '',
  name: '',
  email: '',
  role: 'author',
  key: randomName(),
})

export function NewUser({
  user,
  onChange,
  onClose,
}: {
  user: UserToAdd
  onChange: (user: UserToAdd) => void
  onClose: () => void
}) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const navigate = useNavigateHere()
  const messages = useMessages()
  const saving = useSaving({ isRepeatable: true })
  const write = (part: Partial<UserToAdd>) => onChange({ ...user, ...part, key: randomName() })
  const submit = saving.submit(async () => {
    const { email, key: idempotencyKey, ...fields } = user
    const sent = email === '' ? fields : { ...fields, email }
    const { body } = await service.write<Account>('POST', admin('/users'), sent, { idempotencyKey })
    await client.invalidateQueries({ queryKey: ['users'] })
    messages.say(t('{name} now has an account.', { name: nameOf(body) }))
    onClose()
    void navigate(`/users/${body.id}`)
  })
  const { fields, problem, isBusy } = saving
  return (
    <Dialog title={t('Add a user')} onClose={onClose}>
      <form className="stack" noValidate ref={saving.form} onSubmit={submit}>
        {problem && <Failure error={problem} />}
        <Field
          label={t('Username')}
          help={t('For signing in. Letters, digits and . _ @ -')}
          error={fields.username}
        >
          <Input
            value={user.username}
            onChange={(username) => write({ username })}
            autoComplete="off"
            autoCapitalize="none"
          />
        </Field>
        <Field label={t('Name')} help={t('As others see it')} error={fields.name}>
          <Input value={user.name} onChange={(name) => write({ name })} autoComplete="off" />
        </Field>
        <Field label={t('E-mail')} error={fields.email}>
          <Input type="email" value={user.email} onChange={(email) => write({ email })} autoComplete="off" />
        </Field>
        <RoleField role={user.role} error={fields.role} onChange={(role) => write({ role })} />
        <ActOrCancel isBusy={isBusy} onCancel={onClose}>
          {t('Add')}
        </ActOrCancel>
      </form>
    </Dialog>
  )
}

export function RoleField({
  role,
  error,
  savesItself,
  onChange,
}: {
  role: Role
  error?: string | undefined
  savesItself?: boolean
  onChange: (role: Role) => void
}) {
  const t = useWords()
  return (
    <Field label={t('Role')} help={t(roleMeanings[role])} error={error} savesItself={savesItself === true}>
      <Select
        value={role}
        onChange={onChange}
        options={roles.map((value) => ({ value, label: t(roleNames[value]) }))}
      />
    </Field>
  )
}
