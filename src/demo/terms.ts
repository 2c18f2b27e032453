import { byLanguage, type Language, type TranslatedText, textIn } from './languages.ts'

export interface Category {
  readonly key: string
  readonly parent?: string
  /** One of the ten colours of the pages, by number. */
  readonly hue: number
  readonly texts: Readonly<Record<Language, { readonly name: string; readonly description: string }>>
}

const category = (
  key: string,
  hue: number,
  name: TranslatedText,
  description: TranslatedText,
  parent?: string,
): Category => ({
  key,
  parent,
  hue,
  texts: byLanguage((language) => ({
    name: textIn(name, language),
    description: textIn(description, language),
  })),
})

/** Parents come before their children. */
export const categories: readonly Category[] = [
  category(
    'culture',
    9,
    ['Culture', 'Culture', 'Kultur'],
    ['Music, stage, film and art.', 'Musique, scène, cinéma et art.', 'Musik, Bühne, Film und Kunst.'],
  ),
  category(
    'music',
    9,
    ['Music', 'Musique', 'Musik'],
    ['From organ to jazz.', 'De l’orgue au jazz.', 'Von der Orgel bis zum Jazz.'],
    'culture',
  ),
  category(
    'stage',
    10,
    ['Stage', 'Scène', 'Bühne'],
    ['Theatre, dance and spoken word.', 'Théâtre, danse et parole.', 'Theater, Tanz und Wort.'],
    'culture',
  ),
  category(
    'film',
    8,
    ['Film', 'Cinéma', 'Film'],
    ['Films in the original language.', 'Des films en version originale.', 'Filme in der Originalsprache.'],
    'culture',
  ),
  category(
    'exhibitions',
    1,
    ['Exhibitions', 'Expositions', 'Ausstellungen'],
    ['What the museums are showing.', 'À voir dans les musées.', 'Was die Museen zeigen.'],
    'culture',
  ),
  category(
    'literature',
    2,
    ['Books and stories', 'Livres et histoires', 'Bücher und Geschichten'],
    ['To read and to listen to.', 'À lire et à écouter.', 'Zum Lesen und Zuhören.'],
    'culture',
  ),
  category(
    'festivals',
    1,
    ['Festivals', 'Fêtes', 'Feste'],
    [
      'When the whole town is out.',
      'Quand toute la ville est dehors.',
      'Wenn die ganze Stadt unterwegs ist.',
    ],
  ),
  category(
    'markets',
    5,
    ['Markets', 'Marchés', 'Märkte'],
    [
      'Fresh, old and hand-made things.',
      'Du frais, de l’ancien et du fait main.',
      'Frisches, Altes und Handgemachtes.',
    ],
  ),
  category(
    'food-and-drink',
    4,
    ['Food and drink', 'Boire et manger', 'Essen und Trinken'],
    ['From vineyard and kitchen.', 'De la vigne et de la cuisine.', 'Aus Rebberg und Küche.'],
  ),
  category(
    'sport',
    7,
    ['Sport', 'Sport', 'Sport'],
    ['To take part in or to watch.', 'À pratiquer ou à regarder.', 'Zum Mitmachen oder Zuschauen.'],
  ),
  category(
    'hiking',
    4,
    ['Hikes', 'Randonnées', 'Wanderungen'],
    ['In the Jura and along the lake.', 'Dans le Jura et au bord du lac.', 'Im Jura und am See.'],
    'sport',
  ),
  category(
    'water-sports',
    6,
    ['In the water', 'Dans l’eau', 'Im Wasser'],
    ['Swimming in pool and lake.', 'Nager en piscine et au lac.', 'Schwimmen in Bad und See.'],
    'sport',
  ),
  category(
    'tours',
    3,
    ['Guided tours', 'Visites guidées', 'Führungen'],
    ['The town, explained.', 'La ville expliquée.', 'Die Stadt, erklärt.'],
  ),
  category(
    'learning',
    3,
    ['Learning', 'Apprendre', 'Lernen'],
    ['Courses, talks and practice.', 'Cours, exposés et pratique.', 'Kurse, Vorträge und Übung.'],
  ),
  category(
    'talks',
    7,
    ['Talks', 'Exposés', 'Vorträge'],
    ['One subject, many questions.', 'Un sujet, mille questions.', 'Ein Thema, viele Fragen.'],
    'learning',
  ),
  category(
    'courses',
    3,
    ['Courses', 'Cours', 'Kurse'],
    ['Learning by doing.', 'Apprendre en faisant.', 'Lernen durch Tun.'],
    'learning',
  ),
  category(
    'games',
    10,
    ['Games', 'Jeux', 'Spiele'],
    ['On boards and with cards.', 'Sur plateau et aux cartes.', 'Auf Brettern und mit Karten.'],
  ),
  category(
    'town-life',
    6,
    ['Town life', 'Vie locale', 'Stadtleben'],
    ['What concerns all of us.', 'Ce qui nous concerne tous.', 'Was uns alle angeht.'],
  ),
  category(
    'politics',
    8,
    ['Politics', 'Politique', 'Politik'],
    ['Public sessions and debates.', 'Séances publiques et débats.', 'Öffentliche Sitzungen und Debatten.'],
    'town-life',
  ),
  category(
    'school',
    2,
    ['School', 'École', 'Schule'],
    ['Dates for pupils and parents.', 'Dates pour élèves et parents.', 'Termine für Schulkinder und Eltern.'],
    'town-life',
  ),
]

export interface Tag {
  readonly key: string
  readonly texts: Readonly<Record<Language, { readonly name: string }>>
}

const tag = (key: string, ...name: TranslatedText): Tag => ({
  key,
  texts: byLanguage((language) => ({ name: textIn(name, language) })),
})

export const tags: readonly Tag[] = [
  tag('free', 'free of charge', 'gratuit', 'gratis'),
  tag('outdoors', 'outdoors', 'en plein air', 'draussen'),
  tag('accessible', 'wheelchair accessible', 'accessible en fauteuil roulant', 'rollstuhlgängig'),
  tag('bilingual', 'bilingual', 'bilingue', 'zweisprachig'),
  tag('children', 'for children', 'pour enfants', 'für Kinder'),
  tag('seniors', 'for older people', 'pour les aînés', 'für ältere Menschen'),
  tag('beginners', 'beginners welcome', 'débutants bienvenus', 'für Einsteiger'),
  tag('registration', 'registration needed', 'sur inscription', 'mit Anmeldung'),
  tag('old-town', 'old town', 'vieille ville', 'Altstadt'),
  tag('lake', 'by the lake', 'au bord du lac', 'am See'),
  tag('jura', 'Jura', 'Jura', 'Jura'),
  tag('evening', 'evening', 'soirée', 'Abend'),
  tag('winter', 'winter', 'hiver', 'Winter'),
  tag('summer', 'summer', 'été', 'Sommer'),
  tag('online', 'online', 'en ligne', 'online'),
  tag('english', 'in English', 'en anglais', 'auf Englisch'),
]
