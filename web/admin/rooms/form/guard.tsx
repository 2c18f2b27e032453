import { useBlocker, useNavigate } from 'react-router'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useForm, useFormState } from './form.tsx'

/**
 * Asks before leaving a page with unsaved changes, which stay in browser storage in any case. The form of that name is not
 * left when it goes on under another URL.
 */
export function Guard({ name }: { name?: string }) {
  const t = useWords()
  const { editor, kind, save, isUploading = false } = useForm()
  const { id } = useFormState()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname &&
      (name === undefined || (nextLocation.state as { form?: string } | null)?.form !== name) &&
      !editor.state().isRemoved &&
      (isUploading || editor.changed().length > 0),
  )
  const navigate = useNavigate()
  if (blocker.state !== 'blocked') return null
  const leaveAfter = async (work: () => Promise<boolean>) => {
    const { pathname } = window.location
    const { location: wanted, proceed, reset } = blocker
    if (!(await work())) return reset()
    // What was saved may have another address by now, on the way to which the router has forgotten what it blocked.
    if (window.location.pathname === pathname) proceed()
    else await navigate(wanted, { state: wanted.state as unknown })
  }
  const leave = () => leaveAfter(() => editor.keeping.now().then(() => true))
  const isDraft = id === undefined && kind === 'events'
  const saveAndLeave = () => leaveAfter(() => save(isDraft ? { with: { status: 'draft' } } : {}))
  return (
    <Dialog
      title={t('Leave without saving?')}
      message={
        isUploading
          ? t(
              'An image is still being uploaded. Like everything that is not saved, it stays in this browser and comes back when you open this page again.',
            )
          : t.count(
              editor.changed().length,
              'One field has changed. It stays in this browser for 30 days and comes back when you open this page again.',
              '{count} fields have changed. They stay in this browser for 30 days and come back when you open this page again.',
            )
      }
      onClose={() => blocker.reset()}
    >
      <div className="row">
        {!isUploading && (
          <Button kind="primary" onPress={() => void saveAndLeave()}>
            {t('Save and leave')}
          </Button>
        )}
        <Button onPress={() => void leave()}>{t('Leave and keep it here')}</Button>
        <Button kind="quiet" onPress={() => blocker.reset()}>
          {t('Stay')}
        </Button>
      </div>
    </Dialog>
  )
}
