import type { IconName } from '../parts/icon.tsx'
import type { Text } from '../locales/index.ts'
import type { Self } from '../service/types.ts'

/**
 * The rooms in the sidebar, in groups, with the permissions they require. Rooms that the role may not enter are not
 * shown.
 */

export interface Room {
  readonly name: Text
  readonly path: string
  readonly icon: IconName
  readonly mayEnter: (self: Self) => boolean
  /** The count that the sidebar shows next to the name. */
  readonly work?: 'review' | 'sentBack' | 'translations'
}

interface RoomGroup {
  readonly name: Text
  readonly rooms: readonly Room[]
}

const creates = ({ capabilities }: Self) => capabilities.create_events
const edits = ({ capabilities }: Self) => capabilities.edit_others
const publishes = ({ capabilities }: Self) => capabilities.publish
const administers = ({ capabilities }: Self) => capabilities.manage_users

const roomGroups: readonly RoomGroup[] = [
  {
    name: 'Calendar',
    rooms: [
      { name: 'Board', path: '/', icon: 'calendar', mayEnter: creates },
      { name: 'Events', path: '/events', icon: 'rows', mayEnter: creates, work: 'sentBack' },
      { name: 'Venues', path: '/venues', icon: 'pin', mayEnter: creates },
      { name: 'Organizers', path: '/organizers', icon: 'people', mayEnter: creates },
      {
        name: 'Categories',
        path: '/categories',
        icon: 'tree',
        mayEnter: ({ capabilities }) => capabilities.manage_categories,
      },
      { name: 'Tags', path: '/tags', icon: 'tag', mayEnter: ({ capabilities }) => capabilities.manage_tags },
    ],
  },
  {
    name: 'To do',
    rooms: [
      {
        name: 'Translations',
        path: '/translations',
        icon: 'translate',
        mayEnter: publishes,
        work: 'translations',
      },
      { name: 'Review', path: '/review', icon: 'inbox', mayEnter: edits, work: 'review' },
    ],
  },
  {
    name: 'Material',
    rooms: [
      {
        name: 'Media',
        path: '/media',
        icon: 'image',
        mayEnter: ({ capabilities }) => capabilities.upload_media,
      },
      { name: 'Import', path: '/import', icon: 'import', mayEnter: edits },
    ],
  },
  {
    name: 'Service',
    rooms: [
      { name: 'Users', path: '/users', icon: 'key', mayEnter: administers },
      { name: 'Settings', path: '/settings', icon: 'sliders', mayEnter: administers },
      { name: 'System', path: '/system', icon: 'server', mayEnter: administers },
      { name: 'Audit log', path: '/log', icon: 'list', mayEnter: administers },
    ],
  },
]

export const roomsFor = (self: Self): readonly RoomGroup[] =>
  roomGroups
    .map((group) => ({ ...group, rooms: group.rooms.filter(({ mayEnter }) => mayEnter(self)) }))
    .filter(({ rooms }) => rooms.length > 0)

/** Whether the role may open a path such as `/users/3`; paths that belong to no room are open to everyone. */
export function mayEnter(self: Self, path: string): boolean {
  const room = roomGroups
    .flatMap(({ rooms }) => rooms)
    .find((one) => path === one.path || (one.path !== '/' && path.startsWith(`${one.path}/`)))
  return room?.mayEnter(self) ?? true
}
