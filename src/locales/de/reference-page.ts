import type { referencePage as french } from '../fr/reference-page.ts'

export const referencePage = {
  'API reference': 'API-Referenz',
  'Skip to content': 'Zum Inhalt springen',
  Languages: 'Sprachen',
  Contents: 'Inhalt',
  Schemas: 'Schemata',
  'Base URL:': 'Basis-URL:',
  'Parameters and responses': 'Parameter und Antworten',
  Parameters: 'Parameter',
  'Body fields': 'Felder des Bodys',
  Example: 'Beispiel',
  Responses: 'Antworten',
  Name: 'Name',
  Type: 'Typ',
  Meaning: 'Bedeutung',
  required: 'erforderlich',
  'Allowed values:': 'Erlaubte Werte:',
  'Default:': 'Standardwert:',
  'Try requests in the browser': 'Anfragen im Browser ausprobieren',
  'Signing in': 'Anmeldung',
  'Published content can be read without credentials; everything else needs a user with a role.':
    'Veröffentlichte Inhalte lassen sich ohne Zugangsdaten lesen; alles andere erfordert einen Benutzer mit einer Rolle.',
  'An application password and its token are issued together and shown only once.':
    'Ein Anwendungspasswort und sein Token werden zusammen ausgestellt und nur einmal angezeigt.',
  'Administrators create them for every user, users for themselves; on the server, calends user password creates one.':
    'Administratoren legen sie für alle an, Benutzer für sich selbst; auf dem Server legt calends user password eines an.',
  'Filter operations': 'Operationen filtern',
  'No operation matches.': 'Keine Operation entspricht der Suche.',
  'POST, PUT or PATCH': 'POST, PUT oder PATCH',
  'This page needs scripts; the API reference works without them.':
    'Diese Seite braucht Skripte; die API-Referenz funktioniert ohne sie.',
  'Requests carry only the credentials that are entered under Authorize.':
    'Anfragen enthalten nur die Zugangsdaten, die unter „Authorize“ eingegeben wurden.',
  'The response was 401: choose Authorize and enter a username and an application password, or a token.':
    'Die Antwort war 401: Wählen Sie „Authorize“ und geben Sie einen Benutzernamen und ein Anwendungspasswort oder ein Token ein.',
  'The administration needs JavaScript.': 'Die Verwaltung benötigt JavaScript.',
} as const satisfies Record<keyof typeof french, string>
