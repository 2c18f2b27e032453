export const mail = {
  'Your link for {site}': 'Votre lien pour {site}',
  'With this link you choose a password for {site}, where your user name is {username}. It works once, for an hour:':
    'Avec ce lien, vous choisissez un mot de passe pour {site}, où votre nom d’utilisateur est {username}. Il fonctionne une seule fois, pendant une heure\u202f:',
  'If you did not ask for it, you need not do anything.':
    'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
  'This user has no e-mail address.': 'Cet utilisateur n’a pas d’adresse e-mail.',
  'Send a link to set a password': 'Envoyer un lien pour définir un mot de passe',
  'Username or e-mail address of the person': 'Nom d’utilisateur ou adresse e-mail de la personne',
  'An e-mail that is to be sent': 'Un e-mail à envoyer',
  'It waits to be sent': 'Il attend d’être envoyé',
} as const
