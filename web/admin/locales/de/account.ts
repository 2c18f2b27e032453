export const account = {
  '{role}:': '{role}:',
  'Your profile': 'Ihr Profil',
  'In this browser': 'In diesem Browser',
  'Language of the administration': 'Sprache der Verwaltung',
  Colours: 'Farben',
  'Same as the system': 'Wie das System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'You will have to sign in again with the new one, here and on other devices.':
    'Danach müssen Sie sich mit dem neuen Passwort wieder anmelden, hier und auf anderen Geräten.',
  'Current password': 'Aktuelles Passwort',
  'Change the password': 'Passwort ändern',
}
