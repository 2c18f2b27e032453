export const mail = {
  'Your link for {site}': 'Ihr Link für {site}',
  'With this link you choose a password for {site}, where your user name is {username}. It works once, for an hour:':
    'Mit diesem Link wählen Sie ein Passwort für {site}, wo Ihr Benutzername {username} ist. Er gilt einmal, eine Stunde lang:',
  'If you did not ask for it, you need not do anything.':
    'Falls Sie ihn nicht angefordert haben, müssen Sie nichts tun.',
  'This user has no e-mail address.': 'Dieser Benutzer hat keine E-Mail-Adresse.',
  'Send a link to set a password': 'Einen Link zum Festlegen eines Passworts senden',
  'Username or e-mail address of the person': 'Benutzername oder E-Mail-Adresse der Person',
  'An e-mail that is to be sent': 'Eine E-Mail, die gesendet werden soll',
  'It waits to be sent': 'Sie wartet darauf, gesendet zu werden',
} as const
