export const values = {
  'This is not percent-encoded UTF-8.': 'Ce n’est pas de l’UTF-8 encodé par pourcentage.',
  'This must not be empty.': 'Cette valeur ne doit pas être vide.',
  'This must be text.': 'Cette valeur doit être un texte.',
  'This contains a character that is not text: NUL or half a surrogate pair.':
    'Cette valeur contient un caractère qui n’est pas du texte : NUL ou une moitié de paire de substitution.',
  'This may have at most {maximum} characters.': 'Cette valeur peut avoir au plus {maximum} caractères.',
  'This may have at most {maximum} bytes.': 'Cette valeur peut avoir au plus {maximum} octets.',
  'This may have at most {maximum} items.': 'Cette liste peut avoir au plus {maximum} éléments.',
  'This must be a whole number.': 'Cette valeur doit être un nombre entier.',
  'This must be {minimum} or more.': 'Cette valeur doit être {minimum} ou plus.',
  'This must be {maximum} or less.': 'Cette valeur doit être {maximum} ou moins.',
  'This must be a number.': 'Cette valeur doit être un nombre.',
  'This must be true or false (1, 0, yes, no, on and off will do).':
    'Cette valeur doit être true ou false (1, 0, yes, no, on et off conviennent aussi).',
  'This must be one of {words}.': 'Cette valeur doit être l’une des suivantes : {words}.',
  'This must be an absolute URL that begins with http:// or https://.':
    'Cette valeur doit être une URL absolue qui commence par http:// ou https://.',
  'This must be an e-mail address such as name@example.org.':
    'Cette valeur doit être une adresse électronique telle que name@example.org.',
  'This must be a list.': 'Cette valeur doit être une liste.',
  'This must be an object.': 'Cette valeur doit être un objet.',
  'This must be an id, an object that describes what is to be linked, or a list of these.':
    'Cette valeur doit être un identifiant, un objet qui décrit ce qui doit être lié, ou une liste de ceux-ci.',
  'This needs {other} as well.': 'Ce paramètre doit être accompagné de {other}.',
  'Geolocation is switched off on this site.': 'La géolocalisation est désactivée sur ce site.',
  'There is no user with the id {id}.': 'Aucun utilisateur n’a l’identifiant {id}.',
  'There is no image with the id {id}.': 'Aucune image n’a l’identifiant {id}.',
  'There is no event with the id {ids}.': 'Aucun événement n’a l’identifiant {ids}.',
  'There is no venue with the id {ids}.': 'Aucun lieu n’a l’identifiant {ids}.',
  'There is no organizer with the id {ids}.': 'Aucun organisateur n’a l’identifiant {ids}.',
  'There is no category with the id {ids}.': 'Aucune catégorie n’a l’identifiant {ids}.',
  'There is no tag with the id {ids}.': 'Aucune étiquette n’a l’identifiant {ids}.',
  'There is no category with the id or slug {ids}.': 'Aucune catégorie n’a l’identifiant ou le slug {ids}.',
  'There is no tag with the id or slug {ids}.': 'Aucune étiquette n’a l’identifiant ou le slug {ids}.',
  'The parent must be neither the category itself nor one of its descendants.':
    'Le parent ne doit être ni la catégorie elle-même ni l’une de ses descendantes.',
  'An event cannot be its own parent; 0 means none.':
    'Un événement ne peut pas être son propre parent ; 0 signifie aucun.',
  'An event must not end before it starts: end_date lies before start_date.':
    'Un événement ne doit pas finir avant de commencer : end_date précède start_date.',
  'The cost must be a number, a text or a list of these.':
    'Le coût doit être un nombre, un texte ou une liste de ceux-ci.',
  'The cost must not be longer than {maximum} characters.':
    'Le coût ne doit pas dépasser {maximum} caractères.',
  'This must be a currency code of three letters such as EUR.':
    'Cette valeur doit être un code de monnaie de trois lettres, par exemple EUR.',
  'This must be a price such as 12.50.': 'Cette valeur doit être un prix, par exemple 12.50.',
  'This must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (an offset or Z may follow the time), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".':
    'Cette valeur doit être une date telle que 2027-01-10 ou 2027-01-10 09:00:00 (un décalage ou Z peut suivre l’heure), un horodatage Unix d’au moins 9 chiffres, une date RFC 2822 ou une expression anglaise telle que « tomorrow 9am ».',
  'There is no such date. Day, time, offset and weekday must fit each other, within the years 1 to 9999.':
    'Cette date n’existe pas. Le jour, l’heure, le décalage et le jour de la semaine doivent concorder, dans les années 1 à 9999.',
  'This must be a date such as 2026-10-10, or two of them as 2026-10-10/2026-10-12.':
    'Cette valeur doit être une date telle que 2026-10-10, ou deux dates comme 2026-10-10/2026-10-12.',
  'The end of the range must not be before its start.':
    'La fin de la période ne doit pas précéder son début.',
  'This must be a date in the future.': 'Cette valeur doit être une date à venir.',
  'This must be a time zone: a name such as Europe/Paris, UTC, or an offset of at most 14 hours such as UTC+2, UTC+5:30 or +02:00.':
    'Cette valeur doit être un fuseau horaire : un nom tel que Europe/Paris, UTC, ou un décalage d’au plus 14 heures tel que UTC+2, UTC+5:30 ou +02:00.',
  'This must be 1 to 60 of the characters A-Z a-z 0-9 . _ @ -.':
    'Cette valeur doit compter 1 à 60 caractères parmi A-Z a-z 0-9 . _ @ -.',
  'There is a user of that name already; choose another one.':
    'Un utilisateur de ce nom existe déjà ; choisissez-en un autre.',
  'This must be the id of another user, who takes over.':
    'Cette valeur doit être l’identifiant d’un autre utilisateur, qui prend la suite.',
  'This must be 1 to 255 visible ASCII characters.':
    'Cette valeur doit compter 1 à 255 caractères ASCII visibles.',
} as const
