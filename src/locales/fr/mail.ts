export const mail = {
  'Your link for {site}': 'Votre lien pour {site}',
  'With this link you choose a password for {site}, where your username is {username}. It works once, for an hour:':
    'Avec ce lien, vous choisissez un mot de passe pour {site}, où votre nom d’utilisateur est {username}. Il fonctionne une seule fois et expire au bout d’une heure :',
  'If you did not ask for it, you need not do anything.':
    'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
  'This user has no e-mail address.': 'Cet utilisateur n’a pas d’adresse e-mail.',
  'Send a link to set a password': 'Envoyer un lien pour définir un mot de passe',
  'Username or e-mail address of the person': 'Nom d’utilisateur ou adresse e-mail de la personne',
  'An e-mail to be sent': 'Un e-mail à envoyer',
  'It waits to be sent': 'Il attend d’être envoyé',
  'Accepted: {title}': 'Accepté : {title}',
  'Sent back: {title}': 'Renvoyé : {title}',
  'Not accepted: {title}': 'Non retenu : {title}',
  'The editors of {site} have accepted the event “{title}”.':
    'La rédaction du site {site} a accepté l’événement « {title} ».',
  'The editors of {site} have sent the event “{title}” back; it is not published yet.':
    'La rédaction du site {site} a renvoyé l’événement « {title} » ; il n’est pas encore publié.',
  'The editors of {site} have not accepted the event “{title}”.':
    'La rédaction du site {site} n’a pas retenu l’événement « {title} ».',
  'It is in the calendar:': 'Il figure dans l’agenda :',
  'They write:': 'La rédaction écrit :',
  'You can change it here and submit it again:': 'Vous pouvez le modifier ici et le soumettre de nouveau :',
  'You can suggest it here again, with what was missing:':
    'Vous pouvez le proposer de nouveau ici, en ajoutant ce qui manquait :',
  'You gave this address when you suggested the event. It is deleted once the editors have decided.':
    'Vous avez indiqué cette adresse en proposant l’événement. Elle sera effacée dès que la rédaction aura décidé.',
  'You gave this address when you suggested the event. It has been deleted with the decision.':
    'Vous avez indiqué cette adresse en proposant l’événement. Elle a été effacée avec la décision.',
} as const
