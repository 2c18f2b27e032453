export const mail = {
  'Your link for {site}': 'Ihr Link für {site}',
  'With this link you choose a password for {site}, where your username is {username}. It works once, for an hour:':
    'Mit diesem Link wählen Sie ein Passwort für {site}. Ihr Benutzername dort ist {username}. Der Link gilt eine Stunde lang und nur einmal:',
  'If you did not ask for it, you need not do anything.':
    'Falls Sie ihn nicht angefordert haben, müssen Sie nichts tun.',
  'This user has no e-mail address.': 'Dieser Benutzer hat keine E-Mail-Adresse.',
  'Send a link to set a password': 'Einen Link zum Festlegen eines Passworts senden',
  'Username or e-mail address of the person': 'Benutzername oder E-Mail-Adresse der Person',
  'An e-mail to be sent': 'Eine E-Mail, die gesendet werden soll',
  'It waits to be sent': 'Die E-Mail wartet auf den Versand',
  'Accepted: {title}': 'Angenommen: {title}',
  'Sent back: {title}': 'Zurückgegeben: {title}',
  'Not accepted: {title}': 'Nicht angenommen: {title}',
  'The editors of {site} have accepted the event “{title}”.':
    'Die Redaktion von {site} hat die Veranstaltung „{title}“ angenommen.',
  'The editors of {site} have sent the event “{title}” back; it is not published yet.':
    'Die Redaktion von {site} hat die Veranstaltung „{title}“ zurückgegeben; sie ist noch nicht veröffentlicht.',
  'The editors of {site} have not accepted the event “{title}”.':
    'Die Redaktion von {site} hat die Veranstaltung „{title}“ nicht angenommen.',
  'It is in the calendar:': 'Sie steht im Kalender:',
  'They write:': 'Die Redaktion schreibt dazu:',
  'You can change it here and submit it again:': 'Hier können Sie sie ändern und erneut einreichen:',
  'You can suggest it here again, with what was missing:':
    'Hier können Sie sie mit dem, was gefehlt hat, noch einmal vorschlagen:',
  'You gave this address when you suggested the event. It is deleted once the editors have decided.':
    'Sie haben diese Adresse angegeben, als Sie die Veranstaltung vorschlugen. Sie wird gelöscht, sobald die Redaktion entschieden hat.',
  'You gave this address when you suggested the event. It has been deleted with the decision.':
    'Sie haben diese Adresse angegeben, als Sie die Veranstaltung vorschlugen. Sie wurde mit der Entscheidung gelöscht.',
} as const
