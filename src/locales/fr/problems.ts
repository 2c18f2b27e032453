export const problems = {
  'There is no such event.': 'Cet événement n’existe pas.',
  'There is no such venue.': 'Ce lieu n’existe pas.',
  'There is no such organizer.': 'Cet organisateur n’existe pas.',
  'There is no such category.': 'Cette catégorie n’existe pas.',
  'There is no such tag.': 'Cette étiquette n’existe pas.',
  'Missing parameter(s): {names}': 'Paramètre(s) manquant(s) : {names}',
  'Invalid parameter(s): {names}': 'Paramètre(s) non valide(s) : {names}',
  'No route was found matching the URL and request method.':
    'Aucune route ne correspond à l’URL et à la méthode de la requête.',
  'This route does not answer that method; it answers {methods}.':
    'Cette route ne répond pas à cette méthode ; elle répond à {methods}.',
  'You must sign in to do this.': 'Vous devez vous identifier pour faire cela.',
  'You are not allowed to do this.': 'Vous n’êtes pas autorisé à faire cela.',
  'The user name, the password or the token is not correct.':
    'Le nom d’utilisateur, le mot de passe ou le jeton est incorrect.',
  'This id belongs to something of another kind.':
    'Cet identifiant appartient à une ressource d’un autre type.',
  'This is not published, and you may not read it.':
    'Cette ressource n’est pas publiée, et vous n’êtes pas autorisé à la lire.',
  'This event is protected by a password.': 'Cet événement est protégé par un mot de passe.',
  'This is in the trash and no longer available.':
    'Cette ressource est dans la corbeille et n’est plus disponible.',
  'This is in the trash already.': 'Cette ressource est déjà dans la corbeille.',
  'There is no translation into "{language}".': 'Il n’y a pas de traduction en « {language} ».',
  '"{language}" is the language of the original, which cannot be removed alone.':
    '« {language} » est la langue de l’original, qui ne peut pas être supprimé seul.',
  'This page lies beyond the end of the list.': 'Cette page se trouve au-delà de la fin de la liste.',
  'A term with that name exists already under the same parent.':
    'Un terme de ce nom existe déjà sous le même parent.',
  'The slug "{slug}" is in use already; choose another one.':
    'Le slug « {slug} » est déjà utilisé ; choisissez-en un autre.',
  'There is no such namespace here.': 'Cet espace de noms n’existe pas ici.',
  'This has changed since you read it: the entity tag in If-Match is no longer the current one.':
    'Cette ressource a changé depuis que vous l’avez lue : l’ETag indiqué dans If-Match n’est plus l’actuel.',
  'Too many requests; try again later.': 'Trop de requêtes ; réessayez plus tard.',
  'The service cannot answer just now; try again later.':
    'Le service ne peut pas répondre pour le moment ; réessayez plus tard.',
  'There is no such user.': 'Cet utilisateur n’existe pas.',
  'This user owns {count} entry; hand it over with reassign.':
    'Cet utilisateur possède {count} contenu ; cédez-le au moyen de reassign.',
  'This user owns {count} entries; hand them over with reassign.':
    'Cet utilisateur possède {count} contenus ; cédez-les au moyen de reassign.',
  'This is the last administrator; make another user an administrator first.':
    'C’est le dernier administrateur ; nommez d’abord un autre utilisateur administrateur.',
  'There is no such application password.': 'Ce mot de passe d’application n’existe pas.',
  'Something went wrong on our side.': 'Une erreur s’est produite de notre côté.',
  'The type of the body is not said; use {allowed}.':
    'Le type du corps n’est pas indiqué ; utilisez {allowed}.',
  'A body of the type "{type}" is not read here; use {allowed}.':
    'Un corps de type « {type} » n’est pas lu ici ; utilisez {allowed}.',
  'A body in "{charset}" is not read here; use UTF-8.':
    'Un corps encodé en « {charset} » n’est pas lu ici ; utilisez UTF-8.',
  'A body compressed with "{coding}" is not read here; send it uncompressed.':
    'Un corps compressé avec « {coding} » n’est pas lu ici ; envoyez-le sans compression.',
  'The body must be a JSON object.': 'Le corps doit être un objet JSON.',
  'The body nests too deep; at most {levels} levels are allowed.':
    'Le corps est imbriqué trop profondément ; {levels} niveaux sont permis au plus.',
  'The body is not valid UTF-8.': 'Le corps n’est pas de l’UTF-8 valide.',
  'The body is not valid JSON: see line {line}, column {column}.':
    'Le corps n’est pas du JSON valide : voir ligne {line}, colonne {column}.',
  'The body is not valid JSON.': 'Le corps n’est pas du JSON valide.',
  'The body is not valid multipart/form-data.': 'Le corps n’est pas du multipart/form-data valide.',
  'The body is too large.': 'Le corps est trop volumineux.',
  'The body ended before it was complete.': 'Le corps s’est terminé avant d’être complet.',
  'The body is too large; at most {limit} bytes are allowed.':
    'Le corps est trop volumineux ; {limit} octets sont permis au plus.',
  'The body has too many fields; at most {limit} are allowed.':
    'Le corps a trop de champs ; {limit} sont permis au plus.',
  'The header fields of the request are too large.': 'Les en-têtes de la requête sont trop volumineux.',
  'The chunk extensions of the body are too large.':
    'Les extensions de morceaux du corps sont trop volumineuses.',
  'The request did not arrive in time.': 'La requête n’est pas arrivée à temps.',
  'A part of the path is too long.': 'Une partie du chemin est trop longue.',
  'The path is not percent-encoded UTF-8.': 'Le chemin n’est pas de l’UTF-8 encodé par pourcentage.',
  'The request is not well-formed HTTP.': 'La requête n’est pas du HTTP bien formé.',
  'Only editors may delete for good; without force it goes to the trash.':
    'Seuls les éditeurs peuvent supprimer définitivement ; sans force, la ressource va à la corbeille.',
  'Only editors may make somebody else the author.':
    'Seuls les éditeurs peuvent désigner quelqu’un d’autre comme auteur.',
  'Only authors and editors may give an image.':
    'Seuls les auteurs et les éditeurs peuvent fournir une image.',
  'You are not allowed to create terms; only existing ones will do.':
    'Vous n’êtes pas autorisé à créer des termes ; seuls les termes existants conviennent.',
  'Only administrators may change user names.':
    'Seuls les administrateurs peuvent changer les noms d’utilisateur.',
  'Only administrators may change roles.': 'Seuls les administrateurs peuvent changer les rôles.',
  'This Idempotency-Key was used for another request; use a new key for each request.':
    'Cette Idempotency-Key a servi à une autre requête ; utilisez une nouvelle clé pour chaque requête.',
} as const
