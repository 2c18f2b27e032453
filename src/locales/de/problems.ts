import type { problems as french } from '../fr/problems.ts'

export const problems = {
  'This event does not exist.': 'Diese Veranstaltung existiert nicht.',
  'This venue does not exist.': 'Dieser Veranstaltungsort existiert nicht.',
  'This organizer does not exist.': 'Dieser Veranstalter existiert nicht.',
  'This category does not exist.': 'Diese Kategorie existiert nicht.',
  'This tag does not exist.': 'Dieses Schlagwort existiert nicht.',
  'Missing parameter(s): {names}': 'Fehlende Parameter: {names}',
  'Unknown arguments were ignored: {names}': 'Unbekannte Argumente wurden nicht beachtet: {names}',
  'Invalid parameter(s): {names}': 'Ungültige Parameter: {names}',
  'No route was found matching the URL and request method.': 'Für diese URL und Methode gibt es keine Route.',
  'This method is not supported; supported methods: {methods}.':
    'Diese Methode wird nicht unterstützt; unterstützte Methoden: {methods}.',
  'Authentication is required.': 'Eine Anmeldung ist erforderlich.',
  'You do not have permission to do this.': 'Für diese Aktion fehlt die Berechtigung.',
  'This format contains only what is published, whoever asks; JSON and CSV contain what you may read.':
    'Dieses Format enthält nur Veröffentlichtes, wer auch immer fragt; JSON und CSV enthalten, was Sie lesen dürfen.',
  'The username, password or token is incorrect.': 'Benutzername, Passwort oder Token ist falsch.',
  'This ID belongs to a different kind of resource.': 'Diese ID gehört zu einer Ressource anderer Art.',
  'This resource is not published, and you do not have permission to read it.':
    'Diese Ressource ist nicht veröffentlicht, und für den Lesezugriff fehlt die Berechtigung.',
  'This event is password-protected.': 'Diese Veranstaltung ist passwortgeschützt.',
  'This resource is in the trash and no longer available.':
    'Diese Ressource liegt im Papierkorb und ist nicht mehr verfügbar.',
  'This resource is already in the trash.': 'Diese Ressource liegt bereits im Papierkorb.',
  'No translation exists for the language "{language}".':
    'Es gibt keine Übersetzung in der Sprache „{language}“.',
  '"{language}" is the original language; the original cannot be deleted on its own.':
    '„{language}“ ist die Originalsprache; das Original kann nicht einzeln gelöscht werden.',
  'This page does not exist; the list has fewer pages.':
    'Diese Seite existiert nicht; die Liste hat weniger Seiten.',
  'A term with this name already exists under the same parent.':
    'Unter demselben übergeordneten Begriff gibt es bereits einen Begriff mit diesem Namen.',
  'The slug "{slug}" is already in use; choose another one.':
    'Der Slug „{slug}“ wird bereits verwendet; wählen Sie einen anderen.',
  'This namespace does not exist.': 'Dieser Namensraum existiert nicht.',
  'This resource has changed since you read it: the ETag in If-Match is no longer current.':
    'Diese Ressource wurde seit dem Lesen geändert: Das ETag in If-Match ist nicht mehr aktuell.',
  'The response would be larger than {maximum} MiB; request fewer items with per_page.':
    'Die Antwort wäre größer als {maximum} MiB; fordern Sie mit per_page weniger Einträge an.',
  'Too many requests; try again later.': 'Zu viele Anfragen; versuchen Sie es später noch einmal.',
  'The service is temporarily unavailable; try again later.':
    'Der Dienst ist vorübergehend nicht verfügbar; versuchen Sie es später noch einmal.',
  'This user does not exist.': 'Dieser Benutzer existiert nicht.',
  'This user owns {count} entry; use reassign to transfer it to another user.':
    'Diesem Benutzer gehört {count} Eintrag; übertragen Sie ihn mit reassign auf einen anderen Benutzer.',
  'This user owns {count} entries; use reassign to transfer them to another user.':
    'Diesem Benutzer gehören {count} Einträge; übertragen Sie sie mit reassign auf einen anderen Benutzer.',
  'The last administrator cannot be deleted or lose this role; make another user an administrator first.':
    'Der letzte Administrator kann weder gelöscht werden noch diese Rolle verlieren; ernennen Sie zuerst einen anderen Benutzer zum Administrator.',
  'This application password does not exist.': 'Dieses Anwendungspasswort existiert nicht.',
  'An internal error occurred.': 'Ein interner Fehler ist aufgetreten.',
  'The Content-Type header is required; use {allowed}.':
    'Der Header Content-Type ist erforderlich; verwenden Sie {allowed}.',
  'The media type "{type}" is not supported; use {allowed}.':
    'Der Medientyp „{type}“ wird nicht unterstützt; verwenden Sie {allowed}.',
  'The charset "{charset}" is not supported; use UTF-8.':
    'Der Zeichensatz „{charset}“ wird nicht unterstützt; verwenden Sie UTF-8.',
  'The content encoding "{coding}" is not supported; send the body uncompressed.':
    'Die Inhaltskodierung „{coding}“ wird nicht unterstützt; senden Sie den Body unkomprimiert.',
  'The body must be a JSON object.': 'Der Body muss ein JSON-Objekt sein.',
  'The body is nested too deeply; at most {levels} levels are allowed.':
    'Der Body ist zu tief verschachtelt; höchstens {levels} Ebenen sind erlaubt.',
  'The body is not valid UTF-8.': 'Der Body ist kein gültiges UTF-8.',
  'The body is not valid JSON: error at line {line}, column {column}.':
    'Der Body ist kein gültiges JSON: Fehler in Zeile {line}, Spalte {column}.',
  'The body is not valid multipart/form-data.': 'Der Body ist kein gültiges multipart/form-data.',
  'The body is incomplete.': 'Der Body ist unvollständig.',
  'The body is too large; at most {limit} bytes are allowed.':
    'Der Body ist zu groß; höchstens {limit} Byte sind erlaubt.',
  'The body has too many fields; at most {limit} are allowed.':
    'Der Body enthält zu viele Felder; höchstens {limit} sind erlaubt.',
  'The request headers are too large.': 'Die Header der Anfrage sind zu groß.',
  'The chunk extensions of the body are too large.': 'Die Chunk-Erweiterungen des Bodys sind zu groß.',
  'The request timed out.': 'Zeitüberschreitung beim Empfang der Anfrage.',
  'A path segment is too long.': 'Ein Pfadsegment ist zu lang.',
  'The path must be percent-encoded UTF-8.': 'Der Pfad muss prozentkodiertes UTF-8 sein.',
  'The only transfer coding of a body that is supported is chunked.':
    'Die einzige Transferkodierung eines Bodys, die unterstützt wird, ist chunked.',
  'The request must have exactly one valid Host header.':
    'Die Anfrage muss genau einen gültigen Host-Header haben.',
  'The request is not valid HTTP.': 'Die Anfrage ist kein gültiges HTTP.',
  'This name belongs to the password of the settings.':
    'Dieser Name ist für das Passwort aus den Einstellungen reserviert.',
  'Only editors can delete permanently; without force, the resource is moved to the trash.':
    'Nur Redakteure dürfen endgültig löschen; ohne force wird die Ressource in den Papierkorb verschoben.',
  'Only editors can set another user as the author.':
    'Nur Redakteure dürfen einen anderen Benutzer als Autor festlegen.',
  'Only authors and editors can publish.': 'Nur Autoren und Redakteure dürfen veröffentlichen.',
  'Only authors and editors can set an image.': 'Nur Autoren und Redakteure dürfen ein Bild festlegen.',
  'Only contributors, authors and editors can request this.':
    'Nur Mitwirkende, Autoren und Redakteure dürfen dies anfordern.',
  'Only contributors, authors and editors can list unpublished resources.':
    'Nur Mitwirkende, Autoren und Redakteure dürfen unveröffentlichte Ressourcen auflisten.',
  'This requires permission to edit the resource.':
    'Dazu ist die Berechtigung erforderlich, die Ressource zu bearbeiten.',
  'This requires permission to edit the series.':
    'Dazu ist die Berechtigung erforderlich, die Serie zu bearbeiten.',
  'You do not have permission to create terms; use existing terms.':
    'Für das Anlegen von Begriffen fehlt die Berechtigung; verwenden Sie vorhandene Begriffe.',
  'Only administrators can change usernames.': 'Nur Administratoren dürfen Benutzernamen ändern.',
  'Only administrators can change roles.': 'Nur Administratoren dürfen Rollen ändern.',
  'This Idempotency-Key was already used for a different request; use a new key for each request.':
    'Dieser Idempotency-Key wurde bereits für eine andere Anfrage verwendet; verwenden Sie für jede Anfrage einen neuen Schlüssel.',
  'This image does not exist.': 'Dieses Bild existiert nicht.',
  'This image is in use; send force=true to remove it from everything that shows it.':
    'Dieses Bild wird verwendet; senden Sie force=true, um es überall zu entfernen.',
  'The file is too large; at most {limit} bytes are allowed.':
    'Die Datei ist zu groß; höchstens {limit} Byte sind erlaubt.',
  'The file is too large; it may have at most {mebibytes} MiB.':
    'Die Datei ist zu groß; sie darf höchstens {mebibytes} MiB groß sein.',
  'The image does not exist.': 'Das Bild existiert nicht.',
  'An image in use would be deleted without force.': 'Ein verwendetes Bild würde ohne force gelöscht.',
  'Must be lines of RFC 5545, as a list or a string.':
    'Dieser Wert muss aus Zeilen nach RFC 5545 bestehen, als Liste oder als Zeichenkette.',
  '{name} is not a field that occurrences inherit; use {fields}, texts of translations as in title@fr.':
    '{name} ist kein Feld, das Termine von der Serie übernehmen; möglich sind {fields}, für Texte von Übersetzungen title@fr.',
  'An occurrence has no recurrence of its own: send it to the series, or with scope=following or scope=all.':
    'Ein Termin hat keine eigene Wiederholung: Senden Sie sie an die Serie oder mit scope=following oder scope=all.',
  'The rule of this series has no date on {day} when it moves by as much; send recurrence as well.':
    'Die Regel dieser Serie hat am {day} keinen Termin, wenn sie um so viel verschoben wird; senden Sie auch recurrence.',
} as const satisfies Record<keyof typeof french, string>
