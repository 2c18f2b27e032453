export const changes = {
  'Follow what changes': 'Suivre les modifications',
  'Token of the last page that was read; without it, the token of now':
    'Jeton de la dernière page lue ; sans lui, le jeton du moment présent',
  'Limit to these kinds of resources': 'Limiter à ces types de ressources',
  'Seconds to wait for changes if there are none yet':
    'Secondes d’attente si aucune modification n’est encore intervenue',
  'Must be a token that this service has given.': 'Doit être un jeton délivré par ce service.',
  'Changes are not kept for that long; read the lists again and follow from the present.':
    'Les modifications ne sont pas conservées aussi longtemps ; relisez les listes et reprenez le suivi à partir de maintenant.',
  'The token is older than the changes that are kept.':
    'Le jeton est plus ancien que les modifications conservées.',
  'Collection of the resource': 'Collection de la ressource',
  'ID of the resource': 'Identifiant de la ressource',
  'What happened, as the caller may know of it: what became unreadable was deleted':
    'Ce qui s’est passé, pour autant que l’appelant puisse le savoir : ce qui n’est plus lisible est supprimé',
  'Languages that the resource has texts in': 'Langues dans lesquelles la ressource a des textes',
  'Date the resource was modified or deleted, in UTC':
    'Date de modification ou de suppression de la ressource, en UTC',
  'The resource as it is now; absent if it cannot be read':
    'La ressource dans son état actuel ; absente si elle ne peut pas être lue',
  'A change of a resource': 'Une modification d’une ressource',
  'Changes, in the order of commits': 'Modifications, dans l’ordre de leur validation',
  'Token behind the last change of the page': 'Jeton qui suit la dernière modification de la page',
  'Whether there are no further changes yet': 'Indique s’il n’y a pas encore d’autres modifications',
  'One page of the feed of changes': 'Une page du flux des modifications',
} as const
