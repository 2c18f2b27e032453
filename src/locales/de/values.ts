import type { values as french } from '../fr/values.ts'

export const values = {
  'Must be encoded in UTF-8.': 'Dieser Wert muss in UTF-8 kodiert sein.',
  'Must not be empty.': 'Dieser Wert darf nicht leer sein.',
  'Must be a string.': 'Dieser Wert muss eine Zeichenkette sein.',
  'The name of the file must not contain NUL.': 'Der Dateiname darf NUL nicht enthalten.',
  'Must not contain NUL or an unpaired surrogate.':
    'Dieser Wert darf weder NUL noch ein einzelnes Surrogat enthalten.',
  'An event with such long texts, or so many tickets and links, can have at most {maximum} dates.':
    'Eine Veranstaltung mit so langen Texten oder so vielen Tickets und Verknüpfungen kann höchstens {maximum} Termine haben.',
  'Must have at most {maximum} characters.': 'Dieser Wert darf höchstens {maximum} Zeichen haben.',
  'Must have at most {maximum} bytes.': 'Dieser Wert darf höchstens {maximum} Byte haben.',
  'Must have at most {maximum} items.': 'Diese Liste darf höchstens {maximum} Einträge haben.',
  'Paths must have at most {maximum} levels.': 'Pfade dürfen höchstens {maximum} Ebenen haben.',
  'Must have at most {maximum} words and phrases, at most {unwanted} of them after "-".':
    'Diese Suche darf höchstens {maximum} Wörter und Wortfolgen haben, höchstens {unwanted} davon nach „-“.',
  'Must be an integer.': 'Dieser Wert muss eine ganze Zahl sein.',
  'Must be {minimum} or greater.': 'Dieser Wert muss mindestens {minimum} sein.',
  'Must be {maximum} or less.': 'Dieser Wert darf höchstens {maximum} sein.',
  'Must be a number.': 'Dieser Wert muss eine Zahl sein.',
  'Must be true or false (1, 0, yes, no, on and off are also accepted).':
    'Dieser Wert muss true oder false sein (1, 0, yes, no, on und off werden auch akzeptiert).',
  'Must be one of {words}.': 'Dieser Wert muss einer der folgenden sein: {words}.',
  'Must be an absolute URL that starts with http:// or https://.':
    'Dieser Wert muss eine absolute URL sein, die mit http:// oder https:// beginnt.',
  'Must be an e-mail address such as name@example.org.':
    'Dieser Wert muss eine E-Mail-Adresse wie name@example.org sein.',
  'Must be the ID or the URL of an image; upload a file first, as an image.':
    'Dieser Wert muss die ID oder die URL eines Bildes sein; eine Datei muss zuerst als Bild hochgeladen werden.',
  'Must be a list.': 'Dieser Wert muss eine Liste sein.',
  'Must be an object.': 'Dieser Wert muss ein Objekt sein.',
  'Must be an ID, an object describing the linked resource, or a list of these.':
    'Dieser Wert muss eine ID, ein Objekt mit den Daten der verknüpften Ressource oder eine Liste davon sein.',
  'Must be sent together with {other}.': 'Dieser Parameter muss zusammen mit {other} gesendet werden.',
  'Geolocation is disabled on this site.': 'Die Geolokalisierung ist auf dieser Website deaktiviert.',
  'There is no user with the ID {id}.': 'Es gibt keinen Benutzer mit der ID {id}.',
  'There is no image with the ID {id}.': 'Es gibt kein Bild mit der ID {id}.',
  'There is no event with the ID {ids}.': 'Es gibt keine Veranstaltung mit der ID {ids}.',
  'There is no venue with the ID {ids}.': 'Es gibt keinen Veranstaltungsort mit der ID {ids}.',
  'There is no organizer with the ID {ids}.': 'Es gibt keinen Veranstalter mit der ID {ids}.',
  'There is no category with the ID {ids}.': 'Es gibt keine Kategorie mit der ID {ids}.',
  'There is no tag with the ID {ids}.': 'Es gibt kein Schlagwort mit der ID {ids}.',
  'There is no category with the ID or slug {ids}.':
    'Es gibt keine Kategorie mit der ID oder dem Slug {ids}.',
  'There is no tag with the ID or slug {ids}.': 'Es gibt kein Schlagwort mit der ID oder dem Slug {ids}.',
  'Categories must have at most {maximum} levels.': 'Kategorien dürfen höchstens {maximum} Ebenen haben.',
  'The parent must not be the category itself or one of its descendants.':
    'Die übergeordnete Kategorie darf weder die Kategorie selbst noch eine ihrer Unterkategorien sein.',
  'An event cannot be its own parent; use 0 for none.':
    'Eine Veranstaltung kann nicht sich selbst übergeordnet sein; 0 steht für keine.',
  'An event must not end before it starts.': 'Eine Veranstaltung darf nicht enden, bevor sie beginnt.',
  'The cost must be a number, a string or a list of these.':
    'Die Kosten müssen eine Zahl, eine Zeichenkette oder eine Liste davon sein.',
  'The cost must have at most {maximum} characters.': 'Die Kosten dürfen höchstens {maximum} Zeichen haben.',
  'Must be a three-letter currency code such as EUR.':
    'Dieser Wert muss ein Währungscode aus drei Buchstaben sein, zum Beispiel EUR.',
  'Must be a price such as 12.50.': 'Dieser Wert muss ein Preis sein, zum Beispiel 12.50.',
  'Must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (the time may be followed by an offset or Z), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".':
    'Dieser Wert muss ein Datum wie 2027-01-10 oder 2027-01-10 09:00:00 (auf die Uhrzeit darf ein Offset oder Z folgen), ein Unix-Zeitstempel mit mindestens 9 Ziffern, ein Datum nach RFC 2822 oder ein englischer Ausdruck wie „tomorrow 9am“ sein.',
  'The offset has no sign. In URLs and forms, a plus sign stands for a space: write it as %2B.':
    'Dem Offset fehlt das Vorzeichen. In URLs und Formularen steht ein Pluszeichen für ein Leerzeichen: Schreiben Sie es als %2B.',
  'This date does not exist: day, time, offset and weekday must be consistent, and the year must be between 1 and 9999.':
    'Dieses Datum existiert nicht: Tag, Uhrzeit, Offset und Wochentag müssen zusammenpassen, und das Jahr muss zwischen 1 und 9999 liegen.',
  'The year must be between 1 and 9999, in the time zone of the date and in UTC.':
    'Das Jahr muss zwischen 1 und 9999 liegen, in der Zeitzone des Datums und in UTC.',
  'Must be a date such as 2026-10-10, or a range such as 2026-10-10/2026-10-12.':
    'Dieser Wert muss ein Datum wie 2026-10-10 oder ein Zeitraum wie 2026-10-10/2026-10-12 sein.',
  'The end of the range must not be before its start.':
    'Das Ende des Zeitraums darf nicht vor seinem Anfang liegen.',
  'Must be a date in the future.': 'Dieses Datum muss in der Zukunft liegen.',
  'Must be a time zone: a name such as Europe/Paris, UTC, or an offset of at most 14 hours such as UTC+2, UTC+5:30 or +02:00.':
    'Dieser Wert muss eine Zeitzone sein: ein Name wie Europe/Paris, UTC oder ein Offset von höchstens 14 Stunden wie UTC+2, UTC+5:30 oder +02:00.',
  'Must be 1 to 60 characters long; allowed characters are A-Z a-z 0-9 . _ @ -.':
    'Dieser Wert muss 1 bis 60 Zeichen lang sein; erlaubt sind A-Z a-z 0-9 . _ @ -.',
  'This username is already in use; choose another one.':
    'Dieser Benutzername wird bereits verwendet; wählen Sie einen anderen.',
  'Must be the ID of another user, who receives the entries.':
    'Dieser Wert muss die ID eines anderen Benutzers sein, auf den die Einträge übertragen werden.',
  'Must be 1 to 255 visible ASCII characters.':
    'Dieser Wert muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
  'The file is empty; send a PNG, JPEG, WebP, AVIF or GIF image.':
    'Die Datei ist leer; senden Sie ein Bild im Format PNG, JPEG, WebP, AVIF oder GIF.',
  'SVG images are not accepted; send a PNG, JPEG, WebP, AVIF or GIF image.':
    'SVG-Bilder werden nicht angenommen; senden Sie ein Bild im Format PNG, JPEG, WebP, AVIF oder GIF.',
  'The file is not a PNG, JPEG, WebP, AVIF or GIF image.':
    'Die Datei ist kein Bild im Format PNG, JPEG, WebP, AVIF oder GIF.',
  'The image is damaged or incomplete; send an intact PNG, JPEG, WebP, AVIF or GIF image.':
    'Das Bild ist beschädigt oder unvollständig; senden Sie ein unversehrtes Bild im Format PNG, JPEG, WebP, AVIF oder GIF.',
  'The image contains a web page or a script; send a PNG, JPEG, WebP, AVIF or GIF image without it.':
    'Das Bild enthält eine Webseite oder ein Skript; senden Sie ein Bild im Format PNG, JPEG, WebP, AVIF oder GIF ohne solchen Inhalt.',
  'The image has too many scans; at most {maximum} are allowed.':
    'Das Bild hat zu viele Durchgänge (scans); höchstens {maximum} sind erlaubt.',
  'The image has too many pixels; at most {maximum} are allowed.':
    'Das Bild hat zu viele Pixel; höchstens {maximum} sind erlaubt.',
  'Must be a file, sent as multipart/form-data.':
    'Dieser Wert muss eine Datei sein, gesendet als multipart/form-data.',
  'Must have x and y, numbers from 0 to 1.': 'Dieser Wert muss x und y haben, Zahlen von 0 bis 1.',
} as const satisfies Record<keyof typeof french, string>
