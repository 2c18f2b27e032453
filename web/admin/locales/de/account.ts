export const account = {
  'Who you are': 'Wer Sie sind',
  'In this browser': 'In diesem Browser',
  'Language of the administration': 'Sprache der Verwaltung',
  Colours: 'Farben',
  'As the system has them': 'Wie das System',
  Light: 'Hell',
  Dark: 'Dunkel',
  'You sign in again with the new one, here and everywhere.':
    'Sie melden sich mit dem neuen wieder an, hier und überall.',
  'Current password': 'Aktuelles Passwort',
  'Change the password': 'Passwort ändern',
}
