import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useMay } from '../../app/session.tsx'
import { useCategories } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel, Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { sentenceOf } from '../../parts/failure.tsx'
import { finalLoss } from '../../parts/final-loss.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { ChangedMeanwhile, passIfGone, whileOvertaken } from '../../service/errors.ts'
import { calendar } from '../../service/service.ts'
import { isTerm } from '../../service/types.ts'
import { statusBeforeTrash, type InTrash } from '../tables/operations.ts'
import { useForm, useFormState } from './form.tsx'
import type { Saving } from './saving.ts'
import { partsOf } from '../../parts/field-names.ts'
import { isEmpty, type Values } from './values.ts'
import { useWayBack } from './way-back.ts'

/** Actions on the whole resource: copy and trash. */

/** Fields that are not copied, because each resource has its own. */
const notCopied = ['slug', 'status', 'date', 'password', 'event_status']

/** `mayUpload`: whether the user may set an image. */
function copyOf(values: Values, mayUpload: boolean): Values {
  const left = mayUpload ? notCopied : [...notCopied, 'image']
  const copied = Object.entries(values).filter(
    ([key, value]) => !left.includes(partsOf(key).name) && !isEmpty(value),
  )
  return Object.fromEntries(copied)
}

export function Whole({ save }: Pick<Saving, 'save'>) {
  const t = useWords()
  const { kind, isReadOnly = false } = useForm()
  const { id, values, original } = useFormState()
  const navigate = useNavigate()
  const mayUpload = useMay('upload_media')
  if (id === undefined) return null
  return (
    <div className="row">
      <Button
        size="small"
        icon="copy"
        onPress={() =>
          void navigate(`/${kind}/new`, { state: { values: copyOf(values, mayUpload), original } })
        }
      >
        {t('Duplicate')}
      </Button>
      {!isReadOnly && <Removal save={save} />}
    </div>
  )
}

/** Terms have no trash; what is in it can be restored, or deleted for good. */
function Removal({ save }: Pick<Saving, 'save'>) {
  const t = useWords()
  const { kind } = useForm()
  const { stored } = useFormState()
  const mayDelete = useMay('edit_others')
  const remove = useRemoving()
  const restore = useRestoring(save)
  if (isTerm(kind)) return <Deletion />
  if (stored?.resource.status === 'trash')
    return (
      <>
        <Button size="small" icon="undo" onPress={restore}>
          {t('Restore')}
        </Button>
        {mayDelete && <Deletion />}
      </>
    )
  return (
    <Button size="small" kind="danger" icon="trash" onPress={remove}>
      {t('Move to the trash')}
    </Button>
  )
}

function Deletion() {
  const t = useWords()
  const { kind } = useForm()
  const { stored } = useFormState()
  const [isAsked, setAsked] = useState(false)
  const categories = useCategories()
  const remove = useRemoving({ isForGood: true })
  return (
    <>
      <Button size="small" kind="danger" icon="trash" onPress={() => setAsked(true)}>
        {t('Delete permanently')}
      </Button>
      {isAsked && (
        <Dialog
          title={t('Delete it permanently?')}
          message={finalLoss(t, kind, [stored!.resource], categories)}
          onClose={() => setAsked(false)}
        >
          <ActOrCancel
            onPress={() => {
              setAsked(false)
              remove()
            }}
            onCancel={() => setAsked(false)}
          >
            {t('Delete permanently')}
          </ActOrCancel>
        </Dialog>
      )}
    </>
  )
}

/** Gives what is in the trash the status back that it had before. */
function useRestoring(save: Saving['save']): () => void {
  const { kind, editor } = useForm()
  const { stored } = useFormState()
  const service = useService()
  return () =>
    void statusBeforeTrash(service, kind, stored!.resource as InTrash).then(
      (status) => save({ with: { status } }),
      (error: Error) => editor.fail(error),
    )
}

/**
 * Waits its turn like all changes. What was typed is discarded only once it cannot be wanted any more, so undo brings it
 * back.
 */
function useRemoving({ isForGood = false } = {}): () => void {
  const t = useWords()
  const { kind, editor } = useForm()
  const { id } = useFormState()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const navigate = useNavigate()
  const bringBack = useBringingBack()
  const { room } = useWayBack(kind)
  const { mutate } = useMutation({
    mutationFn: () => {
      const query = isForGood && !isTerm(kind) ? { force: 'true' } : {}
      return service.write('DELETE', calendar(`/${kind}/${id}`), undefined, { query }).catch(passIfGone)
    },
    onSuccess: async () => {
      await (isForGood ? editor.throwAway() : editor.endAsRemoved())
      await client.invalidateQueries({ queryKey: [kind] })
      if (isForGood) say(t('Deleted.'))
      else say(t('Moved to the trash.'), bringBack)
    },
    onError: (error) => editor.fail(error),
  })
  // Not called if the form has been left meanwhile.
  return () => mutate(undefined, { onSuccess: () => void navigate(room) })
}

function useBringingBack(): () => void {
  const t = useWords()
  const { kind } = useForm()
  const { id, stored } = useFormState()
  const status = stored?.resource.status
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const { mutate } = useMutation({
    mutationFn: () =>
      whileOvertaken(async () => {
        const path = calendar(`/${kind}/${id}`)
        const { body: now, etag } = await service.read<{ status: string }>(path)
        if (now.status === status) return
        if (now.status !== 'trash') throw new ChangedMeanwhile()
        await service.write('PATCH', path, { status }, { ifMatch: etag })
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [kind] })
      say(t('Undone.'))
    },
    // The form is gone, and the list that is shown has no place for it.
    onError: (error) => say(`${t('That could not be done.')} ${sentenceOf(t, error)}`),
  })
  return mutate
}
