export const settings = {
  'Items per page if per_page is not sent.': 'Einträge pro Seite, wenn per_page nicht gesendet wird.',
  'Maximum number of items per page.': 'Höchstzahl der Einträge pro Seite.',
  'How many days the feed of changes reaches back.': 'Wie viele Tage der Änderungsfeed zurückreicht.',
  'Whether events can be filtered by geolocation.':
    'Gibt an, ob Veranstaltungen nach Geolokalisierung gefiltert werden können.',
  'Whether anybody may suggest events, which wait for a review.':
    'Gibt an, ob jede Person Veranstaltungen vorschlagen darf, die dann auf eine Prüfung warten.',
  'Name of the calendar, on every page.': 'Name des Kalenders, auf jeder Seite.',
  'Colour of the pages; its lightness is adjusted, so that text stays readable on it.':
    'Farbe der Seiten; ihre Helligkeit wird angepasst, damit Text darauf lesbar bleibt.',
  'Logo of the calendar: before its name, and as the icon of its pages.':
    'Logo des Kalenders: vor seinem Namen und als Symbol seiner Seiten.',
  'Contact for visitors who cannot use a page; shown in the accessibility statement.':
    'Kontakt für Besucher, die eine Seite nicht benutzen können; steht in der Erklärung zur Barrierefreiheit.',
  'URL of the map tiles, such as https://tile.example.org/{z}/{x}/{y}.png; without it, places are drawn on a plan. The browsers of visitors request the tiles.':
    'URL der Kartenkacheln, zum Beispiel https://tile.example.org/{z}/{x}/{y}.png; ohne sie werden Orte auf einem Plan gezeichnet. Die Browser der Besucher rufen die Kacheln ab.',
  'Attribution of the map tiles.': 'Quellenangabe zu den Kartenkacheln.',
  'Must be a colour such as #1c3fc4.': 'Dieser Wert muss eine Farbe sein, zum Beispiel #1c3fc4.',
  'Must be an e-mail address, or the URL of a web page.':
    'Dieser Wert muss eine E-Mail-Adresse oder die URL einer Webseite sein.',
  'Must be a URL with {z}, {x} and {y}.': 'Dieser Wert muss eine URL mit {z}, {x} und {y} sein.',
  'Must be a PNG, JPEG or WebP image of at most 200 kB that is not cut off, as a data URL.':
    'Dieser Wert muss ein vollständiges Bild (PNG, JPEG oder WebP) von höchstens 200 kB sein, als Data-URL.',
  'Is set by the operator ({origin}).': 'Diese Einstellung ist vom Betreiber festgelegt ({origin}).',
  'Change settings': 'Einstellungen ändern',
  'Where it is set: default, administration, environment, a flag, or a file':
    'Wo sie festgelegt ist: default, administration, environment, eine Option oder eine Datei',
  'Whether administrators may change it while the service runs':
    'Gibt an, ob Administratoren sie ändern dürfen, während der Dienst läuft',
  'Type of its values': 'Typ ihrer Werte',
  'Description, in the language of the reader': 'Beschreibung, in der Sprache des Lesers',
  Minimum: 'Kleinster Wert',
  Maximum: 'Größter Wert',
} as const
