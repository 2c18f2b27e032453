import type { RouteObject } from 'react-router'
import { Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NothingHere } from './nothing-here.tsx'
import { Shell } from './shell.tsx'
import { kinds, type Kind } from '../service/types.ts'

const table = (kind: Kind): RouteObject => ({
  path: `/${kind}`,
  lazy: async () => {
    const { TablePage } = await import('../rooms/tables/page.tsx')
    return { element: <TablePage kind={kind} /> }
  },
})

/** The rooms and their addresses, below `/admin`. Each is loaded when somebody enters it. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Broken />,
    children: [
      { path: '/more', element: <MorePage /> },
      ...kinds.map(table),
      { path: '*', element: <NothingHere /> },
    ],
  },
]
