import type { problems as french } from '../fr/problems.ts'

export const problems = {
  'There is no such event.': 'Diese Veranstaltung gibt es nicht.',
  'There is no such venue.': 'Diesen Veranstaltungsort gibt es nicht.',
  'There is no such organizer.': 'Diesen Veranstalter gibt es nicht.',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  'There is no such tag.': 'Dieses Schlagwort gibt es nicht.',
  'Missing parameter(s): {names}': 'Fehlende Parameter: {names}',
  'Invalid parameter(s): {names}': 'Ungültige Parameter: {names}',
  'No route was found matching the URL and request method.':
    'Es gibt keine Route, die zu URL und Methode der Anfrage passt.',
  'This route does not answer that method; it answers {methods}.':
    'Diese Route beantwortet diese Methode nicht; sie beantwortet {methods}.',
  'You must sign in to do this.': 'Dazu müssen Sie sich anmelden.',
  'You are not allowed to do this.': 'Dazu sind Sie nicht berechtigt.',
  'The user name, the password or the token is not correct.':
    'Benutzername, Passwort oder Token ist nicht richtig.',
  'This id belongs to something of another kind.': 'Diese ID gehört zu etwas anderer Art.',
  'This is not published, and you may not read it.':
    'Dies ist nicht veröffentlicht, und Sie dürfen es nicht lesen.',
  'This event is protected by a password.': 'Diese Veranstaltung ist durch ein Passwort geschützt.',
  'This is in the trash and no longer available.': 'Dies liegt im Papierkorb und ist nicht mehr verfügbar.',
  'This is in the trash already.': 'Dies liegt bereits im Papierkorb.',
  'There is no translation into "{language}".': 'Es gibt keine Übersetzung in „{language}“.',
  '"{language}" is the language of the original, which cannot be removed alone.':
    '„{language}“ ist die Sprache des Originals, das nicht allein entfernt werden kann.',
  'This page lies beyond the end of the list.': 'Diese Seite liegt hinter dem Ende der Liste.',
  'A term with that name exists already under the same parent.':
    'Unter demselben übergeordneten Begriff gibt es bereits einen Begriff dieses Namens.',
  'The slug "{slug}" is in use already; choose another one.':
    'Der Slug „{slug}“ wird bereits verwendet; wählen Sie einen anderen.',
  'There is no such namespace here.': 'Diesen Namensraum gibt es hier nicht.',
  'This has changed since you read it: the entity tag in If-Match is no longer the current one.':
    'Dies hat sich geändert, seit Sie es gelesen haben: Das ETag in If-Match ist nicht mehr das aktuelle.',
  'Too many requests; try again later.': 'Zu viele Anfragen; versuchen Sie es später noch einmal.',
  'The service cannot answer just now; try again later.':
    'Der Dienst kann gerade nicht antworten; versuchen Sie es später noch einmal.',
  'There is no such user.': 'Diesen Benutzer gibt es nicht.',
  'This user owns {count} entry; hand it over with reassign.':
    'Diesem Benutzer gehört {count} Eintrag; übergeben Sie ihn mit reassign.',
  'This user owns {count} entries; hand them over with reassign.':
    'Diesem Benutzer gehören {count} Einträge; übergeben Sie sie mit reassign.',
  'This is the last administrator; make another user an administrator first.':
    'Dies ist der letzte Administrator; machen Sie zuerst jemand anderen zum Administrator.',
  'There is no such application password.': 'Dieses Anwendungspasswort gibt es nicht.',
  'Something went wrong on our side.': 'Auf unserer Seite ist etwas schiefgegangen.',
  'The type of the body is not said; use {allowed}.':
    'Der Typ des Rumpfes ist nicht angegeben; verwenden Sie {allowed}.',
  'A body of the type "{type}" is not read here; use {allowed}.':
    'Ein Rumpf vom Typ „{type}“ wird hier nicht gelesen; verwenden Sie {allowed}.',
  'A body in "{charset}" is not read here; use UTF-8.':
    'Ein Rumpf in „{charset}“ wird hier nicht gelesen; verwenden Sie UTF-8.',
  'A body compressed with "{coding}" is not read here; send it uncompressed.':
    'Ein mit „{coding}“ komprimierter Rumpf wird hier nicht gelesen; senden Sie ihn unkomprimiert.',
  'The body must be a JSON object.': 'Der Rumpf muss ein JSON-Objekt sein.',
  'The body nests too deep; at most {levels} levels are allowed.':
    'Der Rumpf ist zu tief verschachtelt; erlaubt sind höchstens {levels} Ebenen.',
  'The body is not valid UTF-8.': 'Der Rumpf ist kein gültiges UTF-8.',
  'The body is not valid JSON: see line {line}, column {column}.':
    'Der Rumpf ist kein gültiges JSON: siehe Zeile {line}, Spalte {column}.',
  'The body is not valid JSON.': 'Der Rumpf ist kein gültiges JSON.',
  'The body is not valid multipart/form-data.': 'Der Rumpf ist kein gültiges multipart/form-data.',
  'The body is too large.': 'Der Rumpf ist zu groß.',
  'The body ended before it was complete.': 'Der Rumpf endete, bevor er vollständig war.',
  'The body is too large; at most {limit} bytes are allowed.':
    'Der Rumpf ist zu groß; erlaubt sind höchstens {limit} Byte.',
  'The body has too many fields; at most {limit} are allowed.':
    'Der Rumpf hat zu viele Felder; erlaubt sind höchstens {limit}.',
  'The header fields of the request are too large.': 'Die Kopfzeilen der Anfrage sind zu groß.',
  'The chunk extensions of the body are too large.': 'Die Chunk-Erweiterungen des Rumpfes sind zu groß.',
  'The request did not arrive in time.': 'Die Anfrage kam nicht rechtzeitig an.',
  'A part of the path is too long.': 'Ein Teil des Pfades ist zu lang.',
  'The path is not percent-encoded UTF-8.': 'Der Pfad ist kein prozentkodiertes UTF-8.',
  'The request is not well-formed HTTP.': 'Die Anfrage ist kein wohlgeformtes HTTP.',
  'Only editors may delete for good; without force it goes to the trash.':
    'Nur Redakteure dürfen endgültig löschen; ohne force kommt es in den Papierkorb.',
  'Only editors may make somebody else the author.': 'Nur Redakteure dürfen jemand anderen zum Autor machen.',
  'Only authors and editors may give an image.': 'Nur Autoren und Redakteure dürfen ein Bild angeben.',
  'You are not allowed to create terms; only existing ones will do.':
    'Sie dürfen keine Begriffe anlegen; möglich sind nur vorhandene.',
  'Only administrators may change user names.': 'Nur Administratoren dürfen Benutzernamen ändern.',
  'Only administrators may change roles.': 'Nur Administratoren dürfen Rollen ändern.',
  'This Idempotency-Key was used for another request; use a new key for each request.':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet; verwenden Sie für jede Anfrage einen neuen Schlüssel.',
} as const satisfies Record<keyof typeof french, string>
