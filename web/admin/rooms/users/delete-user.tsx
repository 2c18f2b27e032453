import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useUserNames } from '../../app/user-names.ts'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { useSaving } from '../../parts/saving.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { passIfGone } from '../../service/errors.ts'
import { admin } from '../../service/service.ts'
import { nameOf, type Account } from './account.ts'

interface DeleteUserProps {
  readonly user: Account
  /** Leaves the account once it is deleted, unless the user has left it already. */
  readonly leave: () => Promise<void>
  readonly onClose: () => void
}

/** Asks whom to reassign the entries of the account to, because they stay in the calendar. */
export function DeleteUser({ user, leave, onClose }: DeleteUserProps) {
  const t = useWords()
  const self = useSelf()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const saving = useSaving({ isRepeatable: true })
  const [heir, setHeir] = useState(String(self.id))
  const users = useUserNames()
  const remove = () =>
    saving.run(async () => {
      await service
        .write('DELETE', admin(`/users/${user.id}`), undefined, { query: { reassign: heir } })
        .catch(passIfGone)
      onClose()
      // Navigates before the cache is cleared, because the open panel would request the account again.
      await leave()
      client.removeQueries({ queryKey: ['users', user.id] })
      client.removeQueries({ queryKey: ['application passwords', `/users/${user.id}`] })
      messages.say(t('{name} was deleted.', { name: nameOf(user) }))
      await client.invalidateQueries({ queryKey: ['users'] })
    })
  return (
    <Dialog title={t('Delete {name}', { name: nameOf(user) })} onClose={onClose}>
      <div className="stack" ref={saving.form}>
        {saving.problem && <Failure error={saving.problem} />}
        <Field
          label={t('Transfer everything that belongs to {name} to', { name: nameOf(user) })}
          error={saving.fields.reassign}
        >
          <Select
            value={heir}
            onChange={setHeir}
            options={[...users]
              .filter(([id]) => id !== user.id)
              .map(([id, name]) => ({ value: String(id), label: name }))}
          />
        </Field>
        <p className="quiet">{t('The account will be deleted permanently; this cannot be undone.')}</p>
        <ActOrCancel kind="danger" isBusy={saving.isBusy} onPress={() => void remove()} onCancel={onClose}>
          {t('Transfer and delete')}
        </ActOrCancel>
      </div>
    </Dialog>
  )
}
