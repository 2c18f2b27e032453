import type { changes as french } from '../fr/changes.ts'

export const changes = {
  'Follow changes': 'Änderungen verfolgen',
  'Token of the last page that was read; without it, the current token':
    'Token der zuletzt gelesenen Seite; ohne es wird das aktuelle Token zurückgegeben',
  'Limit to these kinds of resources': 'Auf diese Arten von Ressourcen beschränken',
  'Seconds to wait for changes if there are none yet':
    'Wartezeit in Sekunden, falls es noch keine Änderungen gibt',
  'Must be a token issued by this service.':
    'Dieser Wert muss ein Token sein, das dieser Dienst ausgegeben hat.',
  'Changes that old are no longer stored; read the lists again and follow from the present.':
    'Änderungen werden nicht so lange aufbewahrt; lesen Sie die Listen neu ein und verfolgen Sie die Änderungen von jetzt an.',
  'The token is older than the stored changes.': 'Das Token ist älter als die aufbewahrten Änderungen.',
  'Collection of the resource': 'Sammlung der Ressource',
  'ID of the resource': 'ID der Ressource',
  'What happened; a resource that the caller may no longer read counts as deleted':
    'Was geschehen ist; eine Ressource, die der Aufrufer nicht mehr lesen darf, gilt als gelöscht',
  'Languages in which the resource has texts': 'Sprachen, in denen die Ressource Texte hat',
  'Date the resource was modified or deleted, in UTC':
    'Zeitpunkt, zu dem die Ressource geändert oder gelöscht wurde, in UTC',
  'The resource as it is now; absent if it cannot be read':
    'Die Ressource im jetzigen Zustand; fehlt, wenn sie nicht gelesen werden kann',
  'A change of a resource': 'Eine Änderung einer Ressource',
  'Changes, in the order of commits': 'Änderungen in der Reihenfolge, in der sie gespeichert wurden',
  'Token after the last change of the page': 'Token nach der letzten Änderung der Seite',
  'Whether there are no further changes yet': 'Gibt an, ob es noch keine weiteren Änderungen gibt',
  'One page of the feed of changes': 'Eine Seite des Änderungsfeeds',
  'Must not contain a username or password, because deliveries are signed.':
    'Dieser Wert darf weder Benutzernamen noch Passwort enthalten, weil Zustellungen signiert werden.',
  'This webhook does not exist.': 'Dieser Webhook existiert nicht.',
  'This delivery does not exist.': 'Diese Zustellung existiert nicht.',
  'The webhook does not exist.': 'Der Webhook existiert nicht.',
  'The delivery does not exist.': 'Die Zustellung existiert nicht.',
  'URL to which changes are sent': 'URL, an die Änderungen gesendet werden',
  'Limit to these actions': 'Auf diese Aktionen beschränken',
  'Limit to resources with a text in one of these languages':
    'Auf Ressourcen beschränken, die einen Text in einer dieser Sprachen haben',
  'Whether changes are sent': 'Gibt an, ob Änderungen gesendet werden',
  'Unique identifier of the webhook': 'Eindeutige ID des Webhooks',
  'Unique identifier of the delivery': 'Eindeutige ID der Zustellung',
  'Empty for all': 'Leer für alle',
  'ID of the webhook': 'ID des Webhooks',
  'Date since which every attempt has failed, in UTC':
    'Zeitpunkt, seit dem jeder Versuch fehlschlägt, in UTC',
  'Date it was disabled because of failures, in UTC':
    'Zeitpunkt, zu dem der Webhook wegen Fehlschlägen deaktiviert wurde, in UTC',
  'A receiver of changes': 'Ein Empfänger von Änderungen',
  'Secret for the signatures, shown only once': 'Geheimnis für die Signaturen, das nur einmal angezeigt wird',
  'A newly created webhook': 'Ein neu angelegter Webhook',
  'All webhooks': 'Alle Webhooks',
  'The webhooks of the site': 'Die Webhooks der Website',
  'ID of the delivery': 'ID der Zustellung',
  'Status of the delivery': 'Status der Zustellung',
  'Number of attempts': 'Anzahl der Versuche',
  'Date of the next attempt, in UTC': 'Zeitpunkt des nächsten Versuchs, in UTC',
  'Result of the last attempt': 'Ergebnis des letzten Versuchs',
  'A delivery of a change to a webhook': 'Die Zustellung einer Änderung an einen Webhook',
  'List webhooks': 'Webhooks auflisten',
  'Create a webhook and its secret': 'Einen Webhook und sein Geheimnis anlegen',
  'Read a webhook': 'Einen Webhook lesen',
  'Update a webhook': 'Einen Webhook ändern',
  'Delete a webhook': 'Einen Webhook löschen',
  'List the deliveries of a webhook': 'Die Zustellungen an einen Webhook auflisten',
  'Repeat a delivery to a webhook': 'Eine Zustellung an einen Webhook wiederholen',
  'Webhooks to which changes are sent': 'Webhooks, an die Änderungen gesendet werden',
  'Date of the last use, in UTC; absent if there was none':
    'Datum der letzten Verwendung, in UTC; fehlt, wenn es keine gab',
  'Version of the service': 'Version des Dienstes',
  'Version of Node': 'Version von Node',
  'Date the responding process started, in UTC': 'Startzeitpunkt des antwortenden Prozesses, in UTC',
  'Memory of that process': 'Arbeitsspeicher dieses Prozesses',
  'Kind of database': 'Art der Datenbank',
  'Version of the database': 'Version der Datenbank',
  'Name of the newest migration': 'Name der neuesten Migration',
  'Size of the database': 'Größe der Datenbank',
  'The database': 'Die Datenbank',
  'Number of events by status': 'Anzahl der Veranstaltungen nach Status',
  'Number of stored images': 'Anzahl der gespeicherten Bilder',
  'Size of the stored images': 'Größe der gespeicherten Bilder',
  'The images that the site stores': 'Die Bilder, die die Website speichert',
  'Number of waiting jobs': 'Anzahl der wartenden Aufgaben',
  'Number of waiting jobs that have failed before':
    'Anzahl der wartenden Aufgaben, die schon einmal fehlgeschlagen sind',
  'Background jobs': 'Aufgaben im Hintergrund',
  'Number of waiting deliveries': 'Anzahl der wartenden Zustellungen',
  'Number of failed deliveries': 'Anzahl der fehlgeschlagenen Zustellungen',
  'Deliveries to webhooks': 'Zustellungen an Webhooks',
  'Date of the last backup, in UTC; absent if none is known':
    'Datum der letzten Sicherung, in UTC; fehlt, wenn keine bekannt ist',
  'State of the service': 'Zustand des Dienstes',
  'Name of the setting': 'Name der Einstellung',
  'Its value; secrets are masked': 'Ihr Wert; Geheimnisse sind verdeckt',
  'A setting of the service': 'Eine Einstellung des Dienstes',
  'The settings of the service': 'Die Einstellungen des Dienstes',
  'Read the state of the service': 'Den Zustand des Dienstes lesen',
  'Read the progress of translation': 'Den Fortschritt der Übersetzung lesen',
  'Total number of resources, translated or not': 'Gesamtzahl der Ressourcen, ob übersetzt oder nicht',
  'Number of those without a text in the language': 'Anzahl derer ohne Text in der Sprache',
  'Number of those whose original has changed since':
    'Anzahl derer, deren Original sich seither geändert hat',
  'Each language of the site': 'Jede Sprache der Website',
  'Progress of translation by language': 'Fortschritt der Übersetzung nach Sprache',
  'Read the settings': 'Die Einstellungen lesen',
  'Search words in the alternative text, in any language, or in the name of the file':
    'Wörter des Alternativtexts, in beliebiger Sprache, oder des Dateinamens',
  'Limit to images without an alternative text in the given language':
    'Auf Bilder ohne Alternativtext in der angegebenen Sprache beschränken',
  'Limit to images in use, or to those that are not':
    'Auf verwendete oder auf nicht verwendete Bilder beschränken',
  'Replace the picture of an image': 'Die Datei eines Bildes ersetzen',
  'The alternative texts, by language': 'Die Alternativtexte, nach Sprache',
} as const satisfies Record<keyof typeof french, string>
