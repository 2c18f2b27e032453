export const imports = {
  'Exceptions without an occurrence here are skipped: {dates}.':
    'Les exceptions qui n’ont pas de date ici sont ignorées : {dates}.',
  'URL to import from, instead of a file': 'URL à partir de laquelle importer, à la place d’un fichier',
  'URL that was imported': 'URL importée',
  'All that differs was edited here.': 'Tout ce qui diffère a été modifié ici.',
  'Stays as it is here: {fields}.': 'Reste tel quel ici : {fields}.',
  'Changes {fields}.': 'Modifie {fields}.',
  'This event is new.': 'Cet événement est nouveau.',
  'Components are nested more than {limit} deep.':
    'Les composants sont imbriqués sur plus de {limit} niveaux.',
  'DTSTART is missing.': 'DTSTART manque.',
  'Dates that differ from this series are not in this file, so they become as the series says, even if they are cancelled or private at the source.':
    'Les dates qui diffèrent de cette série ne sont pas dans ce fichier ; elles deviennent ce que dit la série, même si elles sont annulées ou privées à la source.',
  'Dates of RDATE before DTSTART are left out, the last of which is {date}.':
    'Les dates de RDATE antérieures à DTSTART sont omises, dont la dernière est le {date}.',
  'EXRULE is replaced by dates, the last of which is {date}.':
    'EXRULE est remplacé par des dates, dont la dernière est le {date}.',
  'Events that were edited here and remain unchanged': 'Événements modifiés ici et laissés tels quels',
  'New resources': 'Nouvelles ressources',
  'Changed resources': 'Ressources modifiées',
  'Unchanged resources': 'Ressources inchangées',
  'The same for each collection': 'Les mêmes nombres pour chaque collection',
  'Time zone as the source has it': 'Fuseau horaire tel que dans la source',
  'Format; by default that of the file name or URL': 'Format ; par défaut d’après le nom du fichier ou l’URL',
  'Format of the source': 'Format de la source',
  'From here on the table cannot be read: a quotation mark is not closed.':
    'À partir d’ici, le tableau est illisible : un guillemet n’est pas fermé.',
  'The rest is not read, because {limit} records up to here have failed or are copies.':
    'Le reste n’est pas lu, car jusqu’ici, {limit} enregistrements ont échoué ou sont des copies.',
  'ID of the import': 'Identifiant de l’importation',
  'ID of the user who imports': 'Identifiant de l’utilisateur qui importe',
  'Identifier at the source': 'Identifiant dans la source',
  'Is missing.': 'Cette valeur manque.',
  'Limit to rows with this action': 'Limiter aux lignes avec cette action',
  'Line of the source': 'Ligne de la source',
  'Categories, tags, venues and organizers without a name were left out, because IDs are those of the source.':
    'Les catégories, étiquettes, lieux et organisateurs sans nom ont été laissés de côté, car les identifiants sont ceux de la source.',
  'Each must be the number of a line or one of {words}.':
    'Chaque élément doit être le numéro d’une ligne ou l’un de ces mots : {words}.',
  'Must be a cron expression such as 0 4 * * *.':
    'Cette valeur doit être une expression cron telle que 0 4 * * *.',
  'Must be an object of columns with one of these fields each: {fields}.':
    'Cette valeur doit être un objet de colonnes, avec l’un de ces champs chacune : {fields}.',
  'No column is known to hold {fields}.': 'Aucune colonne connue ne contient {fields}.',
  'Nothing differs.': 'Rien ne diffère.',
  'Rows that are to be written': 'Lignes à écrire',
  'Rows that cannot be imported': 'Lignes qui ne peuvent pas être importées',
  'Rows that have been written': 'Lignes écrites',
  'Start as the source has it': 'Début tel que dans la source',
  'Local time or day as which the start is read, if the source writes it in another form':
    'Heure locale ou jour que représente le début, si la source l’écrit autrement',
  'Status of events that are created': 'Statut des événements créés',
  'The URL could not be read: {reason}.': 'L’URL n’a pas pu être lue : {reason}.',
  'Reading the site takes too long. Another import continues where this one stopped.':
    'La lecture du site prend trop de temps. Une autre importation reprendra là où celle-ci s’est arrêtée.',
  'Reading the file takes too long; import it in several parts.':
    'La lecture du fichier prend trop de temps ; importez-le en plusieurs parties.',
  'A series can be divided by RANGE=THISANDFUTURE at most {limit} times.':
    'Une série peut être divisée par RANGE=THISANDFUTURE au plus {limit} fois.',
  'At most {limit} events can have the same UID.': 'Au plus {limit} événements peuvent avoir le même UID.',
  'At most {limit} EXRULE are possible.': 'Au plus {limit} EXRULE sont possibles.',
  'The document is too large; write one event to a line.':
    'Le document est trop grand ; écrivez un événement par ligne.',
  'The file to import': 'Le fichier à importer',
  'The series has no date {date}, so this exception is skipped.':
    'La série n’a pas la date {date}, cette exception est donc ignorée.',
  'The source has withdrawn this event, so it goes to the trash.':
    'La source a retiré cet événement, il est donc mis à la corbeille.',
  'The source has withdrawn this event, which was edited here and stays.':
    'La source a retiré cet événement, qui a été modifié ici et reste.',
  'The time zone "{zone}" is not known.': 'Le fuseau horaire « {zone} » est inconnu.',
  'This cannot be read because of an internal error.': 'Une erreur interne empêche de lire ceci.',
  'Days that are numbers are read as Excel counts them: {number} is {date}.':
    'Les jours écrits en nombres sont lus comme Excel les compte : {number} est le {date}.',
  'All days of the table, or its columns, say which number is the day: "{value}" is {date}.':
    'L’ordre du jour et du mois ressort de tous les jours du tableau ou de ses colonnes : « {value} » est le {date}.',
  '“{value}” is not a duration such as 2:30 or 90 min, so it was ignored.':
    '« {value} » n’est pas une durée telle que 2:30 ou 90 min et a donc été ignoré.',
  'This calendar has no events.': 'Ce calendrier n’a pas d’événements.',
  'This calendar does not have the language “{language}”, so it was ignored.':
    'Ce calendrier n’a pas la langue « {language} », qui a donc été ignorée.',
  'This component cannot be read: {reason}': 'Ce composant est illisible : {reason}',
  'This component is too large.': 'Ce composant est trop grand.',
  'This event already exists.': 'Cet événement existe déjà ici.',
  'This event was deleted here.': 'Cet événement a été supprimé ici.',
  'This has the same identifier as line {line}.': 'Cet élément a le même identifiant que la ligne {line}.',
  'This has the same title and start as line {line}, and no identifier (id or UID) that makes it another event.':
    'Le titre et le début sont ceux de la ligne {line}, et aucun identifiant (id ou UID) n’en fait un autre événement.',
  'This is the same as line {line}.': 'Cet élément est identique à la ligne {line}.',
  'This import does not exist.': 'Cette importation n’existe pas.',
  'This is an archive; unpack it, and import the calendars in it one after the other.':
    'C’est une archive ; décompressez-la et importez un à un les calendriers qu’elle contient.',
  'This is a workbook of a spreadsheet program; save its table as CSV.':
    'C’est un classeur de tableur ; enregistrez son tableau en CSV.',
  'This is an export of a whole service, which only calends import reads, into an empty database.':
    'Ceci est l’export d’un service entier, que seul calends import lit, dans une base de données vide.',
  'This is nested more than {limit} deep.': 'Imbriqué sur plus de {limit} niveaux.',
  'This is not a JSON object.': 'Ce n’est pas un objet JSON.',
  'This is not valid JSON: {reason}': 'Ce n’est pas du JSON valide : {reason}',
  'This is not an iCalendar file: it has no line BEGIN:VCALENDAR.':
    'Ce n’est pas un fichier iCalendar : il n’a pas de ligne BEGIN:VCALENDAR.',
  'This is not a list of events.': 'Ce n’est pas une liste d’événements.',
  'This is not possible for an import in the state "{state}".':
    'Ce n’est pas possible pour une importation dans l’état « {state} ».',
  'This file is not encoded in UTF-8, and was read as {encoding}. Check its accents.':
    'Ce fichier n’est pas codé en UTF-8 et a été lu comme {encoding}. Vérifiez ses accents.',
  'This line is longer than {limit} bytes.': 'Cette ligne dépasse {limit} octets.',
  'This line is not encoded in UTF-8; save the file as UTF-8.':
    'Cette ligne n’est pas codée en UTF-8 ; enregistrez le fichier en UTF-8.',
  'This table has no rows below its header.': 'Ce tableau n’a aucune ligne sous ses titres de colonnes.',
  'More than one column holds {fields}; only one of each is read.':
    'Plusieurs colonnes contiennent {fields} ; une seule de chaque est lue.',
  'Nothing in this table tells which number of "{value}" is the day; write dates such as 2027-01-31.':
    'Rien dans ce tableau n’indique quel nombre de « {value} » est le jour ; écrivez les dates comme 2027-01-31.',
  'The number of columns is {found} here and {expected} in the first row.':
    'Le nombre de colonnes est de {found} ici et de {expected} à la première ligne.',
  'This table has more than {limit} columns.': 'Ce tableau a plus de {limit} colonnes.',
  'This service makes no requests of its own; upload the file, or set CALENDS_OUTGOING=on.':
    'Ce service n’envoie pas de requêtes vers l’extérieur ; téléversez le fichier ou réglez CALENDS_OUTGOING=on.',
  'Unique identifier of the import': 'Identifiant unique de l’importation',
  'Date until which it can be undone, in UTC': 'Date jusqu’à laquelle elle peut être annulée, en UTC',
  'What happens to events that were imported before': 'Ce qu’il advient des événements déjà importés',
  'Source that the records belong to': 'Source à laquelle appartiennent les enregistrements',
  'Source that the records belong to: by default the name of the file, or the URL':
    'Source à laquelle appartiennent les enregistrements : par défaut le nom du fichier ou l’URL',
  'When it was finished, in UTC': 'Date de fin, en UTC',
  'When the URL is imported again: a cron expression':
    'Quand l’URL est importée à nouveau : une expression cron',
  'When the URL is imported again: a cron expression, in the time zone of the site':
    'Quand l’URL est importée à nouveau : une expression cron, dans le fuseau horaire du site',
  'When the URL is imported next, in UTC': 'Prochaine importation de l’URL, en UTC',
  Why: 'Pourquoi',
  'Why the import failed': 'Pourquoi l’importation a échoué',
  '"BEGIN:{name}" has no END.': '« BEGIN:{name} » n’a pas de END.',
  '"END:{name}" has no BEGIN.': '« END:{name} » n’a pas de BEGIN.',
  '"{value}" is not a date or time.': '« {value} » n’est ni une date ni une heure.',
  'A URL was given, but the service makes no requests of its own.':
    'Une URL a été donnée, mais le service n’envoie pas de requêtes vers l’extérieur.',
  'The source to import from could not be read.': 'La source à importer n’a pas pu être lue.',
  'The import does not exist.': 'L’importation n’existe pas.',
  'The import is in a state in which this is not possible.':
    'L’importation est dans un état où ce n’est pas possible.',
  'For CSV: the field that each column holds, by the name of the column':
    'Pour CSV : le champ que contient chaque colonne, par nom de colonne',
  'List imports': 'Lister les importations',
  'Read a file or a URL and show what importing it would do':
    'Lire un fichier ou une URL et montrer ce que ferait son importation',
  'Read an import and its rows': 'Lire une importation et ses lignes',
  'Read the rows of an import, also as a table':
    'Lire les lignes d’une importation, également sous forme de tableau',
  'Run an import': 'Exécuter une importation',
  'Undo an import': 'Annuler une importation',
  'State of the import': 'État de l’importation',
  'Fields by columns of CSV': 'Champs par colonne du CSV',
  'Outcome of the rows': 'Résultat pour les lignes',
  'Progress of the import': 'Avancement de l’importation',
  'Planned action for the row': 'Action prévue pour la ligne',
  'Outcome of the row': 'Résultat pour la ligne',
  'Fields that have changed at the source, before and after':
    'Champs modifiés dans la source, avant et après',
  'Fields that the reason names, in their order there':
    'Champs que nomme le motif, dans l’ordre où il les nomme',
  'Fields that a change writes; the others stay as they are here':
    'Champs écrits par une modification ; les autres restent tels quels ici',
  'A row of an import': 'Une ligne d’une importation',
  'An import of events': 'Une importation d’événements',
  'An import with one page of its rows': 'Une importation avec une page de ses lignes',
  'Imports made by its schedule, newest first':
    'Importations issues de sa planification, les plus récentes d’abord',
  'Imports of events': 'Importations d’événements',
  'Must be a username and an application password, separated by a colon.':
    'Cette valeur doit être un nom d’utilisateur et un mot de passe d’application séparés par deux-points.',
  'For a site: a username and an application password there, separated by a colon':
    'Pour un site : nom d’utilisateur et mot de passe d’application de ce site, séparés par deux-points',
  'For a site: the languages to read; by default all that it offers':
    'Pour un site : les langues à lire ; par défaut toutes celles qu’il offre',
  'This is new.': 'Ceci est nouveau.',
  'Send a file or a URL, not both.': 'Envoyez un fichier ou une URL, pas les deux.',
  'Can only be used with CSV.': 'À utiliser seulement avec un fichier CSV.',
  'Can only be used with a site (format tec).': 'À utiliser seulement avec un site (format tec).',
  'Only a URL can be imported on a schedule.': 'Seule une URL peut être importée selon une planification.',
  'Cannot be used with a schedule, because application passwords are not stored.':
    'Ne peut pas être utilisé avec une planification : les mots de passe d’application ne sont pas enregistrés.',
  'This may be “{title}”, which came from another source.':
    'Il s’agit peut-être de « {title} », qui vient d’une autre source.',
  'This may be “{title}” from an earlier import of this source.':
    'Il s’agit peut-être de « {title} », d’une importation antérieure de cette source.',
  'New events that may already exist': 'Nouveaux événements qui existent peut-être déjà',
  'ID of the event that this may duplicate': 'Identifiant de l’événement dont il s’agit peut-être',
  'Limit to events that may already exist': 'Limiter aux événements qui existent peut-être déjà',
  'Rows to skip: by their lines, or all that are create, change or suspected':
    'Lignes à ignorer : par leur numéro, ou toutes celles qui sont create, change ou suspected',
  'This source is already being read; wait until that import has been read.':
    'Cette source est déjà en cours de lecture ; attendez la fin de cette lecture.',
  'Another import is reading the site.': 'Une autre importation est en train de lire le site.',
  'This was skipped.': 'Cette ligne a été ignorée.',
  'This was deleted here.': 'Ceci a été supprimé ici.',
  'An internal error stopped the import.': 'Une erreur interne a arrêté l’importation.',
  'The author no longer has permission to import.': 'L’auteur de l’importation n’a plus le droit d’importer.',
  'This already exists.': 'Ceci existe déjà ici.',
  'There is no column {names}; the columns are {columns}.':
    'Il n’y a pas de colonne {names} ; les colonnes sont {columns}.',
  'This calendar does not have these languages of the site, so texts in them are not imported: {languages}.':
    'Ce calendrier n’a pas ces langues du site, dont les textes ne sont donc pas importés : {languages}.',
  'The site does not list unpublished entries to this user, so only published ones are imported.':
    'Le site ne montre pas à cet utilisateur ce qui n’est pas publié, si bien que seul ce qui est publié est importé.',
  'A list of the site ended before its last page, so some entries may be missing; import it again.':
    'Une liste du site s’est terminée avant sa dernière page, il manque donc peut-être des entrées ; refaites l’importation.',
  'The ID of “{title}” at the site is not a number, so it is not imported.':
    'L’identifiant de « {title} » sur le site n’est pas un nombre ; ceci n’est donc pas importé.',
  'The site lists another entry with the ID of “{title}”, which is imported instead.':
    'L’autre entrée du site qui a l’identifiant de « {title} » est importée à sa place.',
  'The password is sent only to the site itself, so of {hosts} only published entries are imported.':
    'Le mot de passe n’est envoyé qu’au site lui-même ; de {hosts}, seul ce qui est publié est donc importé.',
  'The site does not say what this is a translation of, so it is imported on its own.':
    'Le site n’indique pas de quoi ceci est la traduction ; l’importation en fait donc un contenu à part.',
  'This event has a password at the source, which is not imported, so it is not public here.':
    'Cet événement a un mot de passe dans la source, qui n’est pas importé ; il n’est donc pas public ici.',
  'The source does not say when this event is to be published, so it awaits a review here.':
    'La source ne dit pas quand cet événement doit être publié ; il attend donc ici une relecture.',
  'The site shows “{title}” only to those who have its password, so it is not imported.':
    'Le site ne montre « {title} » qu’à ceux qui ont son mot de passe ; ceci n’est donc pas importé.',
  'Kind of the row': 'Nature de la ligne',
  'Kind of resource, if the row is not an event': 'Type de ressource, si la ligne n’est pas un événement',
  'Title or name': 'Titre ou nom',
  '{count} to-do was skipped, because only events are imported.':
    '{count} tâche a été ignorée, car seuls les événements sont importés.',
  '{count} to-dos were skipped, because only events are imported.':
    '{count} tâches ont été ignorées, car seuls les événements sont importés.',
  '{count} journal entry was skipped, because only events are imported.':
    '{count} entrée de journal a été ignorée, car seuls les événements sont importés.',
  '{count} journal entries were skipped, because only events are imported.':
    '{count} entrées de journal ont été ignorées, car seuls les événements sont importés.',
  '{count} free/busy time was skipped, because only events are imported.':
    '{count} plage de disponibilité a été ignorée, car seuls les événements sont importés.',
  '{count} free/busy times were skipped, because only events are imported.':
    '{count} plages de disponibilité ont été ignorées, car seuls les événements sont importés.',
  'What was skipped, and why': 'Ce qui a été ignoré, et pourquoi',
  'A sentence about the source': 'Une phrase au sujet de la source',
  'The identifier contains NUL or an unpaired surrogate.':
    'L’identifiant contient NUL ou un substitut (surrogate) isolé.',
  'The columns are named in line {line}; what stands above it is not read.':
    'Les colonnes sont nommées à la ligne {line} ; ce qui est au-dessus n’est pas lu.',
  'The database cannot store this.': 'La base de données ne peut pas enregistrer ceci.',
  'This file is empty.': 'Ce fichier est vide.',
}
