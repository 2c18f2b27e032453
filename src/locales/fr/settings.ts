export const settings = {
  'Items per page if per_page is not sent.': 'Éléments par page si per_page n’est pas envoyé.',
  'Maximum number of items per page.': 'Nombre maximal d’éléments par page.',
  'How many days the feed of changes reaches back.': 'Nombre de jours que couvre le flux des modifications.',
  'Whether events can be filtered by geolocation.':
    'Indique si les événements peuvent être filtrés par géolocalisation.',
  'Whether anybody may suggest events, which wait for a review.':
    'Indique si tout le monde peut proposer des événements, qui attendent une relecture.',
  'Name of the calendar, on every page.': 'Nom de l’agenda, sur chaque page.',
  'Colour of the pages; its lightness is adjusted, so that text stays readable on it.':
    'Couleur des pages ; sa luminosité est adaptée pour que le texte y reste lisible.',
  'Logo of the calendar: before its name, and as the icon of its pages.':
    'Logo de l’agenda : devant son nom, et comme icône de ses pages.',
  'Contact for visitors who cannot use a page; shown in the accessibility statement.':
    'Contact pour les visiteurs qui ne parviennent pas à utiliser une page ; indiqué dans la déclaration d’accessibilité.',
  'URL of the map tiles, such as https://tile.example.org/{z}/{x}/{y}.png; without it, places are drawn on a plan. The browsers of visitors request the tiles.':
    'URL des tuiles de la carte, par exemple https://tile.example.org/{z}/{x}/{y}.png ; sans elle, les lieux sont dessinés sur un plan. Les navigateurs des visiteurs demandent les tuiles.',
  'Attribution of the map tiles.': 'Mention de la source des tuiles de la carte.',
  'Must be a colour such as #1c3fc4.': 'Cette valeur doit être une couleur, par exemple #1c3fc4.',
  'Must be an e-mail address, or the URL of a web page.':
    'Cette valeur doit être une adresse e-mail ou l’URL d’une page web.',
  'Must be a URL with {z}, {x} and {y}.': 'Cette valeur doit être une URL avec {z}, {x} et {y}.',
  'Must be a PNG, JPEG or WebP image of at most 200 kB that is not cut off, as a data URL.':
    'Cette valeur doit être une image PNG, JPEG ou WebP complète, de 200 ko au plus, sous forme d’URL data.',
  'Is set by the operator ({origin}).': 'Ce réglage est défini par l’exploitant ({origin}).',
  'Change settings': 'Modifier des réglages',
  'Where it is set: default, administration, environment, a flag, or a file':
    'Où il est défini : default, administration, environment, une option ou un fichier',
  'Whether administrators may change it while the service runs':
    'Indique si les administrateurs peuvent le modifier pendant que le service tourne',
  'Type of its values': 'Type de ses valeurs',
  'Description, in the language of the reader': 'Description, dans la langue du lecteur',
  Minimum: 'Valeur minimale',
  Maximum: 'Valeur maximale',
} as const
