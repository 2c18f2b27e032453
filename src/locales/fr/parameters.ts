export const parameters = {
  'Author user ID': 'Identifiant de l’utilisateur auteur',
  'Publication date, in the site time zone': 'Date de publication, dans le fuseau horaire du site',
  'Publication date, in UTC': 'Date de publication, en UTC',
  'Publication status': 'Statut de publication',
  'Featured image ID or URL': 'Identifiant ou URL de l’image mise en avant',
  'Event title': 'Titre de l’événement',
  'Event description': 'Description de l’événement',
  'Event slug': 'Slug de l’événement',
  'Event excerpt': 'Extrait de l’événement',
  'Event time zone': 'Fuseau horaire de l’événement',
  'Whether the event lasts all day': 'Indique si l’événement dure toute la journée',
  'Event start date and time': 'Date et heure de début de l’événement',
  'Event end date and time': 'Date et heure de fin de l’événement',
  'Event cost': 'Coût de l’événement',
  'Event website URL': 'URL du site web de l’événement',
  'Whether a map is shown for the event': 'Indique si une carte est affichée pour l’événement',
  'Whether a map link is shown for the event':
    'Indique si un lien vers une carte est affiché pour l’événement',
  'Whether the event is hidden from the calendar view':
    'Indique si l’événement est masqué dans la vue calendrier',
  'Whether the event is sticky in the calendar view':
    'Indique si l’événement est épinglé dans la vue calendrier',
  'Whether the event is featured on the site': 'Indique si l’événement est mis en avant sur le site',
  'Event categories: IDs, slugs or names': 'Catégories de l’événement : identifiants, slugs ou noms',
  'Event tags: IDs, slugs or names': 'Étiquettes de l’événement : identifiants, slugs ou noms',
  'Event venues: IDs or data': 'Lieux de l’événement : identifiants ou données',
  'Event organizers: IDs or data': 'Organisateurs de l’événement : identifiants ou données',
  'ID of the parent event': 'Identifiant de l’événement parent',
  'Tickets, each with name, price, currency, url, availability, valid_from and valid_until':
    'Billets, chacun avec name, price, currency, url, availability, valid_from et valid_until',
  'Whether the event takes place as planned': 'Indique si l’événement a lieu comme prévu',
  'Event password': 'Mot de passe de l’événement',
  'Language code': 'Code de langue',
  'Name of the ticket': 'Nom du billet',
  'Price, as a decimal number': 'Prix, en nombre décimal',
  'ISO 4217 code': 'Code ISO 4217',
  'Where the ticket is available': 'Où obtenir le billet',
  'Whether the ticket is available': 'Indique si le billet est disponible',
  'Start of sale': 'Début de la vente',
  'End of sale': 'Fin de la vente',
  'Venue name': 'Nom du lieu',
  'Venue description': 'Description du lieu',
  'Whether a map is shown for linked events': 'Indique si une carte est affichée pour les événements liés',
  'Whether a map link is shown for linked events':
    'Indique si un lien vers une carte est affiché pour les événements liés',
  'Venue address': 'Adresse du lieu',
  'Venue city': 'Ville du lieu',
  'Venue country': 'Pays du lieu',
  'Venue province': 'Province du lieu',
  'Venue state': 'État du lieu',
  'Venue postal code': 'Code postal du lieu',
  'Venue phone number': 'Numéro de téléphone du lieu',
  'Venue state and province': 'État et province du lieu',
  'Venue website URL': 'URL du site web du lieu',
  'Venue excerpt': 'Extrait du lieu',
  'Venue slug': 'Slug du lieu',
  'Latitude in degrees; requires geo_lng': 'Latitude en degrés ; nécessite geo_lng',
  'Longitude in degrees; requires geo_lat': 'Longitude en degrés ; nécessite geo_lat',
  'Organizer name': 'Nom de l’organisateur',
  'Organizer description': 'Description de l’organisateur',
  'Organizer phone number': 'Numéro de téléphone de l’organisateur',
  'Organizer website': 'Site web de l’organisateur',
  'Organizer e-mail address': 'Adresse e-mail de l’organisateur',
  'Organizer excerpt': 'Extrait de l’organisateur',
  'Organizer slug': 'Slug de l’organisateur',
  'Category name': 'Nom de la catégorie',
  'Category description': 'Description de la catégorie',
  'Category slug': 'Slug de la catégorie',
  'ID of the parent category': 'Identifiant de la catégorie parente',
  'Colour of the category on pages; that of its parent if not set':
    'Couleur de la catégorie sur les pages ; à défaut, celle de la catégorie parente',
  'Tag name': 'Nom de l’étiquette',
  'Tag description': 'Description de l’étiquette',
  'Tag slug': 'Slug de l’étiquette',
  'Page number': 'Numéro de page',
  'Number of items per page': 'Nombre d’éléments par page',
  'Search words; each must occur in the title, the description or the excerpt; at most 32 words and phrases, at most 10 of them after "-"':
    'Mots recherchés ; chacun doit figurer dans le titre, la description ou l’extrait ; au plus 32 mots et expressions, dont au plus 10 précédés de « - »',
  'Publication status, a list of these, or any': 'Statut de publication, liste de statuts, ou any',
  'Limit to the given IDs': 'Limiter aux identifiants donnés',
  'Exclude the given IDs': 'Exclure les identifiants donnés',
  'Limit to entries of the given author': 'Limiter aux contenus de l’auteur donné',
  'Limit to entries without a text in the given language':
    'Limiter aux contenus sans texte dans la langue donnée',
  'Limit to entries whose text in the given language is older than the original':
    'Limiter aux contenus dont le texte dans la langue donnée est plus ancien que l’original',
  'Scope of the response: as visitors or as editors see it':
    'Contexte de la réponse : telle que la voient les visiteurs ou les rédacteurs',
  'What to return if there is no translation': 'Ce qui est renvoyé en l’absence de traduction',
  'Sort order, ascending or descending': 'Ordre de tri, croissant ou décroissant',
  'Field to sort by': 'Champ de tri',
  'Events that start on or after the given date; today by default':
    'Événements qui commencent à la date donnée ou après ; aujourd’hui par défaut',
  'Events that end on or before the given date; by default 24 months after start_date or today, whichever is later':
    'Événements qui se terminent à la date donnée ou avant ; par défaut 24 mois après start_date ou après aujourd’hui, la date la plus tardive étant retenue',
  'Events that start before the given date': 'Événements qui commencent avant la date donnée',
  'Events that start after the given date': 'Événements qui commencent après la date donnée',
  'Events that end before the given date': 'Événements qui se terminent avant la date donnée',
  'Events that end after the given date': 'Événements qui se terminent après la date donnée',
  'Whether date filters use the exact time or the whole day':
    'Indique si les filtres de date portent sur l’heure exacte ou sur la journée entière',
  'Events in any of the given categories: IDs or slugs':
    'Événements dans l’une des catégories données : identifiants ou slugs',
  'Events with any of the given tags: IDs or slugs':
    'Événements portant l’une des étiquettes données : identifiants ou slugs',
  'Events at any of the given venues': 'Événements dans l’un des lieux donnés',
  'Events by any of the given organizers': 'Événements de l’un des organisateurs donnés',
  'Limit to featured events, or to those that are not featured':
    'Limiter aux événements mis en avant, ou à ceux qui ne le sont pas',
  'Whether the venue has geolocation data': 'Indique si le lieu a des données de géolocalisation',
  'Latitude of the centre of the search area, in degrees; requires geoloc_lng':
    'Latitude du centre de la zone de recherche, en degrés ; nécessite geoloc_lng',
  'Longitude of the centre of the search area, in degrees; requires geoloc_lat':
    'Longitude du centre de la zone de recherche, en degrés ; nécessite geoloc_lat',
  'Search radius, in kilometres': 'Rayon de recherche, en kilomètres',
  'Events whose parent is the given event': 'Événements dont le parent est l’événement donné',
  'Events that are free of charge, or those that cost something':
    'Événements gratuits, ou ceux qui sont payants',
  'Events that last 24 hours or longer, or shorter ones':
    'Événements qui durent 24 heures ou plus, ou ceux qui sont plus courts',
  'Events with tickets, or those without': 'Événements avec billets, ou ceux sans billets',
  'Events that take place on the given day, or within a range of days: a/b':
    'Événements qui ont lieu le jour donné, ou pendant une période : a/b',
  'Events modified after the given date': 'Événements modifiés après la date donnée',
  'Events that take place as planned, or those that do not': 'Événements qui ont lieu comme prévu, ou non',
  'Limit to those of the given event': 'Limiter à ceux de l’événement donné',
  'Limit to those with events, or to those without':
    'Limiter à ceux qui ont des événements, ou à ceux qui n’en ont pas',
  'Limit to those with upcoming events': 'Limiter à ceux qui ont des événements à venir',
  'Limit to matches in the name, the slug or the description; at most 32 words and phrases, at most 10 of them after "-"':
    'Limiter aux correspondances dans le nom, le slug ou la description ; au plus 32 mots et expressions, dont au plus 10 précédés de « - »',
  'Term field to sort by': 'Champ du terme servant au tri',
  'Hide terms without visible events': 'Masquer les termes sans événement visible',
  'Terms assigned to the given post': 'Termes attribués à la publication donnée',
  'Terms assigned to the given event': 'Termes attribués à l’événement donné',
  'Images with the given slug': 'Images ayant le slug donné',
  'Terms with the given slug': 'Termes ayant le slug donné',
  'Terms with the given parent': 'Termes ayant le parent donné',
  'Limit to terms without a text in the given language':
    'Limiter aux termes sans texte dans la langue donnée',
  'Limit to terms whose text in the given language is older than the original':
    'Limiter aux termes dont le texte dans la langue donnée est plus ancien que l’original',
  'Unique identifier of the resource': 'Identifiant unique de la ressource',
  'Slug of the resource': 'Slug de la ressource',
  'Language of the translation': 'Langue de la traduction',
  'Whether to delete permanently instead of moving to the trash':
    'Indique s’il faut supprimer définitivement au lieu de mettre à la corbeille',
  'Whether translations stay up to date although the original changes':
    'Indique si les traductions restent à jour malgré la modification de l’original',
  Namespace: 'Espace de noms',
  'Scope of the request': 'Contexte de la requête',
  'Username for signing in; not case-sensitive':
    'Nom d’utilisateur pour l’authentification ; insensible à la casse',
  'Password for signing in; spaces are ignored':
    'Mot de passe pour l’authentification ; les espaces sont ignorés',
  'Role of the user': 'Rôle de l’utilisateur',
  'Name of the person or program': 'Nom de la personne ou du programme',
  'E-mail address': 'Adresse e-mail',
  'Text contained in the username, name or e-mail address':
    'Texte contenu dans le nom d’utilisateur, le nom ou l’adresse e-mail',
  'Users with the given role': 'Utilisateurs ayant le rôle donné',
  'ID of the user who receives the entries of the deleted user':
    'Identifiant de l’utilisateur à qui attribuer les contenus de l’utilisateur supprimé',
  'Expiry date of the password and its token; they never expire if omitted':
    'Date d’expiration du mot de passe et de son jeton ; sans ce champ, ils n’expirent jamais',
  'Purpose of the password': 'Usage du mot de passe',
  'Unique identifier of the user': 'Identifiant unique de l’utilisateur',
  'Unique identifier of the application password': 'Identifiant unique du mot de passe d’application',
  'Whether to return an existing resource of the same name instead of creating one':
    'Indique s’il faut renvoyer la ressource existante du même nom au lieu d’en créer une',
  'The image: PNG, JPEG, WebP, AVIF or GIF': 'L’image : PNG, JPEG, WebP, AVIF ou GIF',
  'Alternative text, in the language of the request': 'Texte de remplacement, dans la langue de la requête',
  'Position in the picture': 'Position dans l’image',
  'The point that thumbnails are cropped around: x and y from 0 to 1':
    'Le point autour duquel les vignettes sont recadrées : x et y de 0 à 1',
  'Limit to images uploaded by the given user': 'Limiter aux images téléversées par l’utilisateur donné',
  'Whether to delete an image in use, and remove it from everything that shows it':
    'Indique s’il faut supprimer une image utilisée et la retirer de tout ce qui l’affiche',
  'Unique identifier of the image': 'Identifiant unique de l’image',
  'Scope of the write: this occurrence, this and all later ones, or the whole series':
    'Portée de l’écriture : cette date, celle-ci et les suivantes, ou toute la série',
  'Whether to count the occurrences that would change, without changing anything':
    'Indique s’il faut seulement compter les dates qui changeraient',
  'Whether past occurrences change too': 'Indique si les dates passées changent aussi',
  'Fields that the occurrence inherits from its series again, named as in overrides':
    'Champs que la date reprend de sa série, tels que les nomme overrides',
  'How the event repeats: lines RRULE, RDATE and EXDATE of RFC 5545; empty to stop repeating':
    'Répétition de l’événement : lignes RRULE, RDATE et EXDATE de la RFC 5545 ; vide pour y mettre fin',
  'Of events that repeat: all occurrences, the next one of each series, the series themselves, the series and the occurrences with texts of their own, or the series in place of the occurrences that have their status':
    'Pour les événements qui se répètent : toutes les dates, la prochaine de chaque série, les séries elles-mêmes, les séries et les dates qui ont leurs propres textes, ou les séries à la place des dates qui ont leur statut',
  'Version of JSON-RPC: 2.0': 'Version de JSON-RPC : 2.0',
  'Number or text that the response repeats': 'Nombre ou texte que la réponse répète',
  'Method of the protocol': 'Méthode du protocole',
  'Parameters of the method': 'Paramètres de la méthode',
} as const
