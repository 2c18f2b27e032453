import { byLanguage, type Language, type TranslatedText, textIn } from './languages.ts'

export interface Place {
  readonly key: string
  readonly original: Language
  readonly texts: Readonly<
    Record<Language, { readonly venue: string; readonly description: string; readonly address: string }>
  >
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly country: string
  readonly geo_lat: number
  readonly geo_lng: number
}

type Point = readonly [latitude: number, longitude: number]

const place = (
  key: string,
  original: Language,
  venue: TranslatedText,
  address: TranslatedText,
  [zip, city]: readonly [string, string],
  [geo_lat, geo_lng]: Point,
  description: TranslatedText,
  state = 'Bern',
): Place => ({
  key,
  original,
  texts: byLanguage((language) => ({
    venue: textIn(venue, language),
    description: `<p>${textIn(description, language)}</p>`,
    address: textIn(address, language),
  })),
  zip,
  city,
  state,
  country: 'Switzerland',
  geo_lat,
  geo_lng,
})

const centre = ['2502', 'Biel/Bienne'] as const
const oldTown = ['2502', 'Biel/Bienne'] as const
const east = ['2504', 'Biel/Bienne'] as const
const nidau = ['2560', 'Nidau'] as const

/** Places that exist, in and around the bilingual town of Biel/Bienne. */
export const venues: readonly Place[] = [
  place(
    'station-square',
    'de',
    ['Station square', 'Place de la Gare', 'Bahnhofplatz'],
    ['Bahnhofplatz', 'Place de la Gare', 'Bahnhofplatz'],
    centre,
    [47.1329, 7.2429],
    [
      'In front of the main entrance of the railway station.',
      'Devant l’entrée principale de la gare.',
      'Vor dem Haupteingang des Bahnhofs.',
    ],
  ),
  place(
    'central-square',
    'de',
    ['Central square', 'Place Centrale', 'Zentralplatz'],
    ['Zentralplatz', 'Place Centrale', 'Zentralplatz'],
    centre,
    [47.1367, 7.2467],
    [
      'Where the river Schüss runs beneath the town and all buses meet.',
      'Là où la Suze passe sous la ville et où tous les bus se croisent.',
      'Wo die Schüss unter der Stadt durchfliesst und sich alle Busse treffen.',
    ],
  ),
  place(
    'castle-square',
    'de',
    ['Burgplatz', 'Place du Bourg', 'Burgplatz'],
    ['Burgplatz', 'Place du Bourg', 'Burgplatz'],
    oldTown,
    [47.1405, 7.2462],
    [
      'The market square of the old town, below the town hall.',
      'La place du marché de la vieille ville, au pied de l’hôtel de ville.',
      'Der Marktplatz der Altstadt, unterhalb des Rathauses.',
    ],
  ),
  place(
    'town-church',
    'de',
    ['St Benedict’s Church', 'Église St-Benoît', 'Stadtkirche St. Benedikt'],
    ['Ring 2', 'Ring 2', 'Ring 2'],
    oldTown,
    [47.1411, 7.2464],
    [
      'Late Gothic church of the fifteenth century. The ramp is on the north side.',
      'Église gothique du XVe siècle. La rampe se trouve côté nord.',
      'Spätgotische Kirche aus dem 15. Jahrhundert. Die Rampe ist auf der Nordseite.',
    ],
  ),
  place(
    'town-theatre',
    'de',
    ['Municipal Theatre', 'Théâtre municipal', 'Stadttheater'],
    ['Burggasse 19', 'Rue du Bourg 19', 'Burggasse 19'],
    oldTown,
    [47.1401, 7.246],
    [
      'A small house in the former arsenal; doors open 45 minutes before the performance.',
      'Une petite salle dans l’ancien arsenal ; ouverture des portes 45 minutes avant le spectacle.',
      'Ein kleines Haus im ehemaligen Zeughaus; Türöffnung 45 Minuten vor der Vorstellung.',
    ],
  ),
  place(
    'congress-house',
    'de',
    ['Congress House', 'Palais des Congrès', 'Kongresshaus'],
    ['Zentralstrasse 60', 'Rue Centrale 60', 'Zentralstrasse 60'],
    centre,
    [47.1349, 7.248],
    [
      'Concert hall under a hanging roof of the 1960s, with an indoor pool next door.',
      'Salle de concert sous un toit suspendu des années 1960, avec piscine attenante.',
      'Konzertsaal unter einem Hängedach der 1960er-Jahre, mit Hallenbad nebenan.',
    ],
  ),
  place(
    'library',
    'fr',
    ['Town Library', 'Bibliothèque de la Ville', 'Stadtbibliothek'],
    ['Dufourstrasse 26', 'Rue Dufour 26', 'Dufourstrasse 26'],
    centre,
    [47.139, 7.249],
    [
      'Books in two languages and a few dozen more; the children’s room is on the ground floor.',
      'Des livres en deux langues et quelques dizaines d’autres ; la salle des enfants est au rez-de-chaussée.',
      'Bücher in zwei Sprachen und einigen Dutzend mehr; die Kinderbibliothek ist im Erdgeschoss.',
    ],
  ),
  place(
    'new-museum',
    'de',
    ['New Museum Biel', 'Nouveau Musée Bienne', 'Neues Museum Biel'],
    ['Seevorstadt 52', 'Faubourg du Lac 52', 'Seevorstadt 52'],
    centre,
    [47.1377, 7.2423],
    [
      'History, art and archaeology on the promenade beside the Schüss. Closed on Mondays.',
      'Histoire, art et archéologie au bord de la Suze. Fermé le lundi.',
      'Geschichte, Kunst und Archäologie an der Schüsspromenade. Montags geschlossen.',
    ],
  ),
  place(
    'art-centre',
    'fr',
    ['Pasquart Art Centre', 'Centre d’art Pasquart', 'Kunsthaus Pasquart'],
    ['Seevorstadt 71', 'Faubourg du Lac 71', 'Seevorstadt 71'],
    centre,
    [47.1372, 7.2404],
    [
      'Contemporary art in a former hospital and its modern annexe.',
      'Art contemporain dans un ancien hôpital et son annexe moderne.',
      'Zeitgenössische Kunst in einem ehemaligen Spital und seinem modernen Anbau.',
    ],
  ),
  place(
    'film-house',
    'de',
    ['Filmpodium', 'Filmpodium', 'Filmpodium'],
    ['Seevorstadt 73', 'Faubourg du Lac 73', 'Seevorstadt 73'],
    centre,
    [47.1371, 7.2402],
    [
      'Cinema with ninety seats; films are shown in the original language with subtitles.',
      'Cinéma de nonante places ; les films passent en version originale sous-titrée.',
      'Kino mit neunzig Plätzen; die Filme laufen in Originalsprache mit Untertiteln.',
    ],
  ),
  place(
    'people-house',
    'de',
    ['Volkshaus', 'Maison du Peuple', 'Volkshaus'],
    ['Aarbergstrasse 112', 'Rue d’Aarberg 112', 'Aarbergstrasse 112'],
    centre,
    [47.1337, 7.2438],
    [
      'Red-brick landmark of the 1930s with halls for clubs and choirs.',
      'Un bâtiment emblématique en brique rouge des années 1930, avec des salles pour sociétés et chœurs.',
      'Wahrzeichen aus rotem Klinker der 1930er-Jahre mit Sälen für Vereine und Chöre.',
    ],
  ),
  place(
    'shore-meadow',
    'de',
    ['Lakeside meadow', 'Prés-de-la-Rive', 'Strandboden'],
    ['Strandboden', 'Prés-de-la-Rive', 'Strandboden'],
    centre,
    [47.1318, 7.2352],
    [
      'Lawns, trees and water, ten minutes on foot from the station.',
      'Du gazon, des arbres et de l’eau, à dix minutes à pied de la gare.',
      'Wiesen, Bäume und Wasser, zehn Minuten zu Fuss vom Bahnhof.',
    ],
  ),
  place(
    'boat-landing',
    'de',
    ['Boat landing', 'Débarcadère', 'Schiffländte'],
    ['Badhausstrasse', 'Rue des Bains', 'Badhausstrasse'],
    centre,
    [47.133, 7.235],
    [
      'Where the boats to the island and the vineyards leave.',
      'D’où partent les bateaux pour l’île et les vignes.',
      'Hier legen die Schiffe zur Insel und zu den Rebbergen ab.',
    ],
  ),
  place(
    'lido',
    'de',
    ['Lido', 'Plage', 'Strandbad'],
    ['Uferweg', 'Uferweg', 'Uferweg'],
    nidau,
    [47.1295, 7.233],
    [
      'Lake bathing with lawns, a raft and a kiosk, from May to September.',
      'Baignade au lac avec pelouses, radeau et buvette, de mai à septembre.',
      'Seebad mit Liegewiesen, Floss und Kiosk, von Mai bis September.',
    ],
  ),
  place(
    'arena',
    'de',
    ['Tissot Arena', 'Tissot Arena', 'Tissot Arena'],
    ['Boulevard des Sports 18', 'Boulevard des Sports 18', 'Boulevard des Sports 18'],
    east,
    [47.1558, 7.2825],
    [
      'Ice rink, football ground and curling hall under one roof of solar panels.',
      'Patinoire, terrain de football et halle de curling sous un même toit solaire.',
      'Eisstadion, Fussballplatz und Curlinghalle unter einem Dach aus Solarzellen.',
    ],
  ),
  place(
    'quarter-house',
    'fr',
    ['Mett neighbourhood house', 'Maison de quartier de Mâche', 'Quartierhaus Mett'],
    ['Poststrasse', 'Rue de la Poste', 'Poststrasse'],
    east,
    [47.148, 7.274],
    [
      'Kitchen, workshop and garden for everybody in the neighbourhood.',
      'Cuisine, atelier et jardin pour tout le quartier.',
      'Küche, Werkstatt und Garten für das ganze Quartier.',
    ],
  ),
  place(
    'magglingen',
    'de',
    [
      'Magglingen, upper funicular station',
      'Macolin, station amont du funiculaire',
      'Magglingen, Bergstation',
    ],
    ['Hauptstrasse', 'Route Principale', 'Hauptstrasse'],
    ['2532', 'Magglingen/Macolin'],
    [47.138, 7.227],
    [
      'Nearly nine hundred metres up, with a view from the Säntis to Mont Blanc.',
      'À près de neuf cents mètres, avec vue du Säntis au Mont-Blanc.',
      'Auf knapp neunhundert Metern, mit Sicht vom Säntis bis zum Mont Blanc.',
    ],
  ),
  place(
    'evilard',
    'fr',
    ['Evilard, upper funicular station', 'Évilard, station amont du funiculaire', 'Leubringen, Bergstation'],
    ['Hauptstrasse', 'Route Principale', 'Hauptstrasse'],
    ['2533', 'Evilard/Leubringen'],
    [47.149, 7.24],
    [
      'Starting point for walks through the woods to the Taubenloch gorge.',
      'Point de départ des balades en forêt vers les gorges du Taubenloch.',
      'Ausgangspunkt für Waldwege zur Taubenlochschlucht.',
    ],
  ),
  place(
    'nidau-castle',
    'de',
    ['Nidau Castle', 'Château de Nidau', 'Schloss Nidau'],
    ['Hauptstrasse 6', 'Hauptstrasse 6', 'Hauptstrasse 6'],
    nidau,
    [47.1267, 7.2381],
    [
      'Once surrounded by water, today by a park; a small museum tells how the lakes were tamed.',
      'Jadis entouré d’eau, aujourd’hui d’un parc ; un petit musée raconte la correction des eaux du Jura.',
      'Einst von Wasser, heute von einem Park umgeben; ein kleines Museum erzählt von der Juragewässerkorrektion.',
    ],
  ),
  place(
    'twann',
    'de',
    ['Twann, village street', 'Douanne, rue du village', 'Twann, Dorfgasse'],
    ['Dorfgasse', 'Dorfgasse', 'Dorfgasse'],
    ['2513', 'Twann'],
    [47.094, 7.157],
    [
      'A wine village between the rocks and the lake; the cellars open on to the street.',
      'Un village vigneron entre roche et lac ; les caves donnent sur la rue.',
      'Ein Winzerdorf zwischen Fels und See; die Keller öffnen sich zur Gasse.',
    ],
  ),
  place(
    'ligerz',
    'de',
    ['Ligerz, house by the lake', 'Gléresse, maison au bord du lac', 'Ligerz, Haus am See'],
    ['Dorfgasse', 'Dorfgasse', 'Dorfgasse'],
    ['2514', 'Ligerz'],
    [47.084, 7.136],
    [
      'An old winegrowers’ house with a vaulted cellar and a garden on the water.',
      'Une ancienne maison de vignerons avec cave voûtée et jardin au bord de l’eau.',
      'Ein altes Rebhaus mit Gewölbekeller und einem Garten am Wasser.',
    ],
  ),
  place(
    'island',
    'de',
    ['St Peter’s Island', 'Île de Saint-Pierre', 'St. Petersinsel'],
    ['Heidenweg', 'Heidenweg', 'Heidenweg'],
    ['3235', 'Erlach'],
    [47.069, 7.134],
    [
      'Reached by boat, or on foot along the five kilometres of the Heidenweg.',
      'On y va en bateau, ou à pied par les cinq kilomètres du Heidenweg.',
      'Erreichbar mit dem Schiff oder zu Fuss auf den fünf Kilometern des Heidenwegs.',
    ],
  ),
  place(
    'la-neuveville',
    'fr',
    [
      'La Neuveville, Place de la Liberté',
      'La Neuveville, place de la Liberté',
      'La Neuveville, Place de la Liberté',
    ],
    ['Place de la Liberté', 'Place de la Liberté', 'Place de la Liberté'],
    ['2520', 'La Neuveville'],
    [47.065, 7.097],
    [
      'A medieval square with two fountains at the other end of the vineyards.',
      'Une place médiévale à deux fontaines, à l’autre bout des vignes.',
      'Ein mittelalterlicher Platz mit zwei Brunnen am anderen Ende der Rebberge.',
    ],
  ),
  place(
    'aarberg',
    'de',
    ['Aarberg, town square', 'Aarberg, place de la ville', 'Aarberg, Stadtplatz'],
    ['Stadtplatz', 'Stadtplatz', 'Stadtplatz'],
    ['3270', 'Aarberg'],
    [47.044, 7.276],
    [
      'A square as wide as a field, reached over a covered wooden bridge.',
      'Une place vaste comme un champ, où l’on arrive par un pont de bois couvert.',
      'Ein Platz, weit wie ein Feld; man betritt ihn über eine gedeckte Holzbrücke.',
    ],
  ),
  place(
    'solothurn',
    'de',
    ['Solothurn, St Ursus Cathedral', 'Soleure, cathédrale Saint-Ours', 'Solothurn, St.-Ursen-Kathedrale'],
    ['Hauptgasse', 'Hauptgasse', 'Hauptgasse'],
    ['4500', 'Solothurn'],
    [47.2083, 7.5393],
    [
      'Eleven altars, eleven bells and flights of eleven steps.',
      'Onze autels, onze cloches et des volées de onze marches.',
      'Elf Altäre, elf Glocken und Treppen zu je elf Stufen.',
    ],
    'Solothurn',
  ),
]
