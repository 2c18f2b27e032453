export const referencePage = {
  'API reference': 'Référence de l’API',
  'Skip to content': 'Aller au contenu',
  Languages: 'Langues',
  Contents: 'Sommaire',
  Schemas: 'Schémas',
  'Base URL:': 'URL de base :',
  'Parameters and responses': 'Paramètres et réponses',
  Parameters: 'Paramètres',
  'Body fields': 'Champs du corps',
  Example: 'Exemple',
  Responses: 'Réponses',
  Name: 'Nom',
  Type: 'Type',
  Meaning: 'Signification',
  required: 'obligatoire',
  'Allowed values:': 'Valeurs autorisées :',
  'Default:': 'Valeur par défaut :',
  'Try requests in the browser': 'Essayer des requêtes dans le navigateur',
  'Signing in': 'Authentification',
  'Published content can be read without credentials; everything else needs a user with a role.':
    'Le contenu publié se lit sans identifiants ; tout le reste demande un utilisateur doté d’un rôle.',
  'An application password and its token are issued together and shown only once.':
    'Un mot de passe d’application et son jeton sont délivrés ensemble et ne sont affichés qu’une fois.',
  'Administrators create them for every user, users for themselves; on the server, calends user password creates one.':
    'Les administrateurs les créent pour tous, les utilisateurs pour eux-mêmes ; sur le serveur, calends user password en crée un.',
  'Filter operations': 'Filtrer les opérations',
  'No operation matches.': 'Aucune opération ne correspond.',
  'POST, PUT or PATCH': 'POST, PUT ou PATCH',
  'This page needs scripts; the API reference works without them.':
    'Cette page a besoin de scripts ; la référence de l’API s’en passe.',
  'Requests carry only the credentials that are entered under Authorize.':
    'Les requêtes ne portent que les identifiants saisis sous « Authorize ».',
  'The response was 401: choose Authorize and enter a username and an application password, or a token.':
    'La réponse est 401 : choisissez « Authorize » et saisissez un nom d’utilisateur et un mot de passe d’application, ou un jeton.',
  'The administration needs JavaScript.': 'L’administration a besoin de JavaScript.',
} as const
