import type { RouteObject } from 'react-router'
import { Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NothingHere } from './nothing-here.tsx'
import { Shell } from './shell.tsx'

/** The rooms and their addresses, below `/admin`. Each is loaded when somebody enters it. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Broken />,
    children: [
      { path: '/more', element: <MorePage /> },
      { path: '*', element: <NothingHere /> },
    ],
  },
]
