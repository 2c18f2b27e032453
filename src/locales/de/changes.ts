import type { changes as french } from '../fr/changes.ts'

export const changes = {
  'Follow what changes': 'Änderungen verfolgen',
  'Token of the last page that was read; without it, the token of now':
    'Token der zuletzt gelesenen Seite; ohne ihn wird der aktuelle Token zurückgegeben',
  'Limit to these kinds of resources': 'Auf diese Arten von Ressourcen beschränken',
  'Seconds to wait for changes if there are none yet':
    'So viele Sekunden wird gewartet, falls es noch keine Änderungen gibt',
  'Must be a token that this service has given.': 'Muss ein Token sein, den dieser Dienst ausgegeben hat.',
  'Changes are not kept for that long; read the lists again and follow from the present.':
    'Änderungen werden nicht so lange aufbewahrt; lesen Sie die Listen neu ein und verfolgen Sie die Änderungen von jetzt an.',
  'The token is older than the changes that are kept.':
    'Der Token ist älter als die aufbewahrten Änderungen.',
  'Collection of the resource': 'Sammlung der Ressource',
  'ID of the resource': 'ID der Ressource',
  'What happened, as the caller may know of it: what became unreadable was deleted':
    'Was geschehen ist, soweit die anfragende Person davon wissen darf: Was nicht mehr lesbar ist, gilt als gelöscht',
  'Languages that the resource has texts in': 'Sprachen, in denen die Ressource Texte hat',
  'Date the resource was modified or deleted, in UTC':
    'Zeitpunkt, zu dem die Ressource geändert oder gelöscht wurde, in UTC',
  'The resource as it is now; absent if it cannot be read':
    'Die Ressource im jetzigen Zustand; fehlt, wenn sie nicht gelesen werden kann',
  'A change of a resource': 'Eine Änderung einer Ressource',
  'Changes, in the order of commits': 'Änderungen in der Reihenfolge, in der sie gespeichert wurden',
  'Token behind the last change of the page': 'Token nach der letzten Änderung der Seite',
  'Whether there are no further changes yet': 'Ob es noch keine weiteren Änderungen gibt',
  'One page of the feed of changes': 'Eine Seite der Änderungsliste',
} as const satisfies Record<keyof typeof french, string>
