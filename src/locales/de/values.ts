import type { values as french } from '../fr/values.ts'

export const values = {
  'This is not percent-encoded UTF-8.': 'Dies ist kein prozentkodiertes UTF-8.',
  'This must not be empty.': 'Dieser Wert darf nicht leer sein.',
  'This must be text.': 'Dieser Wert muss Text sein.',
  'This contains a character that is not text: NUL or half a surrogate pair.':
    'Dieser Wert enthält ein Zeichen, das kein Text ist: NUL oder ein halbes Surrogatpaar.',
  'This may have at most {maximum} characters.': 'Dieser Wert darf höchstens {maximum} Zeichen haben.',
  'This may have at most {maximum} bytes.': 'Dieser Wert darf höchstens {maximum} Byte haben.',
  'This may have at most {maximum} items.': 'Diese Liste darf höchstens {maximum} Einträge haben.',
  'This must be a whole number.': 'Dieser Wert muss eine ganze Zahl sein.',
  'This must be {minimum} or more.': 'Dieser Wert muss mindestens {minimum} sein.',
  'This must be {maximum} or less.': 'Dieser Wert darf höchstens {maximum} sein.',
  'This must be a number.': 'Dieser Wert muss eine Zahl sein.',
  'This must be true or false (1, 0, yes, no, on and off will do).':
    'Dieser Wert muss true oder false sein (1, 0, yes, no, on und off gehen auch).',
  'This must be one of {words}.': 'Dieser Wert muss einer der folgenden sein: {words}.',
  'This must be an absolute URL that begins with http:// or https://.':
    'Dieser Wert muss eine absolute URL sein, die mit http:// oder https:// beginnt.',
  'This must be an e-mail address such as name@example.org.':
    'Dieser Wert muss eine E-Mail-Adresse wie name@example.org sein.',
  'This must be a list.': 'Dieser Wert muss eine Liste sein.',
  'This must be an object.': 'Dieser Wert muss ein Objekt sein.',
  'This must be an id, an object that describes what is to be linked, or a list of these.':
    'Dieser Wert muss eine ID, ein Objekt mit den Daten des zu Verknüpfenden oder eine Liste davon sein.',
  'This needs {other} as well.': 'Dazu muss auch {other} angegeben werden.',
  'Geolocation is switched off on this site.': 'Die Geolokalisierung ist auf dieser Website ausgeschaltet.',
  'There is no user with the id {id}.': 'Es gibt keinen Benutzer mit der ID {id}.',
  'There is no image with the id {id}.': 'Es gibt kein Bild mit der ID {id}.',
  'There is no event with the id {ids}.': 'Es gibt keine Veranstaltung mit der ID {ids}.',
  'There is no venue with the id {ids}.': 'Es gibt keinen Veranstaltungsort mit der ID {ids}.',
  'There is no organizer with the id {ids}.': 'Es gibt keinen Veranstalter mit der ID {ids}.',
  'There is no category with the id {ids}.': 'Es gibt keine Kategorie mit der ID {ids}.',
  'There is no tag with the id {ids}.': 'Es gibt kein Schlagwort mit der ID {ids}.',
  'There is no category with the id or slug {ids}.':
    'Es gibt keine Kategorie mit der ID oder dem Slug {ids}.',
  'There is no tag with the id or slug {ids}.': 'Es gibt kein Schlagwort mit der ID oder dem Slug {ids}.',
  'The parent must be neither the category itself nor one of its descendants.':
    'Übergeordnet darf weder die Kategorie selbst noch eine ihrer Unterkategorien sein.',
  'An event cannot be its own parent; 0 means none.':
    'Eine Veranstaltung kann nicht sich selbst übergeordnet sein; 0 bedeutet keine.',
  'An event must not end before it starts: end_date lies before start_date.':
    'Eine Veranstaltung darf nicht enden, bevor sie beginnt: end_date liegt vor start_date.',
  'The cost must be a number, a text or a list of these.':
    'Die Kosten müssen eine Zahl, ein Text oder eine Liste davon sein.',
  'The cost must not be longer than {maximum} characters.':
    'Die Kosten dürfen nicht länger als {maximum} Zeichen sein.',
  'This must be a currency code of three letters such as EUR.':
    'Dieser Wert muss ein Währungscode aus drei Buchstaben sein, zum Beispiel EUR.',
  'This must be a price such as 12.50.': 'Dieser Wert muss ein Preis sein, zum Beispiel 12.50.',
  'This must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (an offset or Z may follow the time), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".':
    'Dieser Wert muss ein Datum wie 2027-01-10 oder 2027-01-10 09:00:00 sein (auf die Uhrzeit darf ein Versatz oder Z folgen), ein Unix-Zeitstempel mit mindestens 9 Ziffern, ein Datum nach RFC 2822 oder ein englischer Ausdruck wie „tomorrow 9am“.',
  'There is no such date. Day, time, offset and weekday must fit each other, within the years 1 to 9999.':
    'Dieses Datum gibt es nicht. Tag, Uhrzeit, Versatz und Wochentag müssen zueinander passen, in den Jahren 1 bis 9999.',
  'This must be a date such as 2026-10-10, or two of them as 2026-10-10/2026-10-12.':
    'Dieser Wert muss ein Datum wie 2026-10-10 sein oder zwei davon wie 2026-10-10/2026-10-12.',
  'The end of the range must not be before its start.':
    'Das Ende des Zeitraums darf nicht vor seinem Anfang liegen.',
  'This must be a date in the future.': 'Dieser Wert muss ein Datum in der Zukunft sein.',
  'This must be a time zone: a name such as Europe/Paris, UTC, or an offset of at most 14 hours such as UTC+2, UTC+5:30 or +02:00.':
    'Dieser Wert muss eine Zeitzone sein: ein Name wie Europe/Paris, UTC oder ein Versatz von höchstens 14 Stunden wie UTC+2, UTC+5:30 oder +02:00.',
  'This must be 1 to 60 of the characters A-Z a-z 0-9 . _ @ -.':
    'Dieser Wert muss aus 1 bis 60 der Zeichen A-Z a-z 0-9 . _ @ - bestehen.',
  'There is a user of that name already; choose another one.':
    'Es gibt bereits einen Benutzer dieses Namens; wählen Sie einen anderen.',
  'This must be the id of another user, who takes over.':
    'Dieser Wert muss die ID eines anderen Benutzers sein, der übernimmt.',
  'This must be 1 to 255 visible ASCII characters.':
    'Dieser Wert muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
} as const satisfies Record<keyof typeof french, string>
