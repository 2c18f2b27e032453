export const document = {
  'A calendar service: events, venues, organizers, categories and tags, in several languages.':
    'Un service de calendrier : événements, lieux, organisateurs, catégories et étiquettes, en plusieurs langues.',
  'Parameters are sent in the query string or in a body: JSON, form or multipart. The body takes precedence over the query string, and nothing overrides the path.':
    'Les paramètres sont envoyés dans la chaîne de requête ou dans un corps : JSON, formulaire ou multipart. Le corps l’emporte sur la chaîne de requête, et rien ne remplace le chemin.',
  'Every route supports OPTIONS, which returns its description, and supports HEAD where it supports GET.':
    'Chaque route prend en charge OPTIONS, qui renvoie sa description, et HEAD lorsqu’elle prend en charge GET.',
  'With dry_run=true nothing changes, and the response is 200 with series.changed alone (seriesChanges).':
    'Avec dry_run=true, rien ne change, et la réponse est 200 avec series.changed seul (seriesChanges).',
  'POST, PUT and PATCH are equivalent: fields that are not sent remain unchanged.':
    'POST, PUT et PATCH sont équivalents : les champs non envoyés restent inchangés.',
  'Not modified; the cached representation is still current':
    'Non modifié ; la représentation en cache est toujours à jour',
  'The resource was created': 'La ressource a été créée',
  'The request succeeded': 'La requête a abouti',
  'A resource of the same name already exists and is returned':
    'Une ressource du même nom existe déjà ; elle est renvoyée',
  'The service is running': 'Le service est en cours d’exécution',
  'The service is ready': 'Le service est prêt',
  'The service is stopping, or its database is unreachable':
    'Le service est en cours d’arrêt, ou sa base de données est inaccessible',
  Metrics: 'Métriques',
  'URLs of other pages, or of the other languages (RFC 8288)':
    'URL des autres pages, ou des autres langues (RFC 8288)',
  'Strong ETag of the representation': 'ETag fort de la représentation',
  'Who may cache the response, and for how long':
    'Qui peut mettre la réponse en cache, et pour combien de temps',
  'Language of the content': 'Langue du contenu',
  'Request headers that the response depends on': 'En-têtes de la requête dont dépend la réponse',
  'URL of the created resource': 'URL de la ressource créée',
  'Seconds to wait before trying again': 'Nombre de secondes à attendre avant de réessayer',
  'Supported authentication schemes': 'Modes d’authentification pris en charge',
  'Requests allowed in a burst': 'Requêtes autorisées en rafale',
  'Remaining requests': 'Requêtes restantes',
  'Seconds until the full limit is available again':
    'Nombre de secondes avant que la limite soit de nouveau entièrement disponible',
  'Names of parameters that were sent but do not exist': 'Noms des paramètres envoyés qui n’existent pas',
  'Identifies the request in the service log': 'Identifie la requête dans le journal du service',
  'Limits the response to the given paths, such as id,title,venue.venue; in lists, paths start at the envelope':
    'Limite la réponse aux chemins donnés, par exemple id,title,venue.venue ; dans les listes, ils partent de l’enveloppe',
  'Other forms than JSON, by an extension of the path or by Accept: {extensions}.':
    'Autres formes que JSON, par une extension du chemin ou par Accept : {extensions}.',
  'Contains everything that matches, unless page or per_page is sent.':
    'Contient tout ce qui correspond, sauf si page ou per_page est envoyé.',
  'Events that start on or after the given date; by default {days} days ago, and today in CSV':
    'Événements qui commencent à la date donnée ou après ; par défaut il y a {days} jours, et aujourd’hui en CSV',
  'The form, as an extension': 'La forme, comme extension',
  'Last change of a feed; absent from JSON': 'Dernière modification d’un flux ; absent en JSON',
  'Last-Modified of a cached feed; the response is 304 if nothing has changed since':
    'Last-Modified d’un flux en cache ; la réponse est 304 si rien n’a changé depuis',
  'ETags of cached representations; the response is 304 if one of them is still current':
    'ETags des représentations en cache ; la réponse est 304 si l’un d’eux est encore à jour',
  'ETag of the representation to change; the response is 412 if it has changed since':
    'ETag de la représentation à modifier ; la réponse est 412 si elle a changé depuis',
  'Language of messages: a language of the site': 'Langue des messages : une langue du site',
  'Language of messages if no other is specified; has no effect on data':
    'Langue des messages si aucune autre n’est indiquée ; sans effet sur les données',
  'Language of error messages alone; takes precedence over any other':
    'Langue des seuls messages d’erreur, prioritaire sur toute autre indication de langue',
  'The intended method, for clients that can only send POST':
    'La méthode voulue, pour les clients qui ne peuvent envoyer que POST',
  'Username and application password': 'Nom d’utilisateur et mot de passe d’application',
  'Token of an application password': 'Jeton d’un mot de passe d’application',
  'Events of the calendar': 'Événements de l’agenda',
  'Venues where events take place': 'Lieux où se déroulent les événements',
  'Organizers of events': 'Organisateurs d’événements',
  'Categories of events, as a tree': 'Catégories d’événements, sous forme d’arborescence',
  'Tags of events': 'Étiquettes d’événements',
  'Discovery and documentation of the API': 'Découverte et documentation de l’API',
  'Users and their application passwords': 'Utilisateurs et leurs mots de passe d’application',
  'Health and metrics of the service': 'État et métriques du service',
  'A required parameter is missing or null.': 'Un paramètre obligatoire est absent ou null.',
  'A parameter is invalid.': 'Un paramètre n’est pas valide.',
  'The body cannot be read.': 'Le corps est illisible.',
  'The media type, charset or content encoding of the body is not supported.':
    'Le type de média, le jeu de caractères ou l’encodage de contenu du corps n’est pas pris en charge.',
  'The body or the response exceeds the size limit.': 'Le corps ou la réponse dépasse la taille maximale.',
  'The request is malformed, its URL or headers are too large, it timed out, or its transfer coding is not supported.':
    'La requête est mal formée, son URL ou ses en-têtes sont trop longs, son délai est dépassé, ou son encodage de transfert n’est pas pris en charge.',
  'The route does not exist or does not support the method.':
    'La route n’existe pas ou ne prend pas en charge la méthode.',
  'Authentication is required, or permission is missing.':
    'Une authentification est requise, ou les droits sont insuffisants.',
  'The credentials are incorrect.': 'Le nom d’utilisateur, le mot de passe ou le jeton est incorrect.',
  'The ID or slug does not exist.': 'L’identifiant ou le slug n’existe pas.',
  'The ID belongs to a different kind of resource.':
    'L’identifiant appartient à une ressource d’un autre type.',
  'The resource is not published, and the caller does not have permission to read it.':
    'La ressource n’est pas publiée, et l’appelant n’est pas autorisé à la lire.',
  'The resource is in the trash and is read or updated by ID.':
    'La ressource est dans la corbeille et est lue ou modifiée par identifiant.',
  'The resource is in the trash and is deleted again by ID.':
    'La ressource est dans la corbeille et est supprimée de nouveau par identifiant.',
  'The requested page does not exist; the list has fewer pages.':
    'La page demandée n’existe pas ; la liste compte moins de pages.',
  'The event password is missing or incorrect.': 'Le mot de passe de l’événement est absent ou incorrect.',
  'No translation exists for this language.': 'Aucune traduction n’existe dans cette langue.',
  'The original would be deleted as if it were a translation.':
    'L’original serait supprimé comme s’il s’agissait d’une traduction.',
  'In details: geolocation is disabled.': 'Dans details : la géolocalisation est désactivée.',
  'A term with that name already exists under the same parent.':
    'Un terme portant ce nom existe déjà sous le même parent.',
  'An update requests a slug that is already in use.': 'Une modification demande un slug déjà utilisé.',
  'Discovery is requested for another namespace.': 'La découverte porte sur un autre espace de noms.',
  'The representation named in If-Match has changed.': 'La représentation désignée par If-Match a changé.',
  'Too many requests or incorrect passwords.': 'Trop de requêtes ou de mots de passe incorrects.',
  'The service is stopping, or its database is unreachable.':
    'Le service est en cours d’arrêt, ou sa base de données est inaccessible.',
  'The user does not exist.': 'L’utilisateur n’existe pas.',
  'A user who owns entries would be deleted without reassign.':
    'Un utilisateur qui possède des contenus serait supprimé sans reassign.',
  'The last administrator would be deleted or lose the role.':
    'Le dernier administrateur serait supprimé ou perdrait son rôle.',
  'The application password does not exist.': 'Le mot de passe d’application n’existe pas.',
  'An internal error; the request ID identifies it in the log.':
    'Une erreur interne ; l’identifiant de la requête permet de la retrouver dans le journal.',
  'The Idempotency-Key was already used for a different request.':
    'L’Idempotency-Key a déjà servi pour une autre requête.',
  'Identifies the request; if it is sent again within a day, it is not executed again and the original response is returned':
    'Identifie la requête ; si elle est renvoyée dans un délai d’un jour, elle n’est pas exécutée de nouveau et la réponse d’origine est renvoyée',
  'Images that the site stores': 'Images que le site stocke',
  'Media type of the form': 'Type de média de la forme',
  'Another form of the response': 'Une autre forme de la réponse',
} as const
