import type { document as french } from '../fr/document.ts'

export const document = {
  'A calendar service: events, venues, organizers, categories and tags, in several languages.':
    'Ein Kalenderdienst: Veranstaltungen, Veranstaltungsorte, Veranstalter, Kategorien und Schlagwörter, in mehreren Sprachen.',
  'Parameters travel in the query or in a body: JSON, form or multipart. The body goes before the query, and nothing overrides the path.':
    'Parameter stehen in der Abfrage oder in einem Rumpf: JSON, Formular oder Multipart. Der Rumpf geht der Abfrage vor, und nichts ersetzt den Pfad.',
  'Every route answers OPTIONS with its description, and HEAD where it answers GET.':
    'Jede Route beantwortet OPTIONS mit ihrer Beschreibung, und HEAD, wo sie GET beantwortet.',
  'POST, PUT and PATCH do the same: what is not sent stays as it is.':
    'POST, PUT und PATCH tun dasselbe: Was nicht gesendet wird, bleibt, wie es ist.',
  'What you have is still what is there': 'Was Sie haben, ist noch aktuell',
  'It was created': 'Es wurde angelegt',
  'It was done': 'Es wurde ausgeführt',
  'One of the same name was there and is answered':
    'Ein Eintrag gleichen Namens war vorhanden und wird geantwortet',
  'It is alive': 'Er läuft',
  'It is ready': 'Er ist bereit',
  'It is stopping, or its database is out of reach': 'Er hält an, oder seine Datenbank ist nicht erreichbar',
  Metrics: 'Metriken',
  'Addresses of other pages, or of the other languages (RFC 8288)':
    'Adressen anderer Seiten oder der anderen Sprachen (RFC 8288)',
  'Strong entity tag of the representation': 'Starkes ETag der Darstellung',
  'Who may keep the answer, and for how long': 'Wer die Antwort aufbewahren darf, und wie lange',
  'Language of the content': 'Sprache des Inhalts',
  'Headers of the request that the answer depends on':
    'Kopfzeilen der Anfrage, von denen die Antwort abhängt',
  'Address of what was created': 'Adresse des Angelegten',
  'Seconds after which to try again': 'Sekunden, nach denen ein neuer Versuch lohnt',
  'How to sign in': 'Wie man sich anmeldet',
  'Requests that are allowed in a burst': 'Anfragen, die auf einmal erlaubt sind',
  'Requests that are left': 'Verbleibende Anfragen',
  'Seconds until all are there again': 'Sekunden, bis alle wieder verfügbar sind',
  'Names the request in the log of the service': 'Bezeichnet die Anfrage im Protokoll des Dienstes',
  'Trims the answer to the paths given, such as id,title,venue.venue; on lists they start at the envelope':
    'Kürzt die Antwort auf die angegebenen Pfade, zum Beispiel id,title,venue.venue; bei Listen beginnen sie an der Hülle',
  'Entity tags that are there already; answered with 304 if one still holds':
    'Bereits vorhandene ETags; gilt eines noch, ist die Antwort 304',
  'Entity tag of the representation that the write is meant for; 412 if it has changed':
    'ETag der Darstellung, der das Schreiben gilt; 412, wenn sie sich geändert hat',
  'Language of messages where no other is named; never that of data':
    'Sprache der Meldungen, wo keine andere genannt ist; nie die der Daten',
  'The method that is meant, where a client can only send POST':
    'Die gemeinte Methode, wo ein Client nur POST senden kann',
  'User name and application password': 'Benutzername und Anwendungspasswort',
  'The token of an application password': 'Das Token eines Anwendungspassworts',
  'Events of the calendar': 'Veranstaltungen des Kalenders',
  'Where events take place': 'Wo Veranstaltungen stattfinden',
  'Who holds events': 'Wer Veranstaltungen ausrichtet',
  'Categories of events, in a tree': 'Kategorien von Veranstaltungen, als Baum',
  'Tags of events': 'Schlagwörter von Veranstaltungen',
  'What the interface says of itself': 'Was die Schnittstelle über sich selbst sagt',
  'Users and their application passwords': 'Benutzer und ihre Anwendungspasswörter',
  'How the service does': 'Wie es dem Dienst geht',
  'A required parameter is absent or null.': 'Ein Pflichtparameter fehlt oder ist null.',
  'A parameter is not acceptable.': 'Ein Parameter ist nicht zulässig.',
  'The body cannot be read.': 'Der Rumpf kann nicht gelesen werden.',
  'The body is of a kind that is not read here.': 'Der Rumpf ist von einer Art, die hier nicht gelesen wird.',
  'The body is larger than the limit.': 'Der Rumpf ist größer als erlaubt.',
  'The request is not well-formed, too large in its head, or too slow.':
    'Die Anfrage ist nicht wohlgeformt, ihr Kopf ist zu groß, oder sie ist zu langsam.',
  'There is no such route, or it does not answer the method.':
    'Diese Route gibt es nicht, oder sie beantwortet die Methode nicht.',
  'Nobody signed in, or the right is lacking.': 'Niemand ist angemeldet, oder das Recht fehlt.',
  'The name, password or token presented is wrong.':
    'Der vorgelegte Name, das Passwort oder das Token ist falsch.',
  'The id or slug is unknown.': 'Die ID oder der Slug ist unbekannt.',
  'The id belongs to something of another kind.': 'Die ID gehört zu etwas anderer Art.',
  'It is not published, and the caller may not read it.':
    'Es ist nicht veröffentlicht, und der Aufrufer darf es nicht lesen.',
  'It is in the trash, read or updated by id.':
    'Es liegt im Papierkorb und wird über die ID gelesen oder geändert.',
  'It is in the trash and deleted again by id.':
    'Es liegt im Papierkorb und wird über die ID nochmals gelöscht.',
  'The page lies beyond the end of the list.': 'Die Seite liegt hinter dem Ende der Liste.',
  'The password of the event is lacking or wrong.': 'Das Passwort der Veranstaltung fehlt oder ist falsch.',
  'There is no translation into that language.': 'Es gibt keine Übersetzung in diese Sprache.',
  'The original would be removed as if a translation.': 'Das Original würde wie eine Übersetzung entfernt.',
  'In details: geolocation is switched off.': 'In details: Die Geolokalisierung ist ausgeschaltet.',
  'A term of that name exists under the same parent.':
    'Unter demselben übergeordneten Begriff gibt es einen Begriff dieses Namens.',
  'An update asks for a slug that is in use.':
    'Eine Änderung verlangt einen Slug, der bereits verwendet wird.',
  'Discovery is asked for another namespace.': 'Die Erkundung wird nach einem anderen Namensraum gefragt.',
  'If-Match names a representation that has changed.':
    'If-Match nennt eine Darstellung, die sich geändert hat.',
  'Too many requests or wrong passwords.': 'Zu viele Anfragen oder falsche Passwörter.',
  'The service stops or its database is out of reach.':
    'Der Dienst hält an, oder seine Datenbank ist nicht erreichbar.',
  'The user is unknown.': 'Der Benutzer ist unbekannt.',
  'A user who owns entries is deleted without reassign.':
    'Ein Benutzer, dem Einträge gehören, wird ohne reassign gelöscht.',
  'The last administrator would be deleted or lose the role.':
    'Der letzte Administrator würde gelöscht oder verlöre die Rolle.',
  'The application password is unknown.': 'Das Anwendungspasswort ist unbekannt.',
  'A fault of the service; the request id helps to find it.':
    'Ein Fehler des Dienstes; die ID der Anfrage hilft, ihn zu finden.',
  'An Idempotency-Key comes with another request than before.':
    'Ein Idempotency-Key kommt mit einer anderen Anfrage als zuvor.',
  'Names the request: sent again within a day, it is not done again and gets the same answer':
    'Bezeichnet die Anfrage: Binnen eines Tages nochmals gesendet, wird sie nicht erneut ausgeführt und erhält dieselbe Antwort',
} as const satisfies Record<keyof typeof french, string>
