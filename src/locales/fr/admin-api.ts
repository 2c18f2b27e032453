/** The editors' room: sessions, history, reviews and the audit log. */
export const adminApi = {
  'Read the session': 'Lire la session',
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  'Set a password by a link': 'Définir un mot de passe au moyen d’un lien',
  'Change one’s own password': 'Modifier son propre mot de passe',
  'Create a link to set a password': 'Créer un lien pour définir un mot de passe',
  'Password of the person': 'Mot de passe de la personne',
  'Token of the link, from its URL': 'Jeton du lien, tiré de son URL',
  'New password, of at least 12 characters': 'Nouveau mot de passe, d’au moins 12 caractères',
  'Password that is to be replaced': 'Mot de passe à remplacer',
  'Token that writes send as X-CSRF-Token': 'Jeton que les écritures envoient dans X-CSRF-Token',
  'The session of a person in a browser': 'La session d’une personne dans un navigateur',
  'URL where the user sets a password; it works once':
    'URL où l’utilisateur définit un mot de passe ; elle ne fonctionne qu’une fois',
  'Expiry date, in UTC': 'Date d’expiration, en UTC',
  'A link to set a password': 'Un lien pour définir un mot de passe',
  'The cookie of a session; writes also need X-CSRF-Token':
    'Le cookie d’une session ; les écritures exigent aussi X-CSRF-Token',
  'Signing in with a browser': 'Connexion avec un navigateur',
  'The header X-CSRF-Token is missing or wrong.': 'L’en-tête X-CSRF-Token manque ou est incorrect.',
  'Requests of browsers must come from, and go to, the URL in CALENDS_PUBLIC_URL.':
    'Les requêtes des navigateurs doivent venir de l’URL indiquée dans CALENDS_PUBLIC_URL et s’y adresser.',
  'Pages of other sites cannot sign anybody in.': 'Les pages d’autres sites ne peuvent connecter personne.',
  'Must have at least {minimum} characters.': 'Cette valeur doit comporter au moins {minimum} caractères.',
  'This password is easy to guess; choose another one.':
    'Ce mot de passe est facile à deviner ; choisissez-en un autre.',
  'This link has expired or has already been used; ask an administrator for a new one.':
    'Ce lien a expiré ou a déjà servi ; demandez-en un autre à un administrateur.',
  'This is not your current password.': 'Ce n’est pas votre mot de passe actuel.',
  'List the versions of a resource': 'Lister les versions d’une ressource',
  'Restore a version of a resource': 'Rétablir une version d’une ressource',
  'Accept, return or reject a pending event': 'Accepter, renvoyer ou refuser un événement en attente',
  'Number of the version': 'Numéro de la version',
  'Whether the event is published, becomes a draft again, or goes to the trash':
    'Indique si l’événement est publié, redevient un brouillon ou va à la corbeille',
  'Note to the author, shown in the history of the event':
    'Remarque à l’auteur, affichée dans l’historique de l’événement',
  'The value before; null if there was none': 'L’ancienne valeur ; null s’il n’y en avait pas',
  'The value after; null if there is none': 'La nouvelle valeur ; null s’il n’y en a pas',
  'A field that the version has changed': 'Un champ que la version a modifié',
  'Number of the version, counting from 1': 'Numéro de la version, à partir de 1',
  'What happened to the resource': 'Ce qui est arrivé à la ressource',
  'ID of the user who made the version; 0 if unknown':
    'Identifiant de l’utilisateur qui a créé la version ; 0 s’il est inconnu',
  'Name of that user': 'Nom de cet utilisateur',
  'When it was made, in UTC': 'Date de création de la version, en UTC',
  'Language of the write': 'Langue de l’écriture',
  'Number of the version that it restored': 'Numéro de la version rétablie',
  'The changed fields by name; texts of translations as in title@fr':
    'Les champs modifiés, par nom ; textes des traductions comme title@fr',
  'A version of a resource': 'Une version d’une ressource',
  'Name of the field': 'Nom du champ',
  'The value that was not restored': 'La valeur qui n’a pas été rétablie',
  'A value that could not be restored': 'Une valeur qui n’a pas pu être rétablie',
  'Values that could not be restored': 'Valeurs qui n’ont pas pu être rétablies',
  'A resource as it was after a version': 'Une ressource dans l’état d’une version',
  'This version does not exist, or is no longer stored.':
    'Cette version n’existe pas ou n’est plus conservée.',
  'This event is not waiting for a review.': 'Cet événement n’est pas en attente de relecture.',
  'The version does not exist, or is no longer stored.': 'La version n’existe pas ou n’est plus conservée.',
  'An event that is not pending would be reviewed.': 'Un événement qui n’est pas en attente serait relu.',
  'List the audit log': 'Lister le journal d’audit',
  'Entries with the given action': 'Entrées portant sur l’action indiquée',
  'Entries by the given user': 'Entrées de l’utilisateur indiqué',
  'When it happened, in UTC': 'Quand cela s’est passé, en UTC',
  'What was done': 'Ce qui a été fait',
  'ID of the user who did it; 0 if nobody was signed in':
    'Identifiant de l’utilisateur qui l’a fait ; 0 si personne n’était connecté',
  'Username at the time, or the one that was tried':
    'Nom d’utilisateur à ce moment-là, ou celui qui a été essayé',
  'IP address of the client; empty for the command line':
    'Adresse IP du client ; vide pour la ligne de commande',
  'user or a kind of resource': 'user ou un type de ressource',
  'ID of the affected resource or user': 'Identifiant de la ressource ou de l’utilisateur concerné',
  'Name or title at the time': 'Nom ou titre à ce moment-là',
  'The affected resource or user': 'La ressource ou l’utilisateur concerné',
  'An entry of the audit log': 'Une entrée du journal d’audit',
  'Log of sign-ins, account and settings changes, permanent deletions and reviews':
    'Journal des connexions, des modifications de comptes et de réglages, des suppressions définitives et des relectures',
  'Suggest an event': 'Proposer un événement',
  'Name of the person': 'Nom de la personne',
  'Contact for questions about the event': 'Contact pour les questions sur l’événement',
  'It waits for a review': 'Elle attend une relecture',
  'A suggestion that was accepted for review': 'Une proposition acceptée pour relecture',
  'Note of the reviewer, or the contact of whoever suggested the event':
    'Remarque de la personne qui a relu, ou contact de celle qui a proposé l’événement',
  'This series cannot be joined: it was not split from another, or their dates were changed since.':
    'Cette série ne peut pas être réunie : elle n’a pas été séparée d’une autre, ou leurs dates ont changé depuis.',
  'A series that was not split from another, or has changed since, would be joined with it.':
    'Une série qui n’a pas été séparée d’une autre, ou qui a changé depuis, serait réunie à celle-ci.',
  'Return no dates before this one': 'Ne renvoyer aucune date antérieure à celle-ci',
  'How many dates to return': 'Nombre de dates à renvoyer',
  'Language of the words': 'Langue du texte',
  'Read a recurrence in words and as dates': 'Lire une répétition sous forme de texte et de dates',
  'Join a series with the one that it was split from': 'Réunir une série à celle dont elle a été séparée',
  'The lines as a series would show them': 'Les lignes telles qu’une série les afficherait',
  'The rule in words': 'La règle sous forme de texte',
  'A date': 'Une date',
  'Starts of the first occurrences': 'Début des premières dates',
  'Start of the last occurrence; null if the rule has no end':
    'Début de la dernière date ; null si la règle est sans fin',
  'What a recurrence means': 'Ce que signifie une répétition',
  'Reviews of events that have the given status now': 'Relectures d’événements qui ont maintenant ce statut',
  'Note to the author': 'Remarque à l’auteur',
  'Reviews with the given decision': 'Relectures avec la décision indiquée',
  'List the decisions about pending events': 'Lister les décisions sur les événements en attente',
  'What was decided': 'Ce qui a été décidé',
  'ID of the user who decided': 'Identifiant de l’utilisateur qui a décidé',
  'Username at the time': 'Nom d’utilisateur à ce moment-là',
  'Name of that user; the username if there is none, or the account was deleted':
    'Nom de cet utilisateur ; le nom d’utilisateur s’il n’y en a pas, ou si le compte a été supprimé',
  'ID of its author; missing if the event was deleted permanently':
    'Identifiant de son auteur ; absent si l’événement a été supprimé définitivement',
  'Title at the time': 'Titre à ce moment-là',
  'Language of that title; missing in older decisions':
    'Langue de ce titre ; absente des décisions plus anciennes',
  'The event that was reviewed': 'L’événement sur lequel porte la décision',
  'A decision about a pending event': 'Une décision sur un événement en attente',
} as const
