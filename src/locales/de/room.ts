import type { room as french } from '../fr/room.ts'

export const room = {
  'Read the session': 'Die Sitzung lesen',
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'Set a password by a link': 'Ein Passwort über einen Link festlegen',
  'Change one’s own password': 'Das eigene Passwort ändern',
  'Create a link to set a password': 'Einen Link zum Festlegen eines Passworts anlegen',
  'Password of the person': 'Passwort der Person',
  'Token of the link, from its address': 'Token des Links aus seiner Adresse',
  'New password, of at least 12 characters': 'Neues Passwort mit mindestens 12 Zeichen',
  'Password that is to be replaced': 'Passwort, das ersetzt werden soll',
  'Token that writes send as X-CSRF-Token': 'Token, das Schreibzugriffe als X-CSRF-Token senden',
  'The session of a person in a browser': 'Die Sitzung einer Person in einem Browser',
  'Address where the user sets a password, once':
    'Adresse, unter der der Benutzer einmal ein Passwort festlegt',
  'Expiry date, in UTC': 'Ablaufdatum, in UTC',
  'A link to set a password': 'Ein Link zum Festlegen eines Passworts',
  'The cookie of a session; writes also need X-CSRF-Token':
    'Das Cookie einer Sitzung; Schreibzugriffe brauchen auch X-CSRF-Token',
  'Signing in with a browser': 'Anmeldung mit einem Browser',
  'The header X-CSRF-Token is missing or wrong.': 'Der Header X-CSRF-Token fehlt oder ist falsch.',
  'Pages of other sites cannot sign anybody in.': 'Seiten anderer Websites können niemanden anmelden.',
  'Must have at least {minimum} characters.': 'Dieser Wert muss mindestens {minimum} Zeichen haben.',
  'This password is easy to guess; choose another one.':
    'Dieses Passwort ist leicht zu erraten; wählen Sie ein anderes.',
  'This link has expired or was used already; ask an administrator for a new one.':
    'Dieser Link ist abgelaufen oder wurde schon verwendet; bitten Sie einen Administrator um einen neuen.',
  'This is not your current password.': 'Das ist nicht Ihr aktuelles Passwort.',
} as const satisfies Record<keyof typeof french, string>
