import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { Notice } from '../parts/notice.tsx'
import { useIsOnline } from './online.ts'
import { signOutKey, useSignOut } from './session.tsx'
import { useWords } from './words.tsx'

/**
 * Says that the user is still signed in while signing out waits or has failed, because the next person at a shared
 * computer would go on under their name.
 */
export function SigningOut() {
  const isOnline = useIsOnline()
  const client = useQueryClient()
  const filters = { mutationKey: signOutKey }
  const last = useMutationState({ filters, select: ({ state }) => state }).at(-1)
  if (last === undefined || !(last.status === 'error' || (last.isPaused && !isOnline))) return null
  const cache = client.getMutationCache()
  const close = () => cache.findAll(filters).forEach((one) => cache.remove(one))
  return <StillSignedIn error={last.status === 'error' ? last.error : null} close={close} />
}

function StillSignedIn({ error, close }: { error: Error | null; close: () => void }) {
  const t = useWords()
  const signOut = useSignOut()
  const again = () => {
    close()
    signOut()
  }
  return (
    <Dialog title={t('You are still signed in.')} onClose={close}>
      {error !== null ? (
        <Failure error={error} retry={again} />
      ) : (
        <Notice tone="danger" icon="offline" title={t('The service did not respond.')}>
          {t('You will be signed out as soon as the service responds; leave this page open until then.')}
        </Notice>
      )}
      <div className="row">
        <Button onPress={close}>{t('Stay signed in')}</Button>
      </div>
    </Dialog>
  )
}
