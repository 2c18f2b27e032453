import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { calendar } from '../../service/service.ts'
import { isTerm } from '../../service/types.ts'
import { useForm, useFormState } from './form.tsx'
import { isEmpty, partsOf, type Values } from './values.ts'

/** Actions on the whole resource: copy and trash. */

/** Fields that are not copied, because each resource has its own. */
const notCopied = ['slug', 'status', 'date', 'password', 'recurrence']

const copyOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !notCopied.includes(partsOf(key).name) && !isEmpty(value),
    ),
  )

export function Whole() {
  const t = useWords()
  const { kind, editor, isReadOnly = false } = useForm()
  const { id, values } = useFormState()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const remove = useRemoving()
  if (id === undefined) return null
  return (
    <div className="row">
      <Button
        size="small"
        icon="copy"
        onPress={() => void navigate(`/${kind}/new`, { state: { values: copyOf(values) } })}
      >
        {t('Duplicate')}
      </Button>
      <Button
        size="small"
        kind="danger"
        icon="trash"
        hidden={isReadOnly}
        onPress={() => (isTerm(kind) ? setAsked(true) : void editor.throwAway().then(remove))}
      >
        {isTerm(kind) ? t('Delete for good') : t('Move to the trash')}
      </Button>
      {isAsked && (
        <Dialog title={t('Delete it for good?')} onClose={() => setAsked(false)}>
          <p>{t('Events will lose it. This cannot be undone.')}</p>
          <div className="row">
            <Button kind="primary" onPress={() => void editor.throwAway().then(remove)}>
              {t('Delete for good')}
            </Button>
            <Button onPress={() => setAsked(false)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function useRemoving(): () => Promise<void> {
  const t = useWords()
  const { kind, editor } = useForm()
  const { id, stored } = useFormState()
  const service = useService()
  const client = useQueryClient()
  const messages = useMessages()
  const navigate = useNavigate()
  const path = calendar(`/${kind}/${id}`)
  const restore = async () => {
    await service.write('PATCH', path, { status: stored?.resource.status })
    await client.invalidateQueries({ queryKey: [kind] })
  }
  return async () => {
    try {
      await service.write('DELETE', path)
    } catch (error) {
      return editor.fail(error as Error)
    }
    await client.invalidateQueries({ queryKey: [kind] })
    await navigate(`/${kind}`)
    if (isTerm(kind)) messages.say(t('Deleted.'))
    else messages.say(t('Moved to the trash.'), () => void restore())
  }
}
