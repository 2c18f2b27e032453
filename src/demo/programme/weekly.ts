import { type Template, theme, ticket } from '../template.ts'

const collection = ['Collection', 'Collecte', 'Kollekte'] as const

/** Weekly and fortnightly events. */
export const weekly: readonly Template[] = [
  {
    key: 'saturday-market',
    original: 'de',
    when: { every: 'week', weekday: 6, from: '07:00', to: '12:30', times: 53, before: 21 },
    venue: 'castle-square',
    organizer: ['market-association'],
    categories: ['markets', 'food-and-drink'],
    tags: ['free', 'outdoors', 'old-town'],
    title: ['Saturday market', 'Marché du samedi', 'Samstagsmarkt'],
    description: [
      'Vegetables, cheese, bread and flowers from the region, sold by those who grow and make them.',
      'Légumes, fromages, pains et fleurs de la région, vendus par celles et ceux qui les produisent.',
      'Gemüse, Käse, Brot und Blumen aus der Region, verkauft von denen, die sie anbauen und herstellen.',
    ],
    excerpt: [
      'Fresh from the region, every Saturday until half past twelve.',
      'Du frais de la région, chaque samedi jusqu’à midi et demi.',
      'Frisches aus der Region, jeden Samstag bis halb eins.',
    ],
  },
  {
    key: 'choir-rehearsal',
    original: 'de',
    when: { every: 'week', weeks: 4, weekday: 2, from: '19:30', to: '21:30', times: 14, before: 14 },
    venue: 'people-house',
    organizer: ['lake-choir'],
    categories: ['music'],
    tags: ['beginners', 'evening', 'bilingual'],
    title: [
      'Open choir rehearsal: {theme}',
      'Répétition ouverte du chœur : {theme}',
      'Offene Chorprobe: {theme}',
    ],
    description: [
      'Guests sing along from the first note; scores are lent out at the door.\n\n{about}',
      'Les invités chantent dès la première note ; les partitions sont prêtées à l’entrée.\n\n{about}',
      'Gäste singen vom ersten Ton an mit; Noten gibt es am Eingang zu leihen.\n\n{about}',
    ],
    cost: '0',
    themes: [
      theme(
        ['Bach chorales', 'chorals de Bach', 'Bach-Choräle'],
        [
          'We work on breath and on the German consonants.',
          'Nous travaillons le souffle et les consonnes allemandes.',
          'Wir arbeiten am Atem und an den deutschen Konsonanten.',
        ],
      ),
      theme(
        ['French chansons', 'chansons françaises', 'französische Chansons'],
        [
          'Renaissance songs about love, birds and battle.',
          'Des chansons de la Renaissance : amour, oiseaux et batailles.',
          'Lieder der Renaissance von Liebe, Vögeln und Schlachten.',
        ],
      ),
      theme(
        ['a requiem', 'un requiem', 'ein Requiem'],
        [
          'For the autumn concert we begin with the quiet movements.',
          'Pour le concert d’automne, nous commençons par les mouvements calmes.',
          'Für das Herbstkonzert beginnen wir mit den leisen Sätzen.',
        ],
      ),
      theme(
        ['folk songs of the Alps', 'chants populaires des Alpes', 'Volkslieder der Alpen'],
        [
          'Four national languages, four verses, one tune.',
          'Quatre langues nationales, quatre strophes, une mélodie.',
          'Vier Landessprachen, vier Strophen, eine Melodie.',
        ],
      ),
      theme(
        ['gospel', 'gospel', 'Gospel'],
        [
          'Without scores: listen, clap, answer.',
          'Sans partition : écouter, frapper des mains, répondre.',
          'Ohne Noten: hören, klatschen, antworten.',
        ],
      ),
    ],
  },
  {
    key: 'film-club-evening',
    original: 'fr',
    when: { every: 'week', weeks: 4, weekday: 4, from: '20:15', to: '22:30', times: 14, before: 14 },
    venue: 'film-house',
    organizer: ['film-club'],
    categories: ['film'],
    tags: ['evening', 'accessible'],
    cost: 'CHF 15',
    hasWebsite: true,
    title: ['Film club: {theme}', 'Ciné-club : {theme}', 'Filmklub: {theme}'],
    description: [
      '{about}\n\nOriginal version with German and French subtitles, an introduction in two languages and a bar that stays open.',
      '{about}\n\nVersion originale sous-titrée en français et en allemand, introduction bilingue et bar ouvert après la séance.',
      '{about}\n\nOriginalversion mit deutschen und französischen Untertiteln, Einführung in zwei Sprachen, und die Bar bleibt offen.',
    ],
    excerpt: [
      'A film, an introduction and a conversation.',
      'Un film, une introduction et une discussion.',
      'Ein Film, eine Einführung und ein Gespräch.',
    ],
    themes: [
      theme(
        ['silent comedy with live piano', 'comédie muette et piano', 'Stummfilmkomödie mit Klavier'],
        [
          'Two short films of the 1920s, and a pianist who sees them for the first time.',
          'Deux courts métrages des années 1920, et une pianiste qui les découvre avec nous.',
          'Zwei Kurzfilme der 1920er-Jahre, und die Pianistin sieht sie zum ersten Mal.',
        ],
      ),
      theme(
        ['a road through the desert', 'une route dans le désert', 'eine Strasse durch die Wüste'],
        [
          'A family, an old lorry and eight hundred kilometres of dust.',
          'Une famille, un vieux camion et huit cents kilomètres de poussière.',
          'Eine Familie, ein alter Lastwagen und achthundert Kilometer Staub.',
        ],
      ),
      theme(
        ['new Swiss documentaries', 'nouveaux documentaires suisses', 'neue Schweizer Dokumentarfilme'],
        [
          'Three graduation films: about glaciers, night trains and a dairy.',
          'Trois films de diplôme : sur les glaciers, les trains de nuit et une laiterie.',
          'Drei Diplomfilme: über Gletscher, Nachtzüge und eine Käserei.',
        ],
      ),
      theme(
        ['film noir from Tokyo', 'film noir de Tokyo', 'Film noir aus Tokio'],
        [
          'Rain, neon light and a detective who cannot forget.',
          'De la pluie, des néons et un détective qui n’oublie rien.',
          'Regen, Neonlicht und ein Detektiv, der nicht vergessen kann.',
        ],
      ),
      theme(
        ['animation for grown-ups', 'animation pour adultes', 'Trickfilme für Erwachsene'],
        [
          'Ten short films made of paper, sand and patience.',
          'Dix courts métrages de papier, de sable et de patience.',
          'Zehn Kurzfilme aus Papier, Sand und Geduld.',
        ],
      ),
      theme(
        ['a summer in the north', 'un été dans le Nord', 'ein Sommer im Norden'],
        [
          'Two sisters inherit a lighthouse and a quarrel.',
          'Deux sœurs héritent d’un phare et d’une dispute.',
          'Zwei Schwestern erben einen Leuchtturm und einen Streit.',
        ],
      ),
      theme(
        ['the audience’s choice', 'le choix du public', 'Wunschfilm des Publikums'],
        [
          'Three films are put to the vote at eight o’clock; the winner starts at a quarter past.',
          'Trois films sont soumis au vote à vingt heures ; le gagnant commence à vingt heures quinze.',
          'Um acht Uhr wird über drei Filme abgestimmt; um Viertel nach beginnt der Sieger.',
        ],
      ),
    ],
  },
  {
    key: 'story-time',
    original: 'fr',
    when: { every: 'week', weeks: 4, weekday: 3, from: '15:00', to: '15:45', times: 12 },
    venue: 'library',
    organizer: ['library-team'],
    categories: ['literature'],
    tags: ['free', 'children', 'bilingual', 'accessible'],
    cost: '0',
    title: ['Story time: {theme}', 'L’heure du conte : {theme}', 'Geschichtenzeit: {theme}'],
    description: [
      'Stories read aloud in French and German for children from four to eight. {about}\n\nAdults may stay if they are quiet.',
      'Histoires lues en français et en allemand pour les enfants de quatre à huit ans. {about}\n\nLes adultes peuvent rester s’ils sont sages.',
      'Geschichten auf Französisch und Deutsch für Kinder von vier bis acht Jahren. {about}\n\nErwachsene dürfen bleiben, wenn sie leise sind.',
    ],
    themes: [
      theme(
        ['bears in winter', 'les ours en hiver', 'Bären im Winter'],
        [
          'Afterwards we build a cave.',
          'Ensuite, nous construisons une grotte.',
          'Danach bauen wir eine Höhle.',
        ],
      ),
      theme(
        ['the moon', 'la lune', 'der Mond'],
        [
          'Please bring a torch.',
          'Merci d’apporter une lampe de poche.',
          'Bitte eine Taschenlampe mitbringen.',
        ],
      ),
      theme(
        ['pirates on the lake', 'pirates sur le lac', 'Piraten auf dem See'],
        [
          'Afterwards we fold ships that float.',
          'Ensuite, nous plions des bateaux qui flottent.',
          'Danach falten wir Schiffe, die schwimmen.',
        ],
      ),
      theme(
        ['the brave hen', 'la poule courageuse', 'das mutige Huhn'],
        [
          'The hen speaks French, the fox German.',
          'La poule parle français, le renard allemand.',
          'Das Huhn spricht Französisch, der Fuchs Deutsch.',
        ],
      ),
      theme(
        ['the night train', 'le train de nuit', 'der Nachtzug'],
        ['Pillows are allowed.', 'Les oreillers sont autorisés.', 'Kopfkissen sind erlaubt.'],
      ),
    ],
  },
  {
    key: 'language-tandem',
    original: 'de',
    when: { every: 'week', weeks: 4, weekday: 1, from: '18:00', to: '19:30', times: 13, before: 7 },
    venue: 'library',
    organizer: ['library-team'],
    categories: ['courses'],
    tags: ['free', 'bilingual', 'beginners'],
    cost: '0',
    title: ['Language tandem', 'Tandem linguistique', 'Sprachtandem'],
    description: [
      'Forty-five minutes in one language, forty-five in the other.\n\nPartners are matched at the door; come alone or in pairs.',
      'Quarante-cinq minutes dans une langue, quarante-cinq dans l’autre.\n\nLes tandems se forment à l’entrée ; venez seuls ou à deux.',
      'Fünfundvierzig Minuten in der einen Sprache, fünfundvierzig in der anderen.\n\nDie Tandems finden sich am Eingang; kommen Sie allein oder zu zweit.',
    ],
    exceptions: [{ nth: 4, daysLater: 1 }],
  },
  {
    key: 'chess-evening',
    original: 'de',
    when: { every: 'week', weeks: 4, weekday: 5, from: '19:00', to: '23:00', times: 12, season: [10, 4] },
    venue: 'people-house',
    organizer: ['chess-club'],
    categories: ['games'],
    tags: ['evening', 'beginners'],
    cost: '5',
    title: [
      'Chess evening {number}: {theme}',
      'Soirée d’échecs {number} : {theme}',
      'Schachabend {number}: {theme}',
    ],
    description: [
      'Boards and clocks are there. {about}',
      'Échiquiers et pendules sont sur place. {about}',
      'Bretter und Uhren sind vorhanden. {about}',
    ],
    number: 12,
    themes: [
      theme(
        ['free play', 'parties libres', 'freies Spiel'],
        [
          'Newcomers find an opponent of their strength.',
          'Les nouveaux trouvent un adversaire de leur force.',
          'Neue finden eine Gegnerin ihrer Stärke.',
        ],
      ),
      theme(
        ['blitz tournament', 'tournoi éclair', 'Blitzturnier'],
        [
          'Nine rounds of five minutes; register by a quarter past seven.',
          'Neuf rondes de cinq minutes ; inscription jusqu’à 19 h 15.',
          'Neun Runden zu fünf Minuten; Anmeldung bis 19.15 Uhr.',
        ],
      ),
      theme(
        ['endgames', 'les finales', 'Endspiele'],
        [
          'First a lesson on rooks, then free play.',
          'D’abord une leçon sur les tours, puis parties libres.',
          'Zuerst eine Lektion über Türme, dann freies Spiel.',
        ],
      ),
    ],
  },
  {
    key: 'old-town-tour',
    original: 'de',
    when: { every: 'week', weeks: 3, weekday: 7, from: '11:00', to: '12:30', times: 11, season: [3, 11] },
    venue: 'castle-square',
    organizer: ['tourism'],
    categories: ['tours'],
    tags: ['old-town', 'outdoors', 'registration'],
    cost: 'CHF 18',
    hasWebsite: true,
    tickets: [ticket('Normalpreis / Plein tarif', '18'), ticket('Kinder / Enfants', '9')],
    title: ['Old town tour: {theme}', 'Visite de la vieille ville : {theme}', 'Altstadtführung: {theme}'],
    description: [
      '{about}\n\nThe tour takes place in any weather. Meeting point at the fountain; please wear good shoes on the cobbles.',
      '{about}\n\nLa visite a lieu par tous les temps. Rendez-vous à la fontaine ; bonnes chaussures conseillées sur les pavés.',
      '{about}\n\nDie Führung findet bei jedem Wetter statt. Treffpunkt beim Brunnen; für das Kopfsteinpflaster sind gute Schuhe von Vorteil.',
    ],
    themes: [
      theme(
        ['fountains and guilds', 'fontaines et corporations', 'Brunnen und Zünfte'],
        [
          'Why the angel holds a lamb, and who was allowed to bake bread.',
          'Pourquoi l’ange tient un agneau, et qui avait le droit de cuire du pain.',
          'Warum der Engel ein Lamm hält und wer Brot backen durfte.',
        ],
      ),
      theme(
        ['two languages, one town', 'deux langues, une ville', 'zwei Sprachen, eine Stadt'],
        [
          'Street signs, school doors and jokes: a tour along the language border.',
          'Plaques de rue, portes d’école et plaisanteries : une visite le long de la frontière des langues.',
          'Strassenschilder, Schultüren und Witze: eine Führung entlang der Sprachgrenze.',
        ],
      ),
      theme(
        ['watchmakers', 'les horlogers', 'die Uhrmacher'],
        [
          'From attic workshops to factories: how time came to the town.',
          'Des ateliers sous les toits aux fabriques : comment le temps est arrivé en ville.',
          'Vom Dachatelier zur Fabrik: wie die Zeit in die Stadt kam.',
        ],
      ),
      theme(
        ['water beneath our feet', 'l’eau sous nos pieds', 'Wasser unter den Füssen'],
        [
          'We follow the canals of the Schüss, which most people only hear.',
          'Nous suivons les canaux de la Suze, que la plupart ne font qu’entendre.',
          'Wir folgen den Kanälen der Schüss, die die meisten nur hören.',
        ],
      ),
    ],
  },
  {
    key: 'lakeside-yoga',
    original: 'en',
    when: { every: 'week', weeks: 3, weekday: 3, from: '06:45', to: '07:45', times: 12, season: [5, 9] },
    venue: 'shore-meadow',
    organizer: ['sports-union'],
    categories: ['sport'],
    tags: ['outdoors', 'lake', 'summer', 'beginners', 'english'],
    cost: ['Pay what you want', 'Prix libre', 'Preis frei wählbar'],
    title: ['Morning yoga by the lake', 'Yoga du matin au bord du lac', 'Morgenyoga am See'],
    description: [
      'An hour on the grass before work.\n\nBring a mat; in the rain we stay at home.',
      'Une heure sur l’herbe avant le travail.\n\nApportez un tapis ; en cas de pluie, on reste au lit.',
      'Eine Stunde im Gras vor der Arbeit.\n\nMatte mitbringen; bei Regen bleiben wir zu Hause.',
    ],
  },
  {
    key: 'tango-evening',
    original: 'fr',
    when: { every: 'week', weeks: 4, weekday: 6, from: '20:00', to: '00:30', times: 11 },
    venue: 'people-house',
    organizer: ['stage-company'],
    categories: ['stage'],
    tags: ['evening', 'beginners'],
    cost: '12',
    title: ['Tango evening: {theme}', 'Soirée tango : {theme}', 'Tangoabend: {theme}'],
    description: [
      'Introduction for beginners at eight, open floor from nine. {about}\n\nNo partner needed; clean shoes, please.',
      'Initiation pour débutants à vingt heures, piste ouverte dès vingt et une heures. {about}\n\nPas besoin de partenaire ; chaussures propres, s’il vous plaît.',
      'Einführung für Anfänger um acht, freies Tanzen ab neun. {about}\n\nEine Begleitung ist nicht nötig; bitte saubere Schuhe tragen.',
    ],
    themes: [
      theme(
        ['waltz night', 'nuit de la valse', 'Nacht des Walzers'],
        ['Tango waltzes until midnight.', 'Des valses tango jusqu’à minuit.', 'Tangowalzer bis Mitternacht.'],
      ),
      theme(
        ['with a live trio', 'avec trio', 'mit Live-Trio'],
        [
          'Bandoneon, violin and double bass.',
          'Bandonéon, violon et contrebasse.',
          'Bandoneon, Geige und Kontrabass.',
        ],
      ),
      theme(
        ['changing roles', 'échange des rôles', 'Rollentausch'],
        [
          'Tonight everybody leads and everybody follows.',
          'Ce soir, tout le monde guide et tout le monde suit.',
          'Heute führen alle, und alle folgen.',
        ],
      ),
    ],
  },
  {
    key: 'public-skating',
    original: 'de',
    when: {
      every: 'week',
      weeks: 2,
      weekday: 7,
      from: '13:30',
      to: '16:30',
      times: 14,
      season: [11, 2],
      before: 7,
    },
    venue: 'arena',
    organizer: ['sports-union'],
    categories: ['sport'],
    tags: ['children', 'winter', 'accessible'],
    cost: '4-8',
    title: ['Public skating', 'Patinage public', 'Öffentlicher Eislauf'],
    description: [
      'The big rink is open to all.\n\nSkates and helmets can be hired for five francs.',
      'La grande patinoire est ouverte à tous.\n\nLocation de patins et de casques : cinq francs.',
      'Das grosse Eisfeld ist offen für alle.\n\nSchlittschuhe und Helme gibt es für fünf Franken zu mieten.',
    ],
    exceptions: [{ nth: 6 }],
  },
  {
    key: 'evening-prayer',
    original: 'de',
    languages: ['de'],
    when: { every: 'week', weeks: 6, weekday: 3, from: '18:15', to: '18:45', times: 8 },
    venue: 'town-church',
    organizer: ['parish'],
    categories: ['music', 'town-life'],
    tags: ['free', 'accessible', 'old-town'],
    cost: collection,
    title: ['', '', 'Orgel in der Dämmerung {number}'],
    description: ['', '', 'Eine halbe Stunde Musik und Stille. Die Türen bleiben danach bis acht Uhr offen.'],
    number: 3,
  },
]
