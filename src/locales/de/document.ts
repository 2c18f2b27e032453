import type { document as french } from '../fr/document.ts'

export const document = {
  'A calendar service: events, venues, organizers, categories and tags, in several languages.':
    'Ein Kalenderdienst: Veranstaltungen, Veranstaltungsorte, Veranstalter, Kategorien und Schlagwörter, in mehreren Sprachen.',
  'Parameters are sent in the query string or in a body: JSON, form or multipart. The body takes precedence over the query string, and nothing overrides the path.':
    'Parameter werden im Query-String oder in einem Body gesendet: JSON, Formular oder Multipart. Der Body hat Vorrang vor dem Query-String, und nichts überschreibt den Pfad.',
  'Every route supports OPTIONS, which returns its description, and supports HEAD where it supports GET.':
    'Jede Route unterstützt OPTIONS, das ihre Beschreibung liefert, und HEAD, wo sie GET unterstützt.',
  'With dry_run=true nothing changes, and the response is 200 with series.changed alone (seriesChanges).':
    'Mit dry_run=true ändert sich nichts, und die Antwort ist 200 und enthält nur series.changed (seriesChanges).',
  'POST, PUT and PATCH are equivalent: fields that are not sent remain unchanged.':
    'POST, PUT und PATCH sind gleichwertig: Nicht gesendete Felder bleiben unverändert.',
  'Not modified; the cached representation is still current':
    'Nicht geändert; die Darstellung im Cache ist noch aktuell',
  'The resource was created': 'Die Ressource wurde angelegt',
  'The request succeeded': 'Die Anfrage war erfolgreich',
  'A resource of the same name already exists and is returned':
    'Eine Ressource gleichen Namens ist bereits vorhanden und wird zurückgegeben',
  'The service is running': 'Der Dienst läuft',
  'The service is ready': 'Der Dienst ist bereit',
  'The service is stopping, or its database is unreachable':
    'Der Dienst wird beendet, oder seine Datenbank ist nicht erreichbar',
  Metrics: 'Metriken',
  'URLs of other pages, or of the other languages (RFC 8288)':
    'URLs anderer Seiten oder der anderen Sprachen (RFC 8288)',
  'Strong ETag of the representation': 'Starkes ETag der Darstellung',
  'Who may cache the response, and for how long': 'Wer die Antwort im Cache speichern darf und wie lange',
  'Language of the content': 'Sprache des Inhalts',
  'Request headers that the response depends on': 'Header der Anfrage, von denen die Antwort abhängt',
  'URL of the created resource': 'URL der angelegten Ressource',
  'Seconds to wait before trying again': 'Sekunden bis zum nächsten Versuch',
  'Supported authentication schemes': 'Unterstützte Anmeldeverfahren',
  'Requests allowed in a burst': 'Anfragen, die auf einmal zulässig sind',
  'Remaining requests': 'Verbleibende Anfragen',
  'Seconds until the full limit is available again':
    'Sekunden, bis das volle Kontingent wieder verfügbar ist',
  'Names of parameters that were sent but do not exist': 'Namen gesendeter Parameter, die es nicht gibt',
  'Identifies the request in the service log': 'Identifiziert die Anfrage im Protokoll des Dienstes',
  'Limits the response to the given paths, such as id,title,venue.venue; in lists, paths start at the envelope':
    'Beschränkt die Antwort auf die angegebenen Pfade, zum Beispiel id,title,venue.venue; bei Listen beginnen sie beim umschließenden Objekt',
  'Other forms than JSON, by an extension of the path or by Accept: {extensions}.':
    'Andere Formate als JSON, über eine Endung des Pfades oder über Accept: {extensions}.',
  'Contains everything that matches, unless page or per_page is sent.':
    'Enthält alles, was passt, außer wenn page oder per_page gesendet wird.',
  'Events that start on or after the given date; by default {days} days ago, and today in CSV':
    'Veranstaltungen, die am angegebenen Datum oder später beginnen; standardmäßig vor {days} Tagen, als CSV heute',
  'The form, as an extension': 'Das Format, als Endung',
  'Last change of a feed; absent from JSON': 'Letzte Änderung eines Feeds; fehlt bei JSON',
  'Last-Modified of a cached feed; the response is 304 if nothing has changed since':
    'Last-Modified eines Feeds im Cache; die Antwort ist 304, wenn sich seither nichts geändert hat',
  'ETags of cached representations; the response is 304 if one of them is still current':
    'ETags der Darstellungen im Cache; ist eines noch aktuell, lautet die Antwort 304',
  'ETag of the representation to change; the response is 412 if it has changed since':
    'ETag der zu ändernden Darstellung; hat sie sich seither geändert, lautet die Antwort 412',
  'Language of messages: a language of the site': 'Sprache der Meldungen: eine Sprache der Website',
  'Language of messages if no other is specified; has no effect on data':
    'Sprache der Meldungen, wenn keine andere angegeben ist; ohne Wirkung auf die Daten',
  'Language of error messages alone; takes precedence over any other':
    'Sprache nur der Fehlermeldungen; hat Vorrang vor jeder anderen Sprachangabe',
  'The intended method, for clients that can only send POST':
    'Die beabsichtigte Methode, für Clients, die nur POST senden können',
  'Username and application password': 'Benutzername und Anwendungspasswort',
  'Token of an application password': 'Token eines Anwendungspassworts',
  'Events of the calendar': 'Veranstaltungen des Kalenders',
  'Venues where events take place': 'Orte, an denen Veranstaltungen stattfinden',
  'Organizers of events': 'Veranstalter von Veranstaltungen',
  'Categories of events, as a tree': 'Kategorien von Veranstaltungen, als Baum',
  'Tags of events': 'Schlagwörter von Veranstaltungen',
  'Discovery and documentation of the API': 'Erkundung und Dokumentation der API',
  'Users and their application passwords': 'Benutzer und ihre Anwendungspasswörter',
  'Health and metrics of the service': 'Zustand und Metriken des Dienstes',
  'A required parameter is missing or null.': 'Ein Pflichtparameter fehlt oder ist null.',
  'A parameter is invalid.': 'Ein Parameter ist ungültig.',
  'The body cannot be read.': 'Der Body kann nicht gelesen werden.',
  'The media type, charset or content encoding of the body is not supported.':
    'Medientyp, Zeichensatz oder Inhaltskodierung des Bodys wird nicht unterstützt.',
  'The body or the response exceeds the size limit.':
    'Der Body oder die Antwort überschreitet die maximale Größe.',
  'The request is malformed, its URL or headers are too large, it timed out, or its transfer coding is not supported.':
    'Die Anfrage ist fehlerhaft, ihre URL oder ihre Header sind zu lang, sie hat das Zeitlimit überschritten, oder ihre Transferkodierung wird nicht unterstützt.',
  'The route does not exist or does not support the method.':
    'Die Route existiert nicht oder unterstützt die Methode nicht.',
  'Authentication is required, or permission is missing.':
    'Eine Anmeldung ist erforderlich, oder die Berechtigung fehlt.',
  'The credentials are incorrect.': 'Die Zugangsdaten sind falsch.',
  'The ID or slug does not exist.': 'Die ID oder der Slug existiert nicht.',
  'The ID belongs to a different kind of resource.': 'Die ID gehört zu einer Ressource anderer Art.',
  'The resource is not published, and the caller does not have permission to read it.':
    'Die Ressource ist nicht veröffentlicht, und der Aufrufer darf sie nicht lesen.',
  'The resource is in the trash and is read or updated by ID.':
    'Die Ressource liegt im Papierkorb und wird über die ID gelesen oder geändert.',
  'The resource is in the trash and is deleted again by ID.':
    'Die Ressource liegt im Papierkorb und wird über die ID nochmals gelöscht.',
  'The requested page does not exist; the list has fewer pages.':
    'Die angefragte Seite existiert nicht; die Liste hat weniger Seiten.',
  'The event password is missing or incorrect.': 'Das Passwort der Veranstaltung fehlt oder ist falsch.',
  'No translation exists for this language.': 'Es gibt keine Übersetzung in dieser Sprache.',
  'The original would be deleted as if it were a translation.':
    'Das Original würde wie eine Übersetzung gelöscht.',
  'In details: geolocation is disabled.': 'In details: Die Geolokalisierung ist deaktiviert.',
  'A term with that name already exists under the same parent.':
    'Unter demselben übergeordneten Begriff gibt es bereits einen Begriff mit diesem Namen.',
  'An update requests a slug that is already in use.':
    'Eine Änderung verlangt einen Slug, der bereits verwendet wird.',
  'Discovery is requested for another namespace.':
    'Die Erkundung wird für einen anderen Namensraum angefragt.',
  'The representation named in If-Match has changed.':
    'Die in If-Match genannte Darstellung hat sich geändert.',
  'Too many requests or incorrect passwords.': 'Zu viele Anfragen oder falsche Passwörter.',
  'The service is stopping, or its database is unreachable.':
    'Der Dienst wird beendet, oder seine Datenbank ist nicht erreichbar.',
  'The user does not exist.': 'Der Benutzer existiert nicht.',
  'A user who owns entries would be deleted without reassign.':
    'Ein Benutzer, dem Einträge gehören, würde ohne reassign gelöscht.',
  'The last administrator would be deleted or lose the role.':
    'Der letzte Administrator würde gelöscht oder verlöre die Rolle.',
  'The application password does not exist.': 'Das Anwendungspasswort existiert nicht.',
  'An internal error; the request ID identifies it in the log.':
    'Ein interner Fehler; über die ID der Anfrage ist er im Protokoll zu finden.',
  'The Idempotency-Key was already used for a different request.':
    'Der Idempotency-Key wurde bereits für eine andere Anfrage verwendet.',
  'Identifies the request; if it is sent again within a day, it is not executed again and the original response is returned':
    'Identifiziert die Anfrage; wird sie innerhalb eines Tages erneut gesendet, wird sie nicht nochmals ausgeführt und die ursprüngliche Antwort zurückgegeben',
  'Images that the site stores': 'Bilder, die die Website speichert',
  'Media type of the form': 'Medientyp des Formats',
  'Another form of the response': 'Ein anderes Format der Antwort',
} as const satisfies Record<keyof typeof french, string>
