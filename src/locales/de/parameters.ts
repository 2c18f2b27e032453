import type { parameters as french } from '../fr/parameters.ts'

export const parameters = {
  'Author user ID': 'Benutzer-ID des Autors',
  'Publication date, in the site time zone': 'Veröffentlichungsdatum, in der Zeitzone der Website',
  'Publication date, in UTC': 'Veröffentlichungsdatum, in UTC',
  'Publication status': 'Veröffentlichungsstatus',
  'Featured image ID or URL': 'ID oder URL des Beitragsbildes',
  'Event title': 'Titel der Veranstaltung',
  'Event description': 'Beschreibung der Veranstaltung',
  'Event slug': 'Slug der Veranstaltung',
  'Event excerpt': 'Auszug der Veranstaltung',
  'Event time zone': 'Zeitzone der Veranstaltung',
  'Whether the event lasts all day': 'Gibt an, ob die Veranstaltung den ganzen Tag dauert',
  'Event start date and time': 'Beginn der Veranstaltung (Datum und Uhrzeit)',
  'Event end date and time': 'Ende der Veranstaltung (Datum und Uhrzeit)',
  'Event cost': 'Kosten der Veranstaltung',
  'Event website URL': 'URL der Website der Veranstaltung',
  'Whether a map is shown for the event': 'Gibt an, ob zur Veranstaltung eine Karte angezeigt wird',
  'Whether a map link is shown for the event': 'Gibt an, ob zur Veranstaltung ein Kartenlink angezeigt wird',
  'Whether the event is hidden from the calendar view':
    'Gibt an, ob die Veranstaltung in der Kalenderansicht ausgeblendet ist',
  'Whether the event is sticky in the calendar view':
    'Gibt an, ob die Veranstaltung in der Kalenderansicht angeheftet ist',
  'Whether the event is featured on the site':
    'Gibt an, ob die Veranstaltung auf der Website hervorgehoben ist',
  'Event categories: IDs, slugs or names': 'Kategorien der Veranstaltung: IDs, Slugs oder Namen',
  'Event tags: IDs, slugs or names': 'Schlagwörter der Veranstaltung: IDs, Slugs oder Namen',
  'Event venues: IDs or data': 'Veranstaltungsorte: IDs oder Daten',
  'Event organizers: IDs or data': 'Veranstalter der Veranstaltung: IDs oder Daten',
  'ID of the parent event': 'ID der übergeordneten Veranstaltung',
  'Tickets, each with name, price, currency, url, availability, valid_from and valid_until':
    'Tickets, jeweils mit name, price, currency, url, availability, valid_from und valid_until',
  'Whether the event takes place as planned': 'Gibt an, ob die Veranstaltung wie geplant stattfindet',
  'Event password': 'Passwort der Veranstaltung',
  'Language code': 'Sprachcode',
  'Name of the ticket': 'Name des Tickets',
  'Price, as a decimal number': 'Preis, als Dezimalzahl',
  'ISO 4217 code': 'ISO-4217-Code',
  'Where the ticket is available': 'Wo das Ticket erhältlich ist',
  'Whether the ticket is available': 'Gibt an, ob das Ticket erhältlich ist',
  'Start of sale': 'Beginn des Verkaufs',
  'End of sale': 'Ende des Verkaufs',
  'Venue name': 'Name des Veranstaltungsortes',
  'Venue description': 'Beschreibung des Veranstaltungsortes',
  'Whether a map is shown for linked events':
    'Gibt an, ob zu verknüpften Veranstaltungen eine Karte angezeigt wird',
  'Whether a map link is shown for linked events':
    'Gibt an, ob zu verknüpften Veranstaltungen ein Kartenlink angezeigt wird',
  'Venue address': 'Adresse des Veranstaltungsortes',
  'Venue city': 'Stadt des Veranstaltungsortes',
  'Venue country': 'Land des Veranstaltungsortes',
  'Venue province': 'Provinz des Veranstaltungsortes',
  'Venue state': 'Bundesstaat des Veranstaltungsortes',
  'Venue postal code': 'Postleitzahl des Veranstaltungsortes',
  'Venue phone number': 'Telefonnummer des Veranstaltungsortes',
  'Venue state and province': 'Bundesstaat und Provinz des Veranstaltungsortes',
  'Venue website URL': 'URL der Website des Veranstaltungsortes',
  'Venue excerpt': 'Auszug des Veranstaltungsortes',
  'Venue slug': 'Slug des Veranstaltungsortes',
  'Latitude in degrees; requires geo_lng': 'Breitengrad; erfordert geo_lng',
  'Longitude in degrees; requires geo_lat': 'Längengrad; erfordert geo_lat',
  'Organizer name': 'Name des Veranstalters',
  'Organizer description': 'Beschreibung des Veranstalters',
  'Organizer phone number': 'Telefonnummer des Veranstalters',
  'Organizer website': 'Website des Veranstalters',
  'Organizer e-mail address': 'E-Mail-Adresse des Veranstalters',
  'Organizer excerpt': 'Auszug des Veranstalters',
  'Organizer slug': 'Slug des Veranstalters',
  'Category name': 'Name der Kategorie',
  'Category description': 'Beschreibung der Kategorie',
  'Category slug': 'Slug der Kategorie',
  'ID of the parent category': 'ID der übergeordneten Kategorie',
  'Colour of the category on pages; that of its parent if not set':
    'Farbe der Kategorie auf den Seiten; ohne Angabe die der übergeordneten Kategorie',
  'Tag name': 'Name des Schlagworts',
  'Tag description': 'Beschreibung des Schlagworts',
  'Tag slug': 'Slug des Schlagworts',
  'Page number': 'Seitennummer',
  'Number of items per page': 'Anzahl der Einträge pro Seite',
  'Search words; each must occur in the title, the description or the excerpt; at most 32 words and phrases, at most 10 of them after "-"':
    'Suchwörter; jedes muss in Titel, Beschreibung oder Auszug vorkommen; höchstens 32 Wörter und Wortfolgen, höchstens 10 davon nach „-“',
  'Publication status, a list of these, or any': 'Veröffentlichungsstatus, eine Liste davon oder any',
  'Limit to the given IDs': 'Auf die angegebenen IDs beschränken',
  'Exclude the given IDs': 'Die angegebenen IDs ausschließen',
  'Limit to entries of the given author': 'Auf Einträge des angegebenen Autors beschränken',
  'Limit to entries without a text in the given language':
    'Auf Einträge ohne Text in der angegebenen Sprache beschränken',
  'Limit to entries whose text in the given language is older than the original':
    'Auf Einträge beschränken, deren Text in der angegebenen Sprache älter als das Original ist',
  'Scope of the response: as visitors or as editors see it':
    'Umfang der Antwort: wie Besucher oder wie Redakteure sie sehen',
  'What to return if there is no translation': 'Was zurückgegeben wird, wenn es keine Übersetzung gibt',
  'Sort order, ascending or descending': 'Sortierreihenfolge, aufsteigend oder absteigend',
  'Field to sort by': 'Feld, nach dem sortiert wird',
  'Events that start on or after the given date; today by default':
    'Veranstaltungen, die am oder nach dem angegebenen Datum beginnen; standardmäßig heute',
  'Events that end on or before the given date; by default 24 months after start_date or today, whichever is later':
    'Veranstaltungen, die am oder vor dem angegebenen Datum enden; standardmäßig 24 Monate nach start_date oder nach heute, je nachdem, was später ist',
  'Events that start before the given date': 'Veranstaltungen, die vor dem angegebenen Datum beginnen',
  'Events that start after the given date': 'Veranstaltungen, die nach dem angegebenen Datum beginnen',
  'Events that end before the given date': 'Veranstaltungen, die vor dem angegebenen Datum enden',
  'Events that end after the given date': 'Veranstaltungen, die nach dem angegebenen Datum enden',
  'Whether date filters use the exact time or the whole day':
    'Gibt an, ob Datumsfilter die genaue Uhrzeit oder den ganzen Tag verwenden',
  'Events in any of the given categories: IDs or slugs':
    'Veranstaltungen in einer der angegebenen Kategorien: IDs oder Slugs',
  'Events with any of the given tags: IDs or slugs':
    'Veranstaltungen mit einem der angegebenen Schlagwörter: IDs oder Slugs',
  'Events at any of the given venues': 'Veranstaltungen an einem der angegebenen Veranstaltungsorte',
  'Events by any of the given organizers': 'Veranstaltungen eines der angegebenen Veranstalter',
  'Limit to featured events, or to those that are not featured':
    'Auf hervorgehobene oder auf nicht hervorgehobene Veranstaltungen beschränken',
  'Whether the venue has geolocation data': 'Gibt an, ob der Veranstaltungsort Geodaten hat',
  'Latitude of the centre of the search area, in degrees; requires geoloc_lng':
    'Breitengrad des Mittelpunkts der Umkreissuche; erfordert geoloc_lng',
  'Longitude of the centre of the search area, in degrees; requires geoloc_lat':
    'Längengrad des Mittelpunkts der Umkreissuche; erfordert geoloc_lat',
  'Search radius, in kilometres': 'Suchradius, in Kilometern',
  'Events whose parent is the given event':
    'Veranstaltungen, deren übergeordnete Veranstaltung die angegebene ist',
  'Events that are free of charge, or those that cost something':
    'Kostenlose Veranstaltungen oder solche, die etwas kosten',
  'Events that last 24 hours or longer, or shorter ones':
    'Veranstaltungen, die 24 Stunden oder länger dauern, oder kürzere',
  'Events with tickets, or those without': 'Veranstaltungen mit Tickets oder solche ohne',
  'Events that take place on the given day, or within a range of days: a/b':
    'Veranstaltungen, die am angegebenen Tag oder in einem Zeitraum stattfinden: a/b',
  'Events modified after the given date': 'Veranstaltungen, die nach dem angegebenen Datum geändert wurden',
  'Events that take place as planned, or those that do not':
    'Veranstaltungen, die wie geplant stattfinden, oder alle übrigen',
  'Limit to those of the given event': 'Auf die der angegebenen Veranstaltung beschränken',
  'Limit to those with events, or to those without':
    'Auf solche mit oder auf solche ohne Veranstaltungen beschränken',
  'Limit to those with upcoming events': 'Auf solche mit bevorstehenden Veranstaltungen beschränken',
  'Limit to matches in the name, the slug or the description; at most 32 words and phrases, at most 10 of them after "-"':
    'Auf Treffer in Name, Slug oder Beschreibung beschränken; höchstens 32 Wörter und Wortfolgen, höchstens 10 davon nach „-“',
  'Term field to sort by': 'Feld des Begriffs, nach dem sortiert wird',
  'Hide terms without visible events': 'Begriffe ohne sichtbare Veranstaltungen ausblenden',
  'Terms assigned to the given post': 'Begriffe, die dem angegebenen Beitrag zugeordnet sind',
  'Terms assigned to the given event': 'Begriffe, die der angegebenen Veranstaltung zugeordnet sind',
  'Images with the given slug': 'Bilder mit dem angegebenen Slug',
  'Terms with the given slug': 'Begriffe mit dem angegebenen Slug',
  'Terms with the given parent': 'Begriffe mit dem angegebenen übergeordneten Begriff',
  'Limit to terms without a text in the given language':
    'Auf Begriffe ohne Text in der angegebenen Sprache beschränken',
  'Limit to terms whose text in the given language is older than the original':
    'Auf Begriffe beschränken, deren Text in der angegebenen Sprache älter als das Original ist',
  'Unique identifier of the resource': 'Eindeutige ID der Ressource',
  'Slug of the resource': 'Slug der Ressource',
  'Language of the translation': 'Sprache der Übersetzung',
  'Whether to delete permanently instead of moving to the trash':
    'Gibt an, ob endgültig gelöscht statt in den Papierkorb verschoben wird',
  'Whether translations stay up to date although the original changes':
    'Gibt an, ob Übersetzungen aktuell bleiben, obwohl sich das Original ändert',
  Namespace: 'Namensraum',
  'Scope of the request': 'Kontext der Anfrage',
  'Username for signing in; not case-sensitive':
    'Benutzername für die Anmeldung; Groß- und Kleinschreibung spielt keine Rolle',
  'Password for signing in; spaces are ignored': 'Passwort für die Anmeldung; Leerzeichen werden ignoriert',
  'Role of the user': 'Rolle des Benutzers',
  'Name of the person or program': 'Name der Person oder des Programms',
  'E-mail address': 'E-Mail-Adresse',
  'Text contained in the username, name or e-mail address': 'Text in Benutzername, Name oder E-Mail-Adresse',
  'Users with the given role': 'Benutzer mit der angegebenen Rolle',
  'ID of the user who receives the entries of the deleted user':
    'ID des Benutzers, auf den die Einträge des gelöschten Benutzers übertragen werden',
  'Expiry date of the password and its token; they never expire if omitted':
    'Ablaufdatum des Passworts und seines Tokens; ohne Angabe laufen sie nie ab',
  'Purpose of the password': 'Zweck des Passworts',
  'Unique identifier of the user': 'Eindeutige ID des Benutzers',
  'Unique identifier of the application password': 'Eindeutige ID des Anwendungspassworts',
  'Whether to return an existing resource of the same name instead of creating one':
    'Gibt an, ob eine vorhandene Ressource gleichen Namens zurückgegeben wird, statt eine neue anzulegen',
  'The image: PNG, JPEG, WebP, AVIF or GIF': 'Das Bild: PNG, JPEG, WebP, AVIF oder GIF',
  'Alternative text, in the language of the request': 'Alternativtext, in der Sprache der Anfrage',
  'Position in the picture': 'Position im Bild',
  'The point that thumbnails are cropped around: x and y from 0 to 1':
    'Der Punkt, um den Vorschaubilder zugeschnitten werden: x und y von 0 bis 1',
  'Limit to images uploaded by the given user':
    'Auf Bilder beschränken, die der angegebene Benutzer hochgeladen hat',
  'Whether to delete an image in use, and remove it from everything that shows it':
    'Gibt an, ob ein verwendetes Bild gelöscht und überall entfernt wird',
  'Unique identifier of the image': 'Eindeutige ID des Bildes',
  'Scope of the write: this occurrence, this and all later ones, or the whole series':
    'Was der Schreibzugriff betrifft: diesen Termin, diesen und alle folgenden oder die ganze Serie',
  'Whether to count the occurrences that would change, without changing anything':
    'Gibt an, ob die Termine, die sich ändern würden, nur gezählt werden',
  'Whether past occurrences change too': 'Gibt an, ob sich auch vergangene Termine ändern',
  'Fields that the occurrence inherits from its series again, named as in overrides':
    'Felder, die der Termin wieder von seiner Serie übernimmt, benannt wie in overrides',
  'How the event repeats: lines RRULE, RDATE and EXDATE of RFC 5545; empty to stop repeating':
    'Wie sich die Veranstaltung wiederholt: Zeilen RRULE, RDATE und EXDATE nach RFC 5545; leer, um die Wiederholung zu beenden',
  'Of events that repeat: all occurrences, the next one of each series, the series themselves, the series and the occurrences with texts of their own, or the series in place of the occurrences that have their status':
    'Bei Veranstaltungen, die sich wiederholen: alle Termine, der nächste jeder Serie, die Serien selbst, die Serien und die Termine mit eigenen Texten oder die Serien anstelle der Termine, die ihren Status haben',
  'Version of JSON-RPC: 2.0': 'Version von JSON-RPC: 2.0',
  'Number or text that the response repeats': 'Zahl oder Text, den die Antwort wiederholt',
  'Method of the protocol': 'Methode des Protokolls',
  'Parameters of the method': 'Parameter der Methode',
} as const satisfies Record<keyof typeof french, string>
