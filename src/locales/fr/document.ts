export const document = {
  'A calendar service: events, venues, organizers, categories and tags, in several languages.':
    'Un service de calendrier : événements, lieux, organisateurs, catégories et étiquettes, en plusieurs langues.',
  'Parameters travel in the query or in a body: JSON, form or multipart. The body goes before the query, and nothing overrides the path.':
    'Les paramètres voyagent dans la chaîne de requête ou dans un corps : JSON, formulaire ou multipart. Le corps l’emporte sur la chaîne de requête, et rien ne remplace le chemin.',
  'Every route answers OPTIONS with its description, and HEAD where it answers GET.':
    'Chaque route répond à OPTIONS par sa description, et à HEAD lorsqu’elle répond à GET.',
  'POST, PUT and PATCH do the same: what is not sent stays as it is.':
    'POST, PUT et PATCH font la même chose : ce qui n’est pas envoyé reste tel quel.',
  'What you have is still what is there': 'Ce que vous avez est toujours à jour',
  'It was created': 'La ressource a été créée',
  'It was done': 'La requête a abouti',
  'One of the same name was there and is answered':
    'Une ressource du même nom existait ; c’est elle qui est donnée',
  'It is alive': 'Il est en vie',
  'It is ready': 'Il est prêt',
  'It is stopping, or its database is out of reach': 'Il s’arrête, ou sa base de données est hors d’atteinte',
  Metrics: 'Métriques',
  'Addresses of other pages, or of the other languages (RFC 8288)':
    'Adresses des autres pages, ou des autres langues (RFC 8288)',
  'Strong entity tag of the representation': 'ETag fort de la représentation',
  'Who may keep the answer, and for how long': 'Qui peut conserver la réponse, et combien de temps',
  'Language of the content': 'Langue du contenu',
  'Headers of the request that the answer depends on': 'En-têtes de la requête dont dépend la réponse',
  'Address of what was created': 'Adresse de ce qui a été créé',
  'Seconds after which to try again': 'Nombre de secondes après lequel réessayer',
  'How to sign in': 'Comment s’identifier',
  'Requests that are allowed in a burst': 'Requêtes permises en rafale',
  'Requests that are left': 'Requêtes restantes',
  'Seconds until all are there again': 'Secondes jusqu’à ce que toutes soient de nouveau disponibles',
  'Names the request in the log of the service': 'Désigne la requête dans le journal du service',
  'Trims the answer to the paths given, such as id,title,venue.venue; on lists they start at the envelope':
    'Réduit la réponse aux chemins donnés, par exemple id,title,venue.venue ; pour les listes, ils partent de l’enveloppe',
  'Entity tags that are there already; answered with 304 if one still holds':
    'ETags déjà présents ; la réponse est 304 si l’un d’eux est encore valable',
  'Entity tag of the representation that the write is meant for; 412 if it has changed':
    'ETag de la représentation que vise l’écriture ; 412 si elle a changé',
  'Language of messages where no other is named; never that of data':
    'Langue des messages si aucune autre n’est indiquée ; jamais celle des données',
  'The method that is meant, where a client can only send POST':
    'La méthode voulue, lorsqu’un client ne peut envoyer que POST',
  'User name and application password': 'Nom d’utilisateur et mot de passe d’application',
  'The token of an application password': 'Le jeton d’un mot de passe d’application',
  'Events of the calendar': 'Événements du calendrier',
  'Where events take place': 'Où les événements ont lieu',
  'Who holds events': 'Qui organise les événements',
  'Categories of events, in a tree': 'Catégories d’événements, en arborescence',
  'Tags of events': 'Étiquettes d’événements',
  'What the interface says of itself': 'Ce que l’interface dit d’elle-même',
  'Users and their application passwords': 'Utilisateurs et leurs mots de passe d’application',
  'How the service does': 'Comment va le service',
  'A required parameter is absent or null.': 'Un paramètre obligatoire est absent ou null.',
  'A parameter is not acceptable.': 'Un paramètre n’est pas acceptable.',
  'The body cannot be read.': 'Le corps ne peut pas être lu.',
  'The body is of a kind that is not read here.': 'Le corps est d’un type qui n’est pas lu ici.',
  'The body is larger than the limit.': 'Le corps dépasse la taille permise.',
  'The request is not well-formed, too large in its head, or too slow.':
    'La requête est mal formée, ses en-têtes sont trop volumineux, ou elle est trop lente.',
  'There is no such route, or it does not answer the method.':
    'Cette route n’existe pas, ou elle ne répond pas à la méthode.',
  'Nobody signed in, or the right is lacking.': 'Personne ne s’est identifié, ou le droit manque.',
  'The name, password or token presented is wrong.':
    'Le nom, le mot de passe ou le jeton présenté est incorrect.',
  'The id or slug is unknown.': 'L’identifiant ou le slug est inconnu.',
  'The id belongs to something of another kind.': 'L’identifiant appartient à une ressource d’un autre type.',
  'It is not published, and the caller may not read it.':
    'La ressource n’est pas publiée, et l’appelant n’est pas autorisé à la lire.',
  'It is in the trash, read or updated by id.':
    'La ressource est dans la corbeille, et elle est lue ou modifiée par identifiant.',
  'It is in the trash and deleted again by id.':
    'La ressource est dans la corbeille et supprimée de nouveau par identifiant.',
  'The page lies beyond the end of the list.': 'La page se trouve au-delà de la fin de la liste.',
  'The password of the event is lacking or wrong.': 'Le mot de passe de l’événement manque ou est incorrect.',
  'There is no translation into that language.': 'Il n’y a pas de traduction dans cette langue.',
  'The original would be removed as if a translation.': 'L’original serait supprimé comme une traduction.',
  'In details: geolocation is switched off.': 'Dans details : la géolocalisation est désactivée.',
  'A term of that name exists under the same parent.': 'Un terme de ce nom existe sous le même parent.',
  'An update asks for a slug that is in use.': 'Une modification demande un slug déjà utilisé.',
  'Discovery is asked for another namespace.': 'La découverte est demandée pour un autre espace de noms.',
  'If-Match names a representation that has changed.': 'If-Match désigne une représentation qui a changé.',
  'Too many requests or wrong passwords.': 'Trop de requêtes ou de mots de passe incorrects.',
  'The service stops or its database is out of reach.':
    'Le service s’arrête ou sa base de données est hors d’atteinte.',
  'The user is unknown.': 'L’utilisateur est inconnu.',
  'A user who owns entries is deleted without reassign.':
    'Un utilisateur qui possède des contenus est supprimé sans reassign.',
  'The last administrator would be deleted or lose the role.':
    'Le dernier administrateur serait supprimé ou perdrait son rôle.',
  'The application password is unknown.': 'Le mot de passe d’application est inconnu.',
  'A fault of the service; the request id helps to find it.':
    'Une erreur du service ; l’identifiant de la requête aide à la trouver.',
  'An Idempotency-Key comes with another request than before.':
    'Une Idempotency-Key accompagne une autre requête qu’auparavant.',
  'Names the request: sent again within a day, it is not done again and gets the same answer':
    'Désigne la requête : renvoyée dans la journée, elle n’est pas exécutée de nouveau et reçoit la même réponse',
} as const
