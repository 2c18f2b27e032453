import type { RouteObject } from 'react-router'
import { Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NothingHere } from './nothing-here.tsx'
import { kinds } from '../service/types.ts'
import { Waiting } from '../parts/waiting.tsx'
import { Shell } from './shell.tsx'

/** One form for a new resource and for one that is there, so that it goes on when the one becomes the other. */
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

/** The rooms and their addresses, below `/admin`. Each is loaded when somebody enters it. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    hydrateFallbackElement: <Waiting />,
    errorElement: <Broken />,
    children: [
      ...forms,
      ...translations,
      { path: '/more', element: <MorePage /> },
      { path: '*', element: <NothingHere /> },
    ],
  },
]
