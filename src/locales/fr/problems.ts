export const problems = {
  'This event does not exist.': 'Cet événement n’existe pas.',
  'This venue does not exist.': 'Ce lieu n’existe pas.',
  'This organizer does not exist.': 'Cet organisateur n’existe pas.',
  'This category does not exist.': 'Cette catégorie n’existe pas.',
  'This tag does not exist.': 'Cette étiquette n’existe pas.',
  'Missing parameter(s): {names}': 'Paramètre(s) manquant(s) : {names}',
  'Unknown arguments were ignored: {names}': 'Des arguments inconnus ont été ignorés : {names}',
  'Invalid parameter(s): {names}': 'Paramètre(s) non valide(s) : {names}',
  'No route was found matching the URL and request method.':
    'Aucune route ne correspond à l’URL et à la méthode de la requête.',
  'This method is not supported; supported methods: {methods}.':
    'Cette méthode n’est pas prise en charge ; méthodes prises en charge : {methods}.',
  'Authentication is required.': 'Une authentification est requise.',
  'You do not have permission to do this.': 'Vous n’avez pas le droit d’effectuer cette action.',
  'This format contains only what is published, whoever asks; JSON and CSV contain what you may read.':
    'Ce format ne contient que ce qui est publié, quel que soit le demandeur ; JSON et CSV contiennent ce que vous avez le droit de lire.',
  'The username, password or token is incorrect.':
    'Le nom d’utilisateur, le mot de passe ou le jeton est incorrect.',
  'This ID belongs to a different kind of resource.':
    'Cet identifiant appartient à une ressource d’un autre type.',
  'This resource is not published, and you do not have permission to read it.':
    'Cette ressource n’est pas publiée, et vous n’avez pas le droit de la lire.',
  'This event is password-protected.': 'Cet événement est protégé par un mot de passe.',
  'This resource is in the trash and no longer available.':
    'Cette ressource est dans la corbeille et n’est plus disponible.',
  'This resource is already in the trash.': 'Cette ressource est déjà dans la corbeille.',
  'No translation exists for the language "{language}".':
    'Aucune traduction n’existe pour la langue « {language} ».',
  '"{language}" is the original language; the original cannot be deleted on its own.':
    '« {language} » est la langue d’origine ; l’original ne peut pas être supprimé seul.',
  'This page does not exist; the list has fewer pages.':
    'Cette page n’existe pas ; la liste compte moins de pages.',
  'A term with this name already exists under the same parent.':
    'Un terme portant ce nom existe déjà sous le même parent.',
  'The slug "{slug}" is already in use; choose another one.':
    'Le slug « {slug} » est déjà utilisé ; choisissez-en un autre.',
  'This namespace does not exist.': 'Cet espace de noms n’existe pas.',
  'This resource has changed since you read it: the ETag in If-Match is no longer current.':
    'Cette ressource a été modifiée depuis sa lecture : l’ETag indiqué dans If-Match n’est plus à jour.',
  'The response would be larger than {maximum} MiB; request fewer items with per_page.':
    'La réponse dépasserait {maximum} Mio ; demandez moins d’éléments avec per_page.',
  'Too many requests; try again later.': 'Trop de requêtes ; réessayez plus tard.',
  'The service is temporarily unavailable; try again later.':
    'Le service est momentanément indisponible ; réessayez plus tard.',
  'This user does not exist.': 'Cet utilisateur n’existe pas.',
  'This user owns {count} entry; use reassign to transfer it to another user.':
    'Cet utilisateur possède {count} contenu ; utilisez reassign pour l’attribuer à un autre utilisateur.',
  'This user owns {count} entries; use reassign to transfer them to another user.':
    'Cet utilisateur possède {count} contenus ; utilisez reassign pour les attribuer à un autre utilisateur.',
  'The last administrator cannot be deleted or lose this role; make another user an administrator first.':
    'Le dernier administrateur ne peut être ni supprimé ni privé de ce rôle ; nommez d’abord un autre administrateur.',
  'This application password does not exist.': 'Ce mot de passe d’application n’existe pas.',
  'An internal error occurred.': 'Une erreur interne est survenue.',
  'The Content-Type header is required; use {allowed}.':
    'L’en-tête Content-Type est obligatoire ; utilisez {allowed}.',
  'The media type "{type}" is not supported; use {allowed}.':
    'Le type de média « {type} » n’est pas pris en charge ; utilisez {allowed}.',
  'The charset "{charset}" is not supported; use UTF-8.':
    'Le jeu de caractères « {charset} » n’est pas pris en charge ; utilisez UTF-8.',
  'The content encoding "{coding}" is not supported; send the body uncompressed.':
    'L’encodage de contenu « {coding} » n’est pas pris en charge ; envoyez le corps sans compression.',
  'The body must be a JSON object.': 'Le corps doit être un objet JSON.',
  'The body is nested too deeply; at most {levels} levels are allowed.':
    'Le corps est imbriqué trop profondément ; {levels} niveaux au maximum sont autorisés.',
  'The body is not valid UTF-8.': 'Le corps n’est pas de l’UTF-8 valide.',
  'The body is not valid JSON: error at line {line}, column {column}.':
    'Le corps n’est pas du JSON valide : erreur à la ligne {line}, colonne {column}.',
  'The body is not valid multipart/form-data.': 'Le corps n’est pas du multipart/form-data valide.',
  'The body is incomplete.': 'Le corps est incomplet.',
  'The body is too large; at most {limit} bytes are allowed.':
    'Le corps est trop volumineux ; {limit} octets au maximum sont autorisés.',
  'The body has too many fields; at most {limit} are allowed.':
    'Le corps contient trop de champs ; {limit} au maximum sont autorisés.',
  'The request headers are too large.': 'Les en-têtes de la requête sont trop volumineux.',
  'The chunk extensions of the body are too large.':
    'Les extensions de bloc (chunk) du corps sont trop volumineuses.',
  'The request timed out.': 'Le délai de réception de la requête est dépassé.',
  'A path segment is too long.': 'Un segment du chemin est trop long.',
  'The path must be percent-encoded UTF-8.': 'Le chemin doit être de l’UTF-8 avec encodage-pourcent.',
  'The only transfer coding of a body that is supported is chunked.':
    'Le seul encodage de transfert d’un corps qui soit pris en charge est chunked.',
  'The request must have exactly one valid Host header.':
    'La requête doit avoir exactement un en-tête Host valide.',
  'The request is not valid HTTP.': 'La requête n’est pas conforme à HTTP.',
  'This name belongs to the password of the settings.': 'Ce nom est celui du mot de passe des réglages.',
  'Only editors can delete permanently; without force, the resource is moved to the trash.':
    'Seuls les rédacteurs peuvent supprimer définitivement ; sans force, la ressource est mise à la corbeille.',
  'Only editors can set another user as the author.':
    'Seuls les rédacteurs peuvent désigner un autre utilisateur comme auteur.',
  'Only authors and editors can publish.': 'Seuls les auteurs et les rédacteurs peuvent publier.',
  'Only authors and editors can set an image.':
    'Seuls les auteurs et les rédacteurs peuvent définir une image.',
  'Only contributors, authors and editors can request this.':
    'Seuls les contributeurs, les auteurs et les rédacteurs peuvent demander cela.',
  'Only contributors, authors and editors can list unpublished resources.':
    'Seuls les contributeurs, les auteurs et les rédacteurs peuvent lister les ressources non publiées.',
  'This requires permission to edit the resource.': 'Cela nécessite le droit de modifier la ressource.',
  'This requires permission to edit the series.': 'Cela nécessite le droit de modifier la série.',
  'You do not have permission to create terms; use existing terms.':
    'Vous n’avez pas le droit de créer des termes ; utilisez des termes existants.',
  'Only administrators can change usernames.':
    'Seuls les administrateurs peuvent modifier les noms d’utilisateur.',
  'Only administrators can change roles.': 'Seuls les administrateurs peuvent modifier les rôles.',
  'This Idempotency-Key was already used for a different request; use a new key for each request.':
    'Cette Idempotency-Key a déjà servi pour une autre requête ; utilisez une nouvelle clé pour chaque requête.',
  'This image does not exist.': 'Cette image n’existe pas.',
  'This image is in use; send force=true to remove it from everything that shows it.':
    'Cette image est utilisée ; envoyez force=true pour la retirer de tout ce qui l’affiche.',
  'The file is too large; at most {limit} bytes are allowed.':
    'Le fichier est trop volumineux ; {limit} octets au maximum sont autorisés.',
  'The file is too large; it may have at most {mebibytes} MiB.':
    'Le fichier est trop volumineux ; il peut faire au plus {mebibytes} Mio.',
  'The image does not exist.': 'L’image n’existe pas.',
  'An image in use would be deleted without force.': 'Une image utilisée serait supprimée sans force.',
  'Must be lines of RFC 5545, as a list or a string.':
    'Cette valeur doit contenir des lignes de la RFC 5545, sous forme de liste ou de chaîne de caractères.',
  '{name} is not a field that occurrences inherit; use {fields}, texts of translations as in title@fr.':
    '{name} n’est pas un champ que les dates reprennent de la série ; utilisez {fields}, et title@fr pour le texte d’une traduction.',
  'An occurrence has no recurrence of its own: send it to the series, or with scope=following or scope=all.':
    'Une date n’a pas de répétition propre : envoyez-la à la série, ou avec scope=following ou scope=all.',
  'The rule of this series has no date on {day} when it moves by as much; send recurrence as well.':
    'La règle de cette série n’a pas de date le {day} si elle est déplacée d’autant ; envoyez aussi recurrence.',
} as const
