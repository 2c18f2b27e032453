import type { imports as french } from '../fr/imports.ts'

export const imports = {
  'Exceptions without an occurrence here are skipped: {dates}.':
    'Ausnahmen, zu denen es hier keinen Termin gibt, werden ausgelassen: {dates}.',
  'URL to import from, instead of a file': 'URL, von der importiert wird, anstelle einer Datei',
  'URL that was imported': 'URL, die importiert wurde',
  'All that differs was edited here.': 'Alles, was abweicht, wurde hier bearbeitet.',
  'Stays as it is here: {fields}.': 'Bleibt hier, wie es ist: {fields}.',
  'Changes {fields}.': 'Ändert {fields}.',
  'This event is new.': 'Diese Veranstaltung ist neu.',
  'Components are nested more than {limit} deep.':
    'Die Komponenten sind mehr als {limit} Ebenen tief verschachtelt.',
  'DTSTART is missing.': 'DTSTART fehlt.',
  'Dates that differ from this series are not in this file, so they become as the series says, even if they are cancelled or private at the source.':
    'Termine, die von dieser Serie abweichen, sind nicht in dieser Datei; sie werden so, wie die Serie es sagt, auch wenn sie an der Quelle abgesagt oder privat sind.',
  'Dates of RDATE before DTSTART are left out, the last of which is {date}.':
    'Daten von RDATE vor DTSTART werden ausgelassen; das letzte ist {date}.',
  'EXRULE is replaced by dates, the last of which is {date}.':
    'EXRULE wird durch einzelne Daten ersetzt; das letzte ist {date}.',
  'Events that were edited here and remain unchanged':
    'Veranstaltungen, die hier bearbeitet wurden und unverändert bleiben',
  'New resources': 'Neue Ressourcen',
  'Changed resources': 'Geänderte Ressourcen',
  'Unchanged resources': 'Unveränderte Ressourcen',
  'The same for each collection': 'Dasselbe für jede Sammlung, zu der Zeilen gehören',
  'Time zone as the source has it': 'Zeitzone, wie sie in der Quelle steht',
  'Format; by default that of the file name or URL': 'Format; standardmäßig nach dem Dateinamen oder der URL',
  'Format of the source': 'Format der Quelle',
  'From here on the table cannot be read: a quotation mark is not closed.':
    'Ab hier ist die Tabelle nicht lesbar: Ein Anführungszeichen ist nicht geschlossen.',
  'The rest is not read, because {limit} records up to here have failed or are copies.':
    'Der Rest wird nicht gelesen, weil bis hierher {limit} Einträge fehlgeschlagen oder Kopien sind.',
  'ID of the import': 'ID des Imports',
  'ID of the user who imports': 'ID des Benutzers, der importiert',
  'Identifier at the source': 'Kennung in der Quelle',
  'Is missing.': 'Dieser Wert fehlt.',
  'Limit to rows with this action': 'Auf Zeilen mit dieser Aktion beschränken',
  'Line of the source': 'Zeile der Quelle',
  'Categories, tags, venues and organizers without a name were left out, because IDs are those of the source.':
    'Kategorien, Schlagwörter, Orte und Veranstalter ohne Namen wurden weggelassen, weil IDs zur Quelle gehören.',
  'Each must be the number of a line or one of {words}.':
    'Jeder Eintrag muss die Nummer einer Zeile oder eines dieser Wörter sein: {words}.',
  'Must be a cron expression such as 0 4 * * *.': 'Dieser Wert muss ein Cron-Ausdruck wie 0 4 * * * sein.',
  'Must be an object of columns with one of these fields each: {fields}.':
    'Dieser Wert muss ein Objekt aus Spalten mit je einem dieser Felder sein: {fields}.',
  'No column is known to hold {fields}.': 'Keine bekannte Spalte enthält {fields}.',
  'Nothing differs.': 'Nichts weicht ab.',
  'Rows that are to be written': 'Zeilen, die zu schreiben sind',
  'Rows that cannot be imported': 'Zeilen, die nicht importiert werden können',
  'Rows that have been written': 'Geschriebene Zeilen',
  'Start as the source has it': 'Beginn, wie er in der Quelle steht',
  'Local time or day as which the start is read, if the source writes it in another form':
    'Ortszeit oder Tag, als der der Beginn gelesen wird, wenn die Quelle ihn anders schreibt',
  'Status of events that are created': 'Status der Veranstaltungen, die angelegt werden',
  'The URL could not be read: {reason}.': 'Die URL konnte nicht gelesen werden: {reason}.',
  'Reading the site takes too long. Another import continues where this one stopped.':
    'Das Lesen der Website dauert zu lange. Ein weiterer Import macht dort weiter, wo dieser aufgehört hat.',
  'Reading the file takes too long; import it in several parts.':
    'Das Lesen der Datei dauert zu lange; importieren Sie sie in mehreren Teilen.',
  'A series can be divided by RANGE=THISANDFUTURE at most {limit} times.':
    'Eine Serie kann durch RANGE=THISANDFUTURE höchstens {limit}-mal geteilt werden.',
  'At most {limit} events can have the same UID.':
    'Höchstens {limit} Veranstaltungen können dieselbe UID haben.',
  'At most {limit} EXRULE are possible.': 'Höchstens {limit} EXRULE sind möglich.',
  'The document is too large; write one event to a line.':
    'Das Dokument ist zu groß; schreiben Sie eine Veranstaltung pro Zeile.',
  'The file to import': 'Die Datei, die importiert werden soll',
  'The series has no date {date}, so this exception is skipped.':
    'Die Serie hat den Termin {date} nicht, deshalb wird diese Ausnahme ausgelassen.',
  'The source has withdrawn this event, so it goes to the trash.':
    'Die Quelle hat diese Veranstaltung zurückgezogen, deshalb kommt sie in den Papierkorb.',
  'The source has withdrawn this event, which was edited here and stays.':
    'Die Quelle hat diese Veranstaltung zurückgezogen; sie wurde hier bearbeitet und bleibt.',
  'The time zone "{zone}" is not known.': 'Die Zeitzone „{zone}“ ist nicht bekannt.',
  'This cannot be read because of an internal error.':
    'Das kann wegen eines internen Fehlers nicht gelesen werden.',
  'Days that are numbers are read as Excel counts them: {number} is {date}.':
    'Tage, die Zahlen sind, werden so gelesen, wie Excel sie zählt: {number} ist der {date}.',
  'All days of the table, or its columns, say which number is the day: "{value}" is {date}.':
    'Welche Zahl der Tag ist, sagen alle Tage der Tabelle oder ihre Spalten: „{value}“ ist der {date}.',
  '“{value}” is not a duration such as 2:30 or 90 min, so it was ignored.':
    '„{value}“ ist keine Dauer wie 2:30 oder 90 min und wurde ignoriert.',
  'This calendar has no events.': 'Dieser Kalender hat keine Veranstaltungen.',
  'This calendar does not have the language “{language}”, so it was ignored.':
    'Dieser Kalender hat die Sprache „{language}“ nicht; sie wurde ignoriert.',
  'This component cannot be read: {reason}': 'Diese Komponente ist nicht lesbar: {reason}',
  'This component is too large.': 'Diese Komponente ist zu groß.',
  'This event already exists.': 'Diese Veranstaltung ist hier schon vorhanden.',
  'This event was deleted here.': 'Diese Veranstaltung wurde hier gelöscht.',
  'This has the same identifier as line {line}.': 'Dies hat dieselbe Kennung wie Zeile {line}.',
  'This has the same title and start as line {line}, and no identifier (id or UID) that makes it another event.':
    'Titel und Beginn sind dieselben wie in Zeile {line}, und keine Kennung (id oder UID) macht daraus eine andere Veranstaltung.',
  'This is the same as line {line}.': 'Dies ist dasselbe wie Zeile {line}.',
  'This import does not exist.': 'Dieser Import existiert nicht.',
  'This is an archive; unpack it, and import the calendars in it one after the other.':
    'Das ist ein Archiv; entpacken Sie es, und importieren Sie die Kalender darin einzeln.',
  'This is a workbook of a spreadsheet program; save its table as CSV.':
    'Das ist eine Arbeitsmappe einer Tabellenkalkulation; speichern Sie ihre Tabelle als CSV.',
  'This is an export of a whole service, which only calends import reads, into an empty database.':
    'Dies ist der Export eines ganzen Dienstes, den nur calends import liest, und zwar in eine leere Datenbank.',
  'This is nested more than {limit} deep.': 'Mehr als {limit} Ebenen tief verschachtelt.',
  'This is not a JSON object.': 'Dies ist kein JSON-Objekt.',
  'This is not valid JSON: {reason}': 'Dies ist kein gültiges JSON: {reason}',
  'This is not an iCalendar file: it has no line BEGIN:VCALENDAR.':
    'Dies ist keine iCalendar-Datei: Sie hat keine Zeile BEGIN:VCALENDAR.',
  'This is not a list of events.': 'Dies ist keine Liste von Veranstaltungen.',
  'This is not possible for an import in the state "{state}".':
    'Das ist für einen Import im Zustand „{state}“ nicht möglich.',
  'This file is not encoded in UTF-8, and was read as {encoding}. Check its accents.':
    'Diese Datei ist nicht in UTF-8 kodiert und wurde als {encoding} gelesen. Prüfen Sie ihre Umlaute und Akzente.',
  'This line is longer than {limit} bytes.': 'Diese Zeile ist länger als {limit} Byte.',
  'This line is not encoded in UTF-8; save the file as UTF-8.':
    'Diese Zeile ist nicht in UTF-8 kodiert; speichern Sie die Datei als UTF-8.',
  'This table has no rows below its header.': 'Diese Tabelle hat keine Zeilen unter ihrer Kopfzeile.',
  'More than one column holds {fields}; only one of each is read.':
    'Mehr als eine Spalte enthält {fields}; von jeder wird nur eine gelesen.',
  'Nothing in this table tells which number of "{value}" is the day; write dates such as 2027-01-31.':
    'Nichts in dieser Tabelle sagt, welche Zahl von „{value}“ der Tag ist; schreiben Sie Daten wie 2027-01-31.',
  'The number of columns is {found} here and {expected} in the first row.':
    'Die Zahl der Spalten ist hier {found}, in der ersten Zeile {expected}.',
  'This table has more than {limit} columns.': 'Diese Tabelle hat mehr als {limit} Spalten.',
  'This service makes no requests of its own; upload the file, or set CALENDS_OUTGOING=on.':
    'Dieser Dienst stellt keine eigenen Anfragen; laden Sie die Datei hoch oder setzen Sie CALENDS_OUTGOING=on.',
  'Unique identifier of the import': 'Eindeutige ID des Imports',
  'Date until which it can be undone, in UTC':
    'Zeitpunkt, bis zu dem er rückgängig gemacht werden kann, in UTC',
  'What happens to events that were imported before':
    'Was mit Veranstaltungen geschieht, die schon importiert wurden',
  'Source that the records belong to': 'Quelle, zu der die Datensätze gehören',
  'Source that the records belong to: by default the name of the file, or the URL':
    'Quelle, zu der die Datensätze gehören: standardmäßig der Name der Datei oder die URL',
  'When it was finished, in UTC': 'Wann er abgeschlossen wurde, in UTC',
  'When the URL is imported again: a cron expression':
    'Wann die URL wieder importiert wird: ein Cron-Ausdruck',
  'When the URL is imported again: a cron expression, in the time zone of the site':
    'Wann die URL wieder importiert wird: ein Cron-Ausdruck, in der Zeitzone der Website',
  'When the URL is imported next, in UTC': 'Wann die URL das nächste Mal importiert wird, in UTC',
  Why: 'Warum',
  'Why the import failed': 'Warum der Import fehlgeschlagen ist',
  '"BEGIN:{name}" has no END.': '„BEGIN:{name}“ hat kein END.',
  '"END:{name}" has no BEGIN.': '„END:{name}“ hat kein BEGIN.',
  '"{value}" is not a date or time.': '„{value}“ ist weder ein Datum noch eine Zeit.',
  'A URL was given, but the service makes no requests of its own.':
    'Eine URL wurde angegeben, aber der Dienst stellt keine eigenen Anfragen.',
  'The source to import from could not be read.': 'Die zu importierende Quelle konnte nicht gelesen werden.',
  'The import does not exist.': 'Der Import existiert nicht.',
  'The import is in a state in which this is not possible.':
    'Der Import ist in einem Zustand, in dem das nicht möglich ist.',
  'For CSV: the field that each column holds, by the name of the column':
    'Für CSV: das Feld, das jede Spalte enthält, nach dem Namen der Spalte',
  'List imports': 'Importe auflisten',
  'Read a file or a URL and show what importing it would do':
    'Eine Datei oder URL lesen und zeigen, was ihr Import bewirken würde',
  'Read an import and its rows': 'Einen Import und seine Zeilen lesen',
  'Read the rows of an import, also as a table': 'Die Zeilen eines Imports lesen, auch als Tabelle',
  'Run an import': 'Einen Import ausführen',
  'Undo an import': 'Einen Import rückgängig machen',
  'State of the import': 'Zustand des Imports',
  'Fields by columns of CSV': 'Felder nach Spalten der CSV-Datei',
  'Outcome of the rows': 'Ergebnis der Zeilen',
  'Progress of the import': 'Fortschritt des Imports',
  'Planned action for the row': 'Geplante Aktion für die Zeile',
  'Outcome of the row': 'Ergebnis der Zeile',
  'Fields that have changed at the source, before and after':
    'Felder, die sich in der Quelle geändert haben, vorher und nachher',
  'Fields that the reason names, in their order there':
    'Felder, die der Grund nennt, in der Reihenfolge dort',
  'Fields that a change writes; the others stay as they are here':
    'Felder, die eine Änderung schreibt; die übrigen bleiben hier, wie sie sind',
  'A row of an import': 'Eine Zeile eines Imports',
  'An import of events': 'Ein Import von Veranstaltungen',
  'An import with one page of its rows': 'Ein Import mit einer Seite seiner Zeilen',
  'Imports made by its schedule, newest first': 'Importe, die sein Zeitplan ausgelöst hat, neueste zuerst',
  'Imports of events': 'Importe von Veranstaltungen',
  'Must be a username and an application password, separated by a colon.':
    'Dieser Wert muss aus einem Benutzernamen und einem Anwendungspasswort bestehen, mit einem Doppelpunkt dazwischen.',
  'For a site: a username and an application password there, separated by a colon':
    'Für eine Website: Benutzername und Anwendungspasswort dort, mit einem Doppelpunkt dazwischen',
  'For a site: the languages to read; by default all that it offers':
    'Für eine Website: die Sprachen, die gelesen werden; standardmäßig alle, die sie anbietet',
  'This is new.': 'Das ist neu.',
  'Send a file or a URL, not both.': 'Senden Sie eine Datei oder eine URL, nicht beides.',
  'Can only be used with CSV.': 'Nur bei CSV möglich.',
  'Can only be used with a site (format tec).': 'Nur bei einer Website möglich (Format tec).',
  'Only a URL can be imported on a schedule.': 'Nur eine URL kann nach einem Zeitplan importiert werden.',
  'Cannot be used with a schedule, because application passwords are not stored.':
    'Dieser Wert kann nicht mit einem Zeitplan verwendet werden, weil Anwendungspasswörter nicht gespeichert werden.',
  'This may be “{title}”, which came from another source.':
    'Das ist vielleicht „{title}“ aus einer anderen Quelle.',
  'This may be “{title}” from an earlier import of this source.':
    'Das ist vielleicht „{title}“ aus einem früheren Import dieser Quelle.',
  'New events that may already exist': 'Neue Veranstaltungen, die es vielleicht schon gibt',
  'ID of the event that this may duplicate':
    'ID der Veranstaltung, von der dies vielleicht eine Dublette ist',
  'Limit to events that may already exist': 'Auf Veranstaltungen beschränken, die es vielleicht schon gibt',
  'Rows to skip: by their lines, or all that are create, change or suspected':
    'Zeilen, die ausgelassen werden: nach ihrer Nummer, oder alle mit create, change oder suspected',
  'This source is already being read; wait until that import has been read.':
    'Diese Quelle wird bereits gelesen; warten Sie, bis der laufende Import gelesen ist.',
  'Another import is reading the site.': 'Ein anderer Import liest die Website gerade.',
  'This was skipped.': 'Das wurde ausgelassen.',
  'This was deleted here.': 'Das wurde hier gelöscht.',
  'An internal error stopped the import.': 'Ein interner Fehler hat den Import beendet.',
  'The author no longer has permission to import.':
    'Wer den Import angelegt hat, darf nicht mehr importieren.',
  'This already exists.': 'Das ist hier schon vorhanden.',
  'There is no column {names}; the columns are {columns}.':
    'Es gibt keine Spalte {names}; die Spalten sind {columns}.',
  'This calendar does not have these languages of the site, so texts in them are not imported: {languages}.':
    'Diese Sprachen der Website hat dieser Kalender nicht, deshalb werden Texte in ihnen nicht importiert: {languages}.',
  'The site does not list unpublished entries to this user, so only published ones are imported.':
    'Die Website zeigt diesem Benutzer keine unveröffentlichten Einträge; importiert werden nur die veröffentlichten.',
  'A list of the site ended before its last page, so some entries may be missing; import it again.':
    'Eine Liste der Website endete vor ihrer letzten Seite, daher fehlen vielleicht Einträge; importieren Sie noch einmal.',
  'The ID of “{title}” at the site is not a number, so it is not imported.':
    'Die ID von „{title}“ auf der Website ist keine Zahl; daher wird dieser Eintrag nicht importiert.',
  'The site lists another entry with the ID of “{title}”, which is imported instead.':
    'Die Website führt einen anderen Eintrag mit der ID von „{title}“, der an dessen Stelle importiert wird.',
  'The password is sent only to the site itself, so of {hosts} only published entries are imported.':
    'Das Passwort wird nur an die Website selbst gesendet; von {hosts} werden daher nur veröffentlichte Einträge importiert.',
  'The site does not say what this is a translation of, so it is imported on its own.':
    'Die Website gibt nicht an, wovon dies eine Übersetzung ist; daher wird es ein eigener Eintrag.',
  'This event has a password at the source, which is not imported, so it is not public here.':
    'Diese Veranstaltung hat in der Quelle ein Passwort, das nicht importiert wird; daher ist sie hier nicht öffentlich.',
  'The source does not say when this event is to be published, so it awaits a review here.':
    'Die Quelle gibt nicht an, wann diese Veranstaltung veröffentlicht werden soll; daher wartet sie hier auf eine Prüfung.',
  'The site shows “{title}” only to those who have its password, so it is not imported.':
    'Die Website zeigt „{title}“ nur denen, die das Passwort kennen; daher wird dieser Eintrag nicht importiert.',
  'Kind of the row': 'Art der Zeile',
  'Kind of resource, if the row is not an event': 'Art der Ressource, wenn die Zeile keine Veranstaltung ist',
  'Title or name': 'Titel oder Name',
  '{count} to-do was skipped, because only events are imported.':
    '{count} Aufgabe wurde ausgelassen, weil nur Veranstaltungen importiert werden.',
  '{count} to-dos were skipped, because only events are imported.':
    '{count} Aufgaben wurden ausgelassen, weil nur Veranstaltungen importiert werden.',
  '{count} journal entry was skipped, because only events are imported.':
    '{count} Journaleintrag wurde ausgelassen, weil nur Veranstaltungen importiert werden.',
  '{count} journal entries were skipped, because only events are imported.':
    '{count} Journaleinträge wurden ausgelassen, weil nur Veranstaltungen importiert werden.',
  '{count} free/busy time was skipped, because only events are imported.':
    '{count} Frei/Belegt-Zeit wurde ausgelassen, weil nur Veranstaltungen importiert werden.',
  '{count} free/busy times were skipped, because only events are imported.':
    '{count} Frei/Belegt-Zeiten wurden ausgelassen, weil nur Veranstaltungen importiert werden.',
  'What was skipped, and why': 'Was ausgelassen wurde und warum',
  'A sentence about the source': 'Ein Satz über die Quelle',
  'The identifier contains NUL or an unpaired surrogate.':
    'Die Kennung enthält NUL oder ein einzelnes Surrogat.',
  'The columns are named in line {line}; what stands above it is not read.':
    'Die Spalten sind in Zeile {line} benannt; was darüber steht, wird nicht gelesen.',
  'The database cannot store this.': 'Die Datenbank kann dies nicht speichern.',
  'This file is empty.': 'Diese Datei ist leer.',
} satisfies Record<keyof typeof french, string>
