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
  'This webhook does not exist.': 'Diesen Webhook gibt es nicht.',
  'This delivery does not exist.': 'Diese Zustellung gibt es nicht.',
  'The webhook does not exist.': 'Den Webhook gibt es nicht.',
  'The delivery does not exist.': 'Die Zustellung gibt es nicht.',
  'Address that changes are sent to': 'Adresse, an die Änderungen gesendet werden',
  'Limit to these actions': 'Auf diese Aktionen beschränken',
  'Limit to resources with a text in one of these languages':
    'Auf Ressourcen beschränken, die einen Text in einer dieser Sprachen haben',
  'Whether changes are sent': 'Ob Änderungen gesendet werden',
  'Unique identifier of the webhook': 'Eindeutige ID des Webhooks',
  'Unique identifier of the delivery': 'Eindeutige ID der Zustellung',
  'Empty for all': 'Leer für alle',
  'ID of the webhook': 'ID des Webhooks',
  'Since when every attempt has failed, in UTC': 'Seit wann jeder Versuch fehlschlägt, in UTC',
  'When it was switched off because it failed, in UTC':
    'Wann er wegen Fehlschlägen abgeschaltet wurde, in UTC',
  'A receiver of changes': 'Ein Empfänger von Änderungen',
  'Key of the signatures, shown only once': 'Schlüssel der Signaturen, nur einmal angezeigt',
  'A newly created webhook': 'Ein neu angelegter Webhook',
  'All webhooks': 'Alle Webhooks',
  'The webhooks of the site': 'Die Webhooks der Website',
  'ID of the delivery': 'ID der Zustellung',
  'What has come of it': 'Was daraus geworden ist',
  'How often it was sent': 'Wie oft gesendet wurde',
  'When it is sent next, in UTC': 'Wann das nächste Mal gesendet wird, in UTC',
  'What came of the last attempt': 'Ergebnis des letzten Versuchs',
  'A change that is sent to a webhook': 'Eine Änderung, die an einen Webhook gesendet wird',
  'List webhooks': 'Webhooks auflisten',
  'Create a webhook and its secret': 'Webhook und Geheimnis anlegen',
  'Read a webhook': 'Webhook lesen',
  'Update a webhook': 'Webhook ändern',
  'Delete a webhook': 'Webhook löschen',
  'List what was sent to a webhook': 'Zustellungen an einen Webhook auflisten',
  'Send a change to a webhook again': 'Änderung erneut an einen Webhook senden',
  'Webhooks that changes are sent to': 'Webhooks, an die Änderungen gesendet werden',
} as const satisfies Record<keyof typeof french, string>
