import type { RouteObject } from 'react-router'
import { Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NothingHere } from './nothing-here.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { Shell } from './shell.tsx'

/** The rooms and their addresses, below `/admin`. Each is loaded when somebody enters it. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Broken />,
    hydrateFallbackElement: <Waiting />,
    children: [
      { path: '/more', element: <MorePage /> },
      {
        path: '/media/:id?',
        lazy: async () => ({ Component: (await import('../rooms/media/media-page.tsx')).MediaPage }),
      },
      {
        path: '/import/:run?',
        lazy: async () => ({ Component: (await import('../rooms/imports/imports-page.tsx')).ImportsPage }),
      },
      {
        path: '/users/:id?',
        lazy: async () => ({ Component: (await import('../rooms/users/users-page.tsx')).UsersPage }),
      },
      {
        path: '/me',
        lazy: async () => ({ Component: (await import('../rooms/account/account-page.tsx')).AccountPage }),
      },
      {
        path: '/settings',
        lazy: async () => ({ Component: (await import('../rooms/system/settings-page.tsx')).SettingsPage }),
      },
      {
        path: '/system',
        lazy: async () => ({ Component: (await import('../rooms/system/system-page.tsx')).SystemPage }),
      },
      {
        path: '/log',
        lazy: async () => ({ Component: (await import('../rooms/system/log-page.tsx')).LogPage }),
      },
      { path: '*', element: <NothingHere /> },
    ],
  },
]
