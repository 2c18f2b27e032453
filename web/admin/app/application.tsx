import { useMemo } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { MessagesProvider } from '../parts/toasts.tsx'
import { routes } from './routes.tsx'
import { useSite } from './service.tsx'
import { SessionGate, type Reauthentication } from './session.tsx'

export const Application = ({ reauthentication }: { reauthentication: Reauthentication }) => (
  <MessagesProvider>
    <SessionGate reauthentication={reauthentication}>
      <Rooms />
    </SessionGate>
  </MessagesProvider>
)

/** A router loads the first room as soon as it is made, so there is none before somebody is signed in. */
function Rooms() {
  const { root } = useSite()
  const router = useMemo(() => createBrowserRouter(routes, { basename: `${root}/admin` }), [root])
  return <RouterProvider router={router} />
}
