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
      { path: '/', lazy: async () => ({ Component: (await import('../rooms/board/page.tsx')).Page }) },
      { path: '/more', element: <MorePage /> },
      { path: '*', element: <NothingHere /> },
    ],
  },
]
