export const values = {
  'Must be encoded in UTF-8.': 'Cette valeur doit être encodée en UTF-8.',
  'Must not be empty.': 'Cette valeur ne doit pas être vide.',
  'Must be a string.': 'Cette valeur doit être une chaîne de caractères.',
  'The name of the file must not contain NUL.': 'Le nom du fichier ne doit pas contenir NUL.',
  'Must not contain NUL or an unpaired surrogate.':
    'Cette valeur ne doit contenir ni NUL ni substitut (surrogate) isolé.',
  'An event with such long texts, or so many tickets and links, can have at most {maximum} dates.':
    'Un événement avec des textes aussi longs, ou autant de billets et de liens, peut avoir au plus {maximum} dates.',
  'Must have at most {maximum} characters.': 'Cette valeur doit compter au plus {maximum} caractères.',
  'Must have at most {maximum} bytes.': 'Cette valeur doit compter au plus {maximum} octets.',
  'Must have at most {maximum} items.': 'Cette liste doit compter au plus {maximum} éléments.',
  'Paths must have at most {maximum} levels.': 'Les chemins doivent compter au plus {maximum} niveaux.',
  'Must have at most {maximum} words and phrases, at most {unwanted} of them after "-".':
    'Cette recherche doit compter au plus {maximum} mots et expressions, dont au plus {unwanted} précédés de « - ».',
  'Must be an integer.': 'Cette valeur doit être un nombre entier.',
  'Must be {minimum} or greater.': 'Cette valeur doit être supérieure ou égale à {minimum}.',
  'Must be {maximum} or less.': 'Cette valeur doit être inférieure ou égale à {maximum}.',
  'Must be a number.': 'Cette valeur doit être un nombre.',
  'Must be true or false (1, 0, yes, no, on and off are also accepted).':
    'Cette valeur doit être true ou false (1, 0, yes, no, on et off sont aussi acceptés).',
  'Must be one of {words}.': 'Cette valeur doit être l’une des suivantes : {words}.',
  'Must be an absolute URL that starts with http:// or https://.':
    'Cette valeur doit être une URL absolue commençant par http:// ou https://.',
  'Must be an e-mail address such as name@example.org.':
    'Cette valeur doit être une adresse e-mail telle que name@example.org.',
  'Must be the ID or the URL of an image; upload a file first, as an image.':
    'Cette valeur doit être l’identifiant ou l’URL d’une image ; un fichier doit d’abord être envoyé comme image.',
  'Must be a list.': 'Cette valeur doit être une liste.',
  'Must be an object.': 'Cette valeur doit être un objet.',
  'Must be an ID, an object describing the linked resource, or a list of these.':
    'Cette valeur doit être un identifiant, un objet décrivant la ressource liée, ou une liste de tels éléments.',
  'Must be sent together with {other}.': 'Ce paramètre doit être envoyé avec {other}.',
  'Geolocation is disabled on this site.': 'La géolocalisation est désactivée sur ce site.',
  'There is no user with the ID {id}.': 'Aucun utilisateur n’a l’identifiant {id}.',
  'There is no image with the ID {id}.': 'Aucune image n’a l’identifiant {id}.',
  'There is no event with the ID {ids}.': 'Aucun événement n’a l’identifiant {ids}.',
  'There is no venue with the ID {ids}.': 'Aucun lieu n’a l’identifiant {ids}.',
  'There is no organizer with the ID {ids}.': 'Aucun organisateur n’a l’identifiant {ids}.',
  'There is no category with the ID {ids}.': 'Aucune catégorie n’a l’identifiant {ids}.',
  'There is no tag with the ID {ids}.': 'Aucune étiquette n’a l’identifiant {ids}.',
  'There is no category with the ID or slug {ids}.': 'Aucune catégorie n’a l’identifiant ou le slug {ids}.',
  'There is no tag with the ID or slug {ids}.': 'Aucune étiquette n’a l’identifiant ou le slug {ids}.',
  'Categories must have at most {maximum} levels.': 'Les catégories doivent avoir au plus {maximum} niveaux.',
  'The parent must not be the category itself or one of its descendants.':
    'La catégorie parente ne doit être ni la catégorie elle-même ni l’une de ses descendantes.',
  'An event cannot be its own parent; use 0 for none.':
    'Un événement ne peut pas être son propre parent ; utilisez 0 pour aucun.',
  'An event must not end before it starts.': 'Un événement ne doit pas se terminer avant de commencer.',
  'The cost must be a number, a string or a list of these.':
    'Le coût doit être un nombre, une chaîne de caractères ou une liste de ces valeurs.',
  'The cost must have at most {maximum} characters.': 'Le coût doit compter au plus {maximum} caractères.',
  'Must be a three-letter currency code such as EUR.':
    'Cette valeur doit être un code de devise à trois lettres, par exemple EUR.',
  'Must be a price such as 12.50.': 'Cette valeur doit être un prix, par exemple 12.50.',
  'Must be a date such as 2027-01-10 or 2027-01-10 09:00:00 (the time may be followed by an offset or Z), a Unix timestamp of at least 9 digits, an RFC 2822 date, or an English phrase such as "tomorrow 9am".':
    'Cette valeur doit être une date telle que 2027-01-10 ou 2027-01-10 09:00:00 (l’heure peut être suivie d’un décalage ou de Z), un horodatage Unix d’au moins 9 chiffres, une date RFC 2822 ou une expression anglaise telle que « tomorrow 9am ».',
  'The offset has no sign. In URLs and forms, a plus sign stands for a space: write it as %2B.':
    'Le décalage n’a pas de signe. Dans les URL et les formulaires, le signe plus représente une espace : écrivez-le %2B.',
  'This date does not exist: day, time, offset and weekday must be consistent, and the year must be between 1 and 9999.':
    'Cette date n’existe pas : le jour, l’heure, le décalage et le jour de la semaine doivent concorder, et l’année doit être comprise entre 1 et 9999.',
  'The year must be between 1 and 9999, in the time zone of the date and in UTC.':
    'L’année doit être comprise entre 1 et 9999, dans le fuseau horaire de la date et en UTC.',
  'Must be a date such as 2026-10-10, or a range such as 2026-10-10/2026-10-12.':
    'Cette valeur doit être une date telle que 2026-10-10, ou une période telle que 2026-10-10/2026-10-12.',
  'The end of the range must not be before its start.':
    'La fin de la période ne doit pas précéder son début.',
  'Must be a date in the future.': 'Cette date doit être dans le futur.',
  'Must be a time zone: a name such as Europe/Paris, UTC, or an offset of at most 14 hours such as UTC+2, UTC+5:30 or +02:00.':
    'Cette valeur doit être un fuseau horaire : un nom tel que Europe/Paris, UTC, ou un décalage d’au plus 14 heures tel que UTC+2, UTC+5:30 ou +02:00.',
  'Must be 1 to 60 characters long; allowed characters are A-Z a-z 0-9 . _ @ -.':
    'Cette valeur doit compter 1 à 60 caractères ; sont autorisés A-Z a-z 0-9 . _ @ -.',
  'This username is already in use; choose another one.':
    'Ce nom d’utilisateur est déjà utilisé ; choisissez-en un autre.',
  'Must be the ID of another user, who receives the entries.':
    'Cette valeur doit être l’identifiant d’un autre utilisateur, à qui les contenus sont attribués.',
  'Must be 1 to 255 visible ASCII characters.':
    'Cette valeur doit compter 1 à 255 caractères ASCII visibles.',
  'The file is empty; send a PNG, JPEG, WebP, AVIF or GIF image.':
    'Le fichier est vide ; envoyez une image PNG, JPEG, WebP, AVIF ou GIF.',
  'SVG images are not accepted; send a PNG, JPEG, WebP, AVIF or GIF image.':
    'Les images SVG ne sont pas acceptées ; envoyez une image PNG, JPEG, WebP, AVIF ou GIF.',
  'The file is not a PNG, JPEG, WebP, AVIF or GIF image.':
    'Le fichier n’est pas une image PNG, JPEG, WebP, AVIF ou GIF.',
  'The image is damaged or incomplete; send an intact PNG, JPEG, WebP, AVIF or GIF image.':
    'L’image est endommagée ou incomplète ; envoyez une image PNG, JPEG, WebP, AVIF ou GIF intacte.',
  'The image contains a web page or a script; send a PNG, JPEG, WebP, AVIF or GIF image without it.':
    'L’image contient une page web ou un script ; envoyez une image PNG, JPEG, WebP, AVIF ou GIF qui n’en contient pas.',
  'The image has too many scans; at most {maximum} are allowed.':
    'L’image a trop de passes (scans) ; {maximum} au plus sont autorisées.',
  'The image has too many pixels; at most {maximum} are allowed.':
    'L’image a trop de pixels ; {maximum} au plus sont autorisés.',
  'Must be a file, sent as multipart/form-data.':
    'Cette valeur doit être un fichier, envoyé en multipart/form-data.',
  'Must have x and y, numbers from 0 to 1.': 'Cette valeur doit avoir x et y, des nombres de 0 à 1.',
} as const
