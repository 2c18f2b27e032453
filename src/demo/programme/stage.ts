import { type Template, theme, ticket } from '../template.ts'

/** Concerts and plays of the season, and evenings with guests on screen. */
export const stage: readonly Template[] = [
  {
    key: 'symphony-concert',
    original: 'de',
    when: { every: 'month', weekday: 3, nth: 2, from: '19:30', to: '21:45', times: 7, season: [9, 6] },
    venue: 'congress-house',
    organizer: ['art-circle'],
    categories: ['music'],
    tags: ['evening', 'accessible'],
    cost: 'CHF 30 - 75',
    hasWebsite: true,
    featured: true,
    tickets: [
      ticket('Kategorie 1 / Catégorie 1', '75', 'sold_out'),
      ticket('Kategorie 2 / Catégorie 2', '50'),
      ticket('Kategorie 3 / Catégorie 3', '30'),
    ],
    title: [
      'Symphony concert {number}: {theme}',
      'Concert symphonique {number} : {theme}',
      'Sinfoniekonzert {number}: {theme}',
    ],
    description: [
      '{about}\n\nIntroduction in German at 18:45 and in French at 19:05 in the foyer.',
      '{about}\n\nIntroduction en allemand à 18 h 45 et en français à 19 h 05 au foyer.',
      '{about}\n\nEinführung auf Deutsch um 18.45 Uhr und auf Französisch um 19.05 Uhr im Foyer.',
    ],
    number: 1,
    themes: [
      theme(
        ['Beethoven’s Seventh', 'la Septième de Beethoven', 'Beethovens Siebte'],
        [
          'A symphony that dances from the first bar to the last, preceded by a violin concerto.',
          'Une symphonie qui danse de la première à la dernière mesure, précédée d’un concerto pour violon.',
          'Eine Sinfonie, die vom ersten bis zum letzten Takt tanzt; davor ein Violinkonzert.',
        ],
      ),
      theme(
        ['the sea', 'la mer', 'das Meer'],
        [
          'Debussy, Mendelssohn and a new work written for this lake.',
          'Debussy, Mendelssohn et une œuvre nouvelle écrite pour ce lac.',
          'Debussy, Mendelssohn und ein neues Werk, geschrieben für diesen See.',
        ],
      ),
      theme(
        ['Mozart by candlelight', 'Mozart aux chandelles', 'Mozart bei Kerzenlicht'],
        [
          'Three late works for a small orchestra.',
          'Trois œuvres tardives pour petit orchestre.',
          'Drei späte Werke für kleines Orchester.',
        ],
      ),
      theme(
        ['young soloists', 'jeunes solistes', 'junge Solistinnen'],
        [
          'Students of the conservatory play with the orchestra for the first time.',
          'Des étudiants de la haute école jouent pour la première fois avec l’orchestre.',
          'Studierende der Hochschule spielen zum ersten Mal mit dem Orchester.',
        ],
      ),
    ],
  },
  {
    key: 'play',
    original: 'fr',
    when: { every: 'month', weekday: 5, nth: 4, from: '19:30', to: '21:30', times: 8, season: [9, 6] },
    venue: 'town-theatre',
    organizer: ['stage-company'],
    categories: ['stage'],
    tags: ['evening', 'old-town', 'bilingual'],
    cost: 'CHF 25-48',
    hasWebsite: true,
    tickets: [ticket('Parkett / Parterre', '48'), ticket('Galerie / Galerie', '25', 'pre_order')],
    title: ['On stage: {theme}', 'Sur scène : {theme}', 'Auf der Bühne: {theme}'],
    description: [
      '{about}\n\nPlayed in both languages, with surtitles in the other one.',
      '{about}\n\nJoué dans les deux langues, surtitré dans l’autre.',
      '{about}\n\nGespielt in beiden Sprachen, mit Übertiteln in der jeweils anderen.',
    ],
    themes: [
      theme(
        ['The Lost Minute', 'La minute perdue', 'Die verlorene Minute'],
        [
          'A watch factory misses a single minute, and nobody goes home.',
          'Il manque une seule minute à une fabrique de montres, et personne ne rentre chez soi.',
          'Einer Uhrenfabrik fehlt eine einzige Minute, und niemand geht nach Hause.',
        ],
      ),
      theme(
        ['Neighbours', 'Voisins', 'Nachbarn'],
        [
          'Two families, one washing machine, one key.',
          'Deux familles, une machine à laver, une clé.',
          'Zwei Familien, eine Waschmaschine, ein Schlüssel.',
        ],
      ),
      theme(
        ['A Boat for Five', 'Un bateau pour cinq', 'Ein Boot für fünf'],
        [
          'Six people on the lake in the fog: a comedy.',
          'Six personnes sur le lac dans le brouillard : une comédie.',
          'Sechs Personen im Nebel auf dem See: eine Komödie.',
        ],
      ),
      theme(
        ['The Interpreter', 'L’interprète', 'Die Dolmetscherin'],
        [
          'She translates a peace conference, until she stops being faithful.',
          'Elle traduit une conférence de paix, jusqu’au jour où elle cesse d’être fidèle.',
          'Sie dolmetscht an einer Friedenskonferenz, bis sie aufhört, treu zu sein.',
        ],
      ),
    ],
  },
  {
    key: 'online-london',
    original: 'en',
    languages: ['en', 'de'],
    when: { every: 'month', weekday: 4, nth: 1, from: '18:00', to: '19:00', times: 6 },
    timezone: 'Europe/London',
    organizer: ['science-society'],
    categories: ['talks'],
    tags: ['online', 'english', 'free'],
    cost: '0',
    hasWebsite: true,
    title: ['Online from London: {theme}', '', 'Online aus London: {theme}'],
    description: [
      'A talk with our partner society in London; the link is sent an hour before. {about}',
      '',
      'Ein Vortrag mit unserer Partnergesellschaft in London, auf Englisch; der Link kommt eine Stunde vorher. {about}',
    ],
    themes: [
      theme(
        ['mapping rivers', 'cartographier les rivières', 'Flüsse kartieren'],
        [
          'How volunteers found a hundred forgotten streams.',
          'Comment des bénévoles ont retrouvé cent ruisseaux oubliés.',
          'Wie Freiwillige hundert vergessene Bäche fanden.',
        ],
      ),
      theme(
        ['a history of the calendar', 'une histoire du calendrier', 'eine Geschichte des Kalenders'],
        [
          'Eleven days that never were, and who was paid for them.',
          'Onze jours qui n’ont jamais existé, et qui les a payés.',
          'Elf Tage, die es nie gab, und wer dafür bezahlt wurde.',
        ],
      ),
    ],
  },
  {
    key: 'online-new-york',
    original: 'en',
    when: { every: 'month', weekday: 2, nth: 3, from: '13:00', to: '14:15', times: 5 },
    timezone: 'America/New_York',
    organizer: ['art-circle'],
    categories: ['exhibitions', 'talks'],
    tags: ['online', 'english', 'registration'],
    cost: '$10',
    hasWebsite: true,
    title: [
      'Museum visit by video: {theme}',
      'Visite de musée par vidéo : {theme}',
      'Museumsbesuch per Video: {theme}',
    ],
    description: [
      'A guide walks through a museum in New York with a camera, and we look along. {about}',
      'Une guide parcourt un musée new-yorkais caméra à la main, et nous regardons avec elle. {about}',
      'Eine Museumsführerin geht mit der Kamera durch ein Haus in New York, und wir schauen mit. {about}',
    ],
    themes: [
      theme(
        ['quilts', 'les quilts', 'Quilts'],
        [
          'Patterns that told the way.',
          'Des motifs qui indiquaient le chemin.',
          'Muster, die den Weg wiesen.',
        ],
      ),
      theme(
        ['the first skyscrapers', 'les premiers gratte-ciel', 'die ersten Wolkenkratzer'],
        [
          'Steel, lifts and fear of heights.',
          'De l’acier, des ascenseurs et le vertige.',
          'Stahl, Aufzüge und Höhenangst.',
        ],
      ),
    ],
  },
  {
    key: 'online-tokyo',
    original: 'en',
    languages: ['en'],
    when: { every: 'month', weekday: 7, nth: 2, from: '17:00', to: '18:30', times: 5 },
    timezone: 'Asia/Tokyo',
    organizer: ['library-team'],
    categories: ['courses'],
    tags: ['online', 'english', 'children'],
    cost: '1500 ¥',
    title: ['Paper folding, live from Tokyo: {theme}', '', ''],
    description: [
      'Ninety minutes of origami with a teacher in Tokyo. All you need is square paper. {about}',
      '',
      '',
    ],
    themes: [
      theme(['animals', '', ''], ['A crane, a frog that jumps and a fox.', '', '']),
      theme(['boxes', '', ''], ['From one sheet each, with a lid that closes.', '', '']),
      theme(['stars', '', ''], ['Five folds, one cut.', '', '']),
    ],
  },
]
