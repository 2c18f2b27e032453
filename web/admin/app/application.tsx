import { useMemo } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { MessagesProvider } from '../parts/toasts.tsx'
import { routes } from './routes.tsx'
import { useSite } from './service.tsx'
import { SessionGate, type Reauthentication } from './session.tsx'

export function Application({ reauthentication }: { reauthentication: Reauthentication }) {
  const { root } = useSite()
  const router = useMemo(() => createBrowserRouter(routes, { basename: `${root}/admin` }), [root])
  return (
    <MessagesProvider>
      <SessionGate reauthentication={reauthentication}>
        <RouterProvider router={router} />
      </SessionGate>
    </MessagesProvider>
  )
}
