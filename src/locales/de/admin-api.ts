import type { adminApi as french } from '../fr/admin-api.ts'

export const adminApi = {
  'Read the session': 'Die Sitzung lesen',
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'Set a password by a link': 'Ein Passwort über einen Link festlegen',
  'Change one’s own password': 'Das eigene Passwort ändern',
  'Create a link to set a password': 'Einen Link zum Festlegen eines Passworts anlegen',
  'Password of the person': 'Passwort der Person',
  'Token of the link, from its URL': 'Token des Links, aus seiner URL',
  'New password, of at least 12 characters': 'Neues Passwort mit mindestens 12 Zeichen',
  'Password that is to be replaced': 'Passwort, das ersetzt werden soll',
  'Token that writes send as X-CSRF-Token': 'Token, das Schreibzugriffe als X-CSRF-Token senden',
  'The session of a person in a browser': 'Die Sitzung einer Person in einem Browser',
  'URL where the user sets a password; it works once':
    'URL, unter der der Benutzer ein Passwort festlegt; sie gilt einmal',
  'Expiry date, in UTC': 'Ablaufdatum, in UTC',
  'A link to set a password': 'Ein Link zum Festlegen eines Passworts',
  'The cookie of a session; writes also need X-CSRF-Token':
    'Das Cookie einer Sitzung; Schreibzugriffe brauchen auch X-CSRF-Token',
  'Signing in with a browser': 'Anmeldung mit einem Browser',
  'The header X-CSRF-Token is missing or wrong.': 'Der Header X-CSRF-Token fehlt oder ist falsch.',
  'Requests of browsers must come from, and go to, the URL in CALENDS_PUBLIC_URL.':
    'Anfragen von Browsern müssen von der URL in CALENDS_PUBLIC_URL kommen und an sie gehen.',
  'Pages of other sites cannot sign anybody in.': 'Seiten anderer Websites können niemanden anmelden.',
  'Must have at least {minimum} characters.': 'Dieser Wert muss mindestens {minimum} Zeichen haben.',
  'This password is easy to guess; choose another one.':
    'Dieses Passwort ist leicht zu erraten; wählen Sie ein anderes.',
  'This link has expired or has already been used; ask an administrator for a new one.':
    'Dieser Link ist abgelaufen oder wurde schon verwendet; bitten Sie einen Administrator um einen neuen.',
  'This is not your current password.': 'Das ist nicht Ihr aktuelles Passwort.',
  'List the versions of a resource': 'Die Fassungen einer Ressource auflisten',
  'Restore a version of a resource': 'Eine Fassung einer Ressource wiederherstellen',
  'Accept, return or reject a pending event':
    'Eine eingereichte Veranstaltung annehmen, zurückgeben oder ablehnen',
  'Number of the version': 'Nummer der Fassung',
  'Whether the event is published, becomes a draft again, or goes to the trash':
    'Gibt an, ob die Veranstaltung veröffentlicht wird, wieder zum Entwurf wird oder in den Papierkorb kommt',
  'Note to the author, shown in the history of the event':
    'Anmerkung an den Autor, im Verlauf der Veranstaltung sichtbar',
  'The value before; null if there was none': 'Der alte Wert; null, wenn es keinen gab',
  'The value after; null if there is none': 'Der neue Wert; null, wenn es keinen gibt',
  'A field that the version has changed': 'Ein Feld, das die Fassung geändert hat',
  'Number of the version, counting from 1': 'Nummer der Fassung, ab 1 gezählt',
  'What happened to the resource': 'Was mit der Ressource geschehen ist',
  'ID of the user who made the version; 0 if unknown':
    'ID des Benutzers, der die Fassung erstellt hat; 0, wenn unbekannt',
  'Name of that user': 'Name dieses Benutzers',
  'When it was made, in UTC': 'Wann sie entstand, in UTC',
  'Language of the write': 'Sprache des Schreibzugriffs',
  'Number of the version that it restored': 'Nummer der wiederhergestellten Fassung',
  'The changed fields by name; texts of translations as in title@fr':
    'Die geänderten Felder nach Namen; Texte von Übersetzungen in der Form title@fr',
  'A version of a resource': 'Eine Fassung einer Ressource',
  'Name of the field': 'Name des Feldes',
  'The value that was not restored': 'Der nicht wiederhergestellte Wert',
  'A value that could not be restored': 'Ein Wert, der nicht wiederhergestellt werden konnte',
  'Values that could not be restored': 'Werte, die nicht wiederhergestellt werden konnten',
  'A resource as it was after a version': 'Eine Ressource im Stand einer Fassung',
  'This version does not exist, or is no longer stored.':
    'Diese Fassung existiert nicht oder ist nicht mehr gespeichert.',
  'This event is not waiting for a review.': 'Diese Veranstaltung wartet nicht auf eine Prüfung.',
  'The version does not exist, or is no longer stored.':
    'Die Fassung existiert nicht oder ist nicht mehr gespeichert.',
  'An event that is not pending would be reviewed.':
    'Eine Veranstaltung, die nicht eingereicht ist, würde geprüft.',
  'List the audit log': 'Das Auditprotokoll auflisten',
  'Entries with the given action': 'Einträge mit der angegebenen Aktion',
  'Entries by the given user': 'Einträge über Aktionen des angegebenen Benutzers',
  'When it happened, in UTC': 'Wann es geschah, in UTC',
  'What was done': 'Was getan wurde',
  'ID of the user who did it; 0 if nobody was signed in':
    'ID des Benutzers, der es tat; 0, wenn niemand angemeldet war',
  'Username at the time, or the one that was tried': 'Benutzername zu diesem Zeitpunkt oder der versuchte',
  'IP address of the client; empty for the command line': 'IP-Adresse des Clients; leer bei der Befehlszeile',
  'user or a kind of resource': 'user oder eine Art von Ressource',
  'ID of the affected resource or user': 'ID der betroffenen Ressource oder des betroffenen Benutzers',
  'Name or title at the time': 'Damaliger Name oder Titel',
  'The affected resource or user': 'Die betroffene Ressource oder der betroffene Benutzer',
  'An entry of the audit log': 'Ein Eintrag des Auditprotokolls',
  'Log of sign-ins, account and settings changes, permanent deletions and reviews':
    'Protokoll der Anmeldungen, Änderungen an Konten und Einstellungen, endgültigen Löschungen und Prüfungen',
  'Suggest an event': 'Eine Veranstaltung vorschlagen',
  'Name of the person': 'Name der Person',
  'Contact for questions about the event': 'Kontakt für Rückfragen zur Veranstaltung',
  'It waits for a review': 'Der Vorschlag wartet auf eine Prüfung',
  'A suggestion that was accepted for review': 'Ein Vorschlag, der zur Prüfung angenommen wurde',
  'Note of the reviewer, or the contact of whoever suggested the event':
    'Anmerkung der prüfenden Person oder Kontakt der Person, die die Veranstaltung vorgeschlagen hat',
  'This series cannot be joined: it was not split from another, or their dates were changed since.':
    'Diese Serie lässt sich nicht zusammenführen: Sie wurde nicht von einer anderen abgetrennt, oder die Termine wurden seither geändert.',
  'A series that was not split from another, or has changed since, would be joined with it.':
    'Eine Serie, die nicht von einer anderen abgetrennt wurde oder sich seither geändert hat, würde mit ihr zusammengeführt.',
  'Return no dates before this one': 'Keine Termine davor zurückgeben',
  'How many dates to return': 'Wie viele Termine zurückgegeben werden',
  'Language of the words': 'Sprache der Beschreibung in Worten',
  'Read a recurrence in words and as dates': 'Eine Wiederholung in Worten und als Termine lesen',
  'Join a series with the one that it was split from':
    'Eine Serie mit der zusammenführen, von der sie abgetrennt wurde',
  'The lines as a series would show them': 'Die Zeilen, wie eine Serie sie zeigen würde',
  'The rule in words': 'Die Regel in Worten',
  'A date': 'Ein Termin',
  'Starts of the first occurrences': 'Beginn der ersten Termine',
  'Start of the last occurrence; null if the rule has no end':
    'Beginn des letzten Termins; null, wenn die Regel kein Ende hat',
  'What a recurrence means': 'Was eine Wiederholung bedeutet',
  'Reviews of events that have the given status now':
    'Prüfungen von Veranstaltungen, die jetzt diesen Status haben',
  'Note to the author': 'Anmerkung an den Autor',
  'Reviews with the given decision': 'Prüfungen mit der angegebenen Entscheidung',
  'List the decisions about pending events': 'Die Entscheidungen über eingereichte Veranstaltungen auflisten',
  'What was decided': 'Was entschieden wurde',
  'ID of the user who decided': 'ID des Benutzers, der entschieden hat',
  'Username at the time': 'Damaliger Benutzername',
  'Name of that user; the username if there is none, or the account was deleted':
    'Name dieses Benutzers; der Benutzername, wenn es keinen gibt oder das Konto gelöscht wurde',
  'ID of its author; missing if the event was deleted permanently':
    'ID des Autors; fehlt, wenn die Veranstaltung endgültig gelöscht wurde',
  'Title at the time': 'Damaliger Titel',
  'Language of that title; missing in older decisions':
    'Sprache dieses Titels; fehlt in älteren Entscheidungen',
  'The event that was reviewed': 'Die Veranstaltung, über die entschieden wurde',
  'A decision about a pending event': 'Eine Entscheidung über eine eingereichte Veranstaltung',
} as const satisfies Record<keyof typeof french, string>
