import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { ServiceError } from '../service/errors.ts'
import { admin } from '../service/service.ts'
import type { Capability, Post, Self, Session } from '../service/types.ts'
import { Loading } from '../parts/loading.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useService } from './service.tsx'
import { SignInPage, tokenInAddress } from './sign-in-page.tsx'
import { SignInForm } from './sign-in.tsx'
import { useWords } from './words.tsx'

/** The session of the user. If it expires, a dialog renews it and the page stays open. */

/** Lets requests with an expired session wait until the user has signed in again. */
export interface Reauthentication {
  ask(): Promise<void>
  /** Called with whether requests are waiting; returns a function to stop listening. */
  listen(listener: (isAsked: boolean) => void): () => void
  done(): void
}

export function createReauthentication(): Reauthentication {
  let waiting: (() => void)[] = []
  let listener: ((isAsked: boolean) => void) | undefined
  return {
    ask: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        listener?.(true)
      }),
    listen(next) {
      listener = next
      return () => (listener = undefined)
    },
    done() {
      for (const resolve of waiting) resolve()
      waiting = []
      listener?.(false)
    },
  }
}

export const sessionKey = ['session']

const Context = createContext<Self | undefined>(undefined)

/** The user who is signed in. */
export function useSelf(): Self {
  const self = useContext(Context)
  if (self === undefined) throw new Error('Nobody is signed in.')
  return self
}

const JustSignedIn = createContext(false)

/** Whether the user signed in since the page was loaded. */
export const useHasJustSignedIn = (): boolean => useContext(JustSignedIn)

export const useMay = (capability: Capability): boolean => useSelf().capabilities[capability]

/** Whether the user may edit an entry (interface: Roles); a term has no author, and a room of its own right. */
export function mayEdit({ author, status }: Partial<Pick<Post, 'author' | 'status'>>, self: Self): boolean {
  const { id, capabilities } = self
  if (capabilities.edit_others || author === undefined) return true
  return author === id && (capabilities.publish || (status !== 'publish' && status !== 'future'))
}

/** Shows the sign-in page until the user is signed in. */
export function SessionGate({
  reauthentication,
  children,
}: {
  reauthentication: Reauthentication
  children: ReactNode
}) {
  const service = useService()
  const client = useQueryClient()
  const session = useQuery({
    queryKey: sessionKey,
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return (await service.read<Session>(admin('/session'))).body
      } catch (error) {
        if (error instanceof ServiceError && error.isSessionOver) return null
        throw error
      }
    },
  })
  const [hasJustSignedIn, setJustSignedIn] = useState(false)
  // Whoever has forgotten a password may still be signed in with it, or the link is for somebody else at this browser.
  const [hasLink] = useState(() => tokenInAddress() !== undefined)
  const current = session.data ?? undefined
  useEffect(() => service.useSession(current), [service, current])
  const begin = (next: Session) => {
    service.useSession(next)
    client.setQueryData(sessionKey, next)
  }
  if (!session.isSuccess) return <Loading of={session} />
  if (current === undefined || (hasLink && !hasJustSignedIn)) {
    const enter = (next: Session) => {
      setJustSignedIn(true)
      begin(next)
    }
    return <SignInPage onSignedIn={enter} />
  }
  service.useSession(current)
  return (
    <Context value={current.user}>
      <JustSignedIn value={hasJustSignedIn}>{children}</JustSignedIn>
      <SignInAgain reauthentication={reauthentication} onSignedIn={begin} />
    </Context>
  )
}

function SignInAgain({
  reauthentication,
  onSignedIn,
}: {
  reauthentication: Reauthentication
  onSignedIn: (session: Session) => void
}) {
  const t = useWords()
  const { id, username } = useSelf()
  const [isAsked, setAsked] = useState(false)
  useEffect(() => reauthentication.listen(setAsked), [reauthentication])
  if (!isAsked) return null
  return (
    <Dialog
      title={t('Your session has ended.')}
      message={t('Sign in again; the page stays as it is.')}
      isDismissable={false}
    >
      <SignInForm
        username={username}
        onSignedIn={(session) => {
          // What one user typed is never sent under the name of another. It stays in this browser.
          if (session.user.id !== id) return location.reload()
          onSignedIn(session)
          reauthentication.done()
        }}
      />
    </Dialog>
  )
}

export const signOutKey = ['sign out']

/** Clears all cached data of the user from the page. Waits for a connection and until earlier changes are sent. */
export function useSignOut(): () => void {
  const service = useService()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      try {
        await service.write('DELETE', admin('/session'), undefined, { isLast: true })
      } catch (error) {
        if (!(error instanceof ServiceError && error.isSessionOver)) throw error
      }
    },
    onSuccess: () => {
      service.useSession(undefined)
      client.setQueryData(sessionKey, null)
      // Not the session itself: the page would go on showing the query that was removed.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
      client.getMutationCache().clear()
    },
  })
  return () => mutate()
}
