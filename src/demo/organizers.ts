import { byLanguage, type Language, type TranslatedText, textIn } from './languages.ts'

export interface Association {
  readonly key: string
  readonly original: Language
  readonly texts: Readonly<Record<Language, { readonly organizer: string; readonly description: string }>>
  readonly email: string
  readonly website: string
}

const association = (
  key: string,
  original: Language,
  organizer: TranslatedText,
  description: TranslatedText,
): Association => ({
  key,
  original,
  texts: byLanguage((language) => ({
    organizer: textIn(organizer, language),
    description: `<p>${textIn(description, language)}</p>`,
  })),
  email: `${key}@example.org`,
  website: `https://example.org/${key}`,
})

export const organizers: readonly Association[] = [
  association(
    'town',
    'de',
    ['Town administration', 'Administration municipale', 'Stadtverwaltung'],
    [
      'Speaks two languages and answers in both.',
      'Parle deux langues et répond dans les deux.',
      'Spricht zwei Sprachen und antwortet in beiden.',
    ],
  ),
  association(
    'tourism',
    'de',
    ['Lake Biel Tourism', 'Tourisme Lac de Bienne', 'Tourismus Bielersee'],
    [
      'Shows visitors what residents pass by every day.',
      'Montre aux visiteurs ce que les habitants croisent chaque jour.',
      'Zeigt Gästen, woran Einheimische täglich vorbeigehen.',
    ],
  ),
  association(
    'market-association',
    'de',
    ['Market Association', 'Association du marché', 'Marktverein'],
    [
      'Forty growers and craftspeople from the Seeland and the Jura.',
      'Quarante maraîchers et artisans du Seeland et du Jura.',
      'Vierzig Gemüsebauern und Handwerkerinnen aus Seeland und Jura.',
    ],
  ),
  association(
    'lake-choir',
    'de',
    ['Lake Choir', 'Chœur du Lac', 'Seechor'],
    [
      'A mixed choir of seventy voices that sings in four languages.',
      'Un chœur mixte de septante voix qui chante en quatre langues.',
      'Ein gemischter Chor mit siebzig Stimmen, der in vier Sprachen singt.',
    ],
  ),
  association(
    'film-club',
    'fr',
    ['Film Club', 'Ciné-club', 'Filmklub'],
    [
      'Chooses, introduces and argues about films since 1962.',
      'Choisit, présente et discute des films depuis 1962.',
      'Wählt, zeigt und bespricht Filme seit 1962.',
    ],
  ),
  association(
    'library-team',
    'fr',
    ['Friends of the Library', 'Amis de la bibliothèque', 'Freunde der Bibliothek'],
    [
      'Reads aloud, carries boxes and keeps the reading room open on Sundays.',
      'Lit à haute voix, porte des cartons et ouvre la salle de lecture le dimanche.',
      'Liest vor, trägt Kisten und hält den Lesesaal am Sonntag offen.',
    ],
  ),
  association(
    'repair-group',
    'fr',
    ['Repair Group', 'Atelier Répar’', 'Flickgruppe'],
    [
      'Volunteers with screwdrivers, sewing machines and patience.',
      'Des bénévoles avec tournevis, machines à coudre et patience.',
      'Freiwillige mit Schraubenzieher, Nähmaschine und Geduld.',
    ],
  ),
  association(
    'chess-club',
    'de',
    ['Chess and Games Club', 'Club d’échecs et de jeux', 'Schach- und Spieleklub'],
    ['Every age, every strength.', 'Tous les âges, toutes les forces.', 'Jedes Alter, jede Stärke.'],
  ),
  association(
    'jazz-cellar',
    'fr',
    ['Jazz Cellar', 'Cave à jazz', 'Jazzkeller'],
    [
      'Sixty chairs, one piano and a bar.',
      'Soixante chaises, un piano et un bar.',
      'Sechzig Stühle, ein Klavier und eine Bar.',
    ],
  ),
  association(
    'parish',
    'de',
    ['Reformed Parish', 'Paroisse réformée', 'Reformierte Kirchgemeinde'],
    [
      'Open doors, in the literal sense too.',
      'Portes ouvertes, au sens propre aussi.',
      'Offene Türen, auch im wörtlichen Sinn.',
    ],
  ),
  association(
    'hiking-club',
    'de',
    ['Jura Hiking Club', 'Club de randonnée du Jura', 'Wanderklub Jura'],
    [
      'Walks in every weather, in two languages and at three speeds.',
      'Marche par tous les temps, en deux langues et à trois allures.',
      'Wandert bei jedem Wetter, in zwei Sprachen und drei Tempi.',
    ],
  ),
  association(
    'sports-union',
    'de',
    ['Sports Union', 'Union sportive', 'Sportunion'],
    [
      'Runs courses, races and the ice time of the public.',
      'Organise cours, courses à pied et patinage public.',
      'Führt Kurse, Läufe und den öffentlichen Eislauf durch.',
    ],
  ),
  association(
    'art-circle',
    'fr',
    ['Art Circle', 'Cercle des arts', 'Kunstkreis'],
    [
      'Brings people to the museums, and the museums to people.',
      'Amène les gens aux musées, et les musées aux gens.',
      'Bringt Leute in die Museen und die Museen zu den Leuten.',
    ],
  ),
  association(
    'stage-company',
    'fr',
    ['Two Languages Stage Company', 'Compagnie des deux langues', 'Bühne zwei Sprachen'],
    [
      'Plays each piece in both languages, sometimes at the same time.',
      'Joue chaque pièce dans les deux langues, parfois en même temps.',
      'Spielt jedes Stück in beiden Sprachen, manchmal gleichzeitig.',
    ],
  ),
  association(
    'winegrowers',
    'de',
    ['Winegrowers of the North Shore', 'Vignerons de la rive nord', 'Winzer vom Nordufer'],
    [
      'Twenty cellars between the lake and the limestone.',
      'Vingt caves entre le lac et le calcaire.',
      'Zwanzig Keller zwischen See und Kalkstein.',
    ],
  ),
  association(
    'science-society',
    'en',
    ['Science Society', 'Société des sciences', 'Naturforschende Gesellschaft'],
    [
      'Asks questions in public, and online with societies abroad.',
      'Pose des questions en public, et en ligne avec des sociétés d’ailleurs.',
      'Stellt Fragen in der Öffentlichkeit und online mit Gesellschaften im Ausland.',
    ],
  ),
]
