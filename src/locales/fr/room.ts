/** The editors' room: sessions, history, reviews and the audit log. */
export const room = {
  'Read the session': 'Lire la session',
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  'Set a password by a link': 'Définir un mot de passe au moyen d’un lien',
  'Change one’s own password': 'Modifier son propre mot de passe',
  'Create a link to set a password': 'Créer un lien pour définir un mot de passe',
  'Password of the person': 'Mot de passe de la personne',
  'Token of the link, from its address': 'Jeton du lien, tiré de son adresse',
  'New password, of at least 12 characters': 'Nouveau mot de passe, d’au moins 12 caractères',
  'Password that is to be replaced': 'Mot de passe à remplacer',
  'Token that writes send as X-CSRF-Token': 'Jeton que les écritures envoient dans X-CSRF-Token',
  'The session of a person in a browser': 'La session d’une personne dans un navigateur',
  'Address where the user sets a password, once':
    'Adresse où l’utilisateur définit un mot de passe, une seule fois',
  'Expiry date, in UTC': 'Date d’expiration, en UTC',
  'A link to set a password': 'Un lien pour définir un mot de passe',
  'The cookie of a session; writes also need X-CSRF-Token':
    'Le cookie d’une session ; les écritures exigent aussi X-CSRF-Token',
  'Signing in with a browser': 'Connexion avec un navigateur',
  'The header X-CSRF-Token is missing or wrong.': 'L’en-tête X-CSRF-Token manque ou est incorrect.',
  'Pages of other sites cannot sign anybody in.': 'Les pages d’autres sites ne peuvent connecter personne.',
  'Must have at least {minimum} characters.': 'Cette valeur doit comporter au moins {minimum} caractères.',
  'This password is easy to guess; choose another one.':
    'Ce mot de passe est facile à deviner ; choisissez-en un autre.',
  'This link has expired or was used already; ask an administrator for a new one.':
    'Ce lien a expiré ou a déjà servi ; demandez-en un autre à un administrateur.',
  'This is not your current password.': 'Ce n’est pas votre mot de passe actuel.',
} as const
