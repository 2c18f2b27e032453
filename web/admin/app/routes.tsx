import type { RouteObject } from 'react-router'
import { Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NotFound } from './not-found.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { Shell } from './shell.tsx'
import { kinds, type Kind } from '../service/types.ts'

const table = (kind: Kind): RouteObject => ({
  path: `/${kind}`,
  lazy: async () => {
    const { TablePage } = await import('../rooms/tables/page.tsx')
    return { element: <TablePage kind={kind} /> }
  },
})

const history = (kind: Kind): RouteObject => ({
  path: `/${kind}/:id/history`,
  lazy: async () => {
    const { HistoryPage } = await import('../rooms/history/page.tsx')
    return { element: <HistoryPage kind={kind} /> }
  },
})

const review = async () => ({ Component: (await import('../rooms/review/page.tsx')).ReviewPage })

/** One route for new and existing resources, so that the form stays mounted when a new one is saved. */
const forms: RouteObject[] = kinds.map((kind) => ({
  path: `/${kind}/:id`,
  lazy: async () => ({ Component: (await import('../rooms/form/page.tsx')).Page }),
}))

const translations: RouteObject[] = [
  '/translations',
  '/translations/:language',
  '/translations/:language/:kind/:id',
].map((path) => ({
  path,
  lazy: async () => ({ Component: (await import('../rooms/translations/page.tsx')).Page }),
}))

/** The rooms and their paths below `/admin`; each is loaded on first use. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Broken />,
    hydrateFallbackElement: <Waiting />,
    children: [
      { path: '/', lazy: async () => ({ Component: (await import('../rooms/board/page.tsx')).Page }) },
      ...forms,
      ...translations,
      { path: '/more', element: <MorePage /> },
      ...kinds.flatMap((kind) => [table(kind), history(kind)]),
      { path: '/review', lazy: review },
      { path: '/review/:id', lazy: review },
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
      { path: '*', element: <NotFound /> },
    ],
  },
]
