import { useMemo } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { MessagesProvider } from '../parts/toasts.tsx'
import { routes } from './routes.tsx'
import { useSite } from './service.tsx'
import { SessionGate, type Reauthentication } from './session.tsx'
import { SigningOut } from './signing-out.tsx'

export const Application = ({ reauthentication }: { reauthentication: Reauthentication }) => (
  <MessagesProvider>
    <SessionGate reauthentication={reauthentication}>
      <Rooms />
      <SigningOut />
    </SessionGate>
  </MessagesProvider>
)

/** Creates the router only after signing in, because a router loads its first route as soon as it is created. */
function Rooms() {
  const { root } = useSite()
  const router = useMemo(() => createBrowserRouter(routes, { basename: `${root}/admin` }), [root])
  return <RouterProvider router={router} />
}
