import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { AllBroken, Broken } from './broken.tsx'
import { MorePage } from './more-page.tsx'
import { NotFound } from './not-found.tsx'
import { Room } from './room.tsx'
import { createPart, type Part } from '../parts/part.ts'
import { Waiting } from '../parts/waiting.tsx'
import { Shell } from './shell.tsx'
import { kinds } from '../service/types.ts'

/** The room that is left stays until this one is loaded. */
const lazily = <Props extends object>(
  path: string,
  part: Part<ComponentType<Props>>,
  props: Props,
): RouteObject => ({
  path,
  lazy: async () => {
    await part.load().catch(() => undefined)
    return { element: <Room part={part} props={props} /> }
  },
})

const room = (part: Part<ComponentType>, ...paths: readonly string[]): RouteObject[] =>
  paths.map((path) => lazily(path, part, {}))

const table = createPart(() => import('../rooms/tables/page.tsx'), 'TablePage')
const history = createPart(() => import('../rooms/history/page.tsx'), 'HistoryPage')
const board = createPart(() => import('../rooms/board/page.tsx'), 'Page')
const form = createPart(() => import('../rooms/form/page.tsx'), 'Page')
const translations = createPart(() => import('../rooms/translations/page.tsx'), 'Page')
const review = createPart(() => import('../rooms/review/page.tsx'), 'ReviewPage')
const media = createPart(() => import('../rooms/media/media-page.tsx'), 'MediaPage')
const imports = createPart(() => import('../rooms/imports/imports-page.tsx'), 'ImportsPage')
const users = createPart(() => import('../rooms/users/users-page.tsx'), 'UsersPage')
const account = createPart(() => import('../rooms/account/account-page.tsx'), 'AccountPage')
const settings = createPart(() => import('../rooms/system/settings-page.tsx'), 'SettingsPage')
const system = createPart(() => import('../rooms/system/system-page.tsx'), 'SystemPage')
const log = createPart(() => import('../rooms/system/log-page.tsx'), 'LogPage')

/** The rooms and their paths below `/admin`; each is loaded on first use. */
const rooms: RouteObject[] = [
  ...room(board, '/'),
  // One route for new and existing resources, so that the form stays mounted when a new one is saved.
  ...room(form, ...kinds.map((kind) => `/${kind}/:id`)),
  ...room(translations, '/translations', '/translations/:language', '/translations/:language/:kind/:id'),
  { path: '/more', element: <MorePage /> },
  ...kinds.flatMap((kind) => [
    lazily(`/${kind}`, table, { kind }),
    lazily(`/${kind}/:id/history`, history, { kind }),
  ]),
  ...room(review, '/review', '/review/:id'),
  ...room(media, '/media/:id?'),
  ...room(imports, '/import/:run?'),
  ...room(users, '/users/:id?'),
  ...room(account, '/me'),
  ...room(settings, '/settings'),
  ...room(system, '/system'),
  ...room(log, '/log'),
  { path: '*', element: <NotFound /> },
]

export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <AllBroken />,
    hydrateFallbackElement: <Waiting />,
    // Below the frame, so that an error in a room leaves the bar and what waits to be sent.
    children: [{ errorElement: <Broken />, children: rooms }],
  },
]
