import { type Template, theme, ticket } from '../template.ts'

/** Monthly events. */
export const monthly: readonly Template[] = [
  {
    key: 'repair-cafe',
    original: 'fr',
    when: { every: 'month', weekday: 6, nth: 1, from: '10:00', to: '16:00', times: 11 },
    venue: 'quarter-house',
    organizer: ['repair-group'],
    categories: ['town-life', 'courses'],
    tags: ['free', 'bilingual', 'accessible'],
    cost: ['Donation', 'Don libre', 'Spende'],
    title: ['Repair café: {theme}', 'Café réparation : {theme}', 'Repair-Café: {theme}'],
    description: [
      'Bring what is broken; we repair it together instead of throwing it away. {about}\n\nCoffee and cake from the neighbourhood kitchen.',
      'Apportez ce qui est cassé ; nous le réparons ensemble au lieu de le jeter. {about}\n\nCafé et gâteaux de la cuisine du quartier.',
      'Bringen Sie, was kaputt ist; wir flicken es gemeinsam, statt es wegzuwerfen. {about}\n\nKaffee und Kuchen aus der Quartierküche.',
    ],
    excerpt: [
      'Repairing together instead of throwing away.',
      'Réparer ensemble plutôt que jeter.',
      'Gemeinsam flicken statt wegwerfen.',
    ],
    themes: [
      theme(
        ['toasters and lamps', 'grille-pain et lampes', 'Toaster und Lampen'],
        [
          'Two electricians are there all day.',
          'Deux électriciens sont là toute la journée.',
          'Zwei Elektriker sind den ganzen Tag da.',
        ],
      ),
      theme(
        ['clothes', 'habits', 'Kleider'],
        [
          'Six sewing machines and a box full of zips.',
          'Six machines à coudre et une caisse de fermetures éclair.',
          'Sechs Nähmaschinen und eine Kiste voller Reissverschlüsse.',
        ],
      ),
      theme(
        ['bicycles', 'vélos', 'Velos'],
        [
          'Brakes, tubes and gears; spare parts at cost.',
          'Freins, chambres à air et vitesses ; pièces au prix coûtant.',
          'Bremsen, Schläuche und Schaltung; Ersatzteile zum Selbstkostenpreis.',
        ],
      ),
      theme(
        ['chairs and toys', 'chaises et jouets', 'Stühle und Spielsachen'],
        [
          'Glue needs time: come before noon.',
          'La colle a besoin de temps : venez avant midi.',
          'Leim braucht Zeit: Kommen Sie vor dem Mittag.',
        ],
      ),
    ],
  },
  {
    key: 'jazz-night',
    original: 'fr',
    when: { every: 'month', weekday: 4, nth: -1, from: '20:30', to: '00:30', times: 10 },
    venue: 'people-house',
    organizer: ['jazz-cellar'],
    categories: ['music'],
    tags: ['evening'],
    cost: 'CHF 25',
    hasWebsite: true,
    tickets: [
      ticket('Abendkasse / Caisse du soir', '25'),
      ticket('Ausbildung / Formation', '15', 'sold_out'),
    ],
    title: ['Jazz night: {theme}', 'Nuit du jazz : {theme}', 'Jazznacht: {theme}'],
    description: [
      '{about}\n\nTwo sets, then an open stage: bring your instrument.',
      '{about}\n\nDeux sets, puis scène ouverte : apportez votre instrument.',
      '{about}\n\nZwei Sets, danach offene Bühne: Instrumente mitbringen.',
    ],
    themes: [
      theme(
        ['piano trio', 'trio avec piano', 'Klaviertrio'],
        [
          'Three players who listen before they answer.',
          'Trois musiciens qui écoutent avant de répondre.',
          'Drei, die zuhören, bevor sie antworten.',
        ],
      ),
      theme(
        ['big band', 'big band', 'Big Band'],
        [
          'Seventeen musicians on a stage made for twelve.',
          'Dix-sept musiciens sur une scène prévue pour douze.',
          'Siebzehn Leute auf einer Bühne für zwölf.',
        ],
      ),
      theme(
        ['voices', 'voix', 'Stimmen'],
        [
          'A vocal quartet sings standards without a band.',
          'Un quatuor vocal chante des standards a cappella.',
          'Ein Vokalquartett singt Standards ohne Band.',
        ],
      ),
      theme(
        ['Balkan brass', 'cuivres des Balkans', 'Balkan-Blech'],
        [
          'Seven-eight time is easy once you dance.',
          'Le sept-huit est facile dès qu’on danse.',
          'Siebenachtel sind leicht, sobald man tanzt.',
        ],
      ),
    ],
  },
  {
    key: 'noon-organ',
    original: 'de',
    when: { every: 'month', weekday: 5, nth: 2, from: '12:15', to: '12:45', times: 9 },
    venue: ['town-church', 'town-church', 'solothurn'],
    organizer: ['parish'],
    categories: ['music'],
    tags: ['free', 'accessible', 'old-town'],
    cost: ['Collection', 'Collecte', 'Kollekte'],
    title: ['Organ at noon: {theme}', 'Orgue à midi : {theme}', 'Orgelmusik am Mittag: {theme}'],
    description: [
      'Thirty minutes of organ music in the lunch break; you may eat your sandwich. {about}',
      'Trente minutes d’orgue pendant la pause de midi ; les sandwichs sont admis. {about}',
      'Dreissig Minuten Orgelmusik in der Mittagspause; das Sandwich darf mit. {about}',
    ],
    themes: [
      theme(['toccatas', 'toccatas', 'Toccaten'], ['Loud and fast.', 'Fort et vite.', 'Laut und schnell.']),
      theme(
        ['dances', 'danses', 'Tänze'],
        [
          'Music from a time when organs played for weddings.',
          'Musique d’une époque où l’orgue faisait danser les mariés.',
          'Musik aus der Zeit, als Orgeln bei Hochzeiten zum Tanz aufspielten.',
        ],
      ),
      theme(
        ['film music', 'musique de film', 'Filmmusik'],
        [
          'Melodies you know, on stops you do not.',
          'Des mélodies connues sur des jeux qui le sont moins.',
          'Bekannte Melodien auf unbekannten Registern.',
        ],
      ),
    ],
  },
  {
    key: 'flea-market',
    original: 'fr',
    when: { every: 'month', weekday: 7, nth: 1, from: '08:00', to: '17:00', times: 7, season: [3, 11] },
    venue: ['central-square', 'la-neuveville', 'aarberg'],
    organizer: ['market-association'],
    categories: ['markets'],
    tags: ['free', 'outdoors', 'children'],
    cost: '0',
    title: ['Flea market: {theme}', 'Marché aux puces : {theme}', 'Flohmarkt: {theme}'],
    description: [
      'A hundred tables of things that had a life before. {about}\n\nStalls can be booked until the Wednesday before.',
      'Cent tables d’objets qui ont déjà eu une vie. {about}\n\nRéservation des stands jusqu’au mercredi précédent.',
      'Hundert Tische voller Dinge, die schon ein Leben hatten. {about}\n\nStände können bis zum Mittwoch davor gebucht werden.',
    ],
    themes: [
      theme(
        ['books and records', 'livres et disques', 'Bücher und Platten'],
        [
          'A record player is there to try before you buy.',
          'Une platine permet d’écouter avant d’acheter.',
          'Ein Plattenspieler steht zum Probehören bereit.',
        ],
      ),
      theme(
        ['children sell', 'les enfants vendent', 'Kinder verkaufen'],
        [
          'Children under fourteen spread their blanket free of charge.',
          'Les moins de quatorze ans étalent leur couverture gratuitement.',
          'Kinder unter vierzehn breiten ihre Decke gratis aus.',
        ],
      ),
      theme(
        ['clocks and tools', 'montres et outils', 'Uhren und Werkzeug'],
        [
          'The watchmakers’ corner opens at nine.',
          'Le coin des horlogers ouvre à neuf heures.',
          'Die Ecke der Uhrmacher öffnet um neun.',
        ],
      ),
    ],
  },
  {
    key: 'jura-hike',
    original: 'de',
    when: { every: 'month', weekday: 7, nth: 3, from: '08:30', to: '16:30', times: 11, before: 40 },
    venue: ['magglingen', 'evilard', 'twann'],
    organizer: ['hiking-club'],
    categories: ['hiking'],
    tags: ['outdoors', 'jura', 'registration'],
    cost: '0',
    title: ['Sunday hike: {theme}', 'Randonnée du dimanche : {theme}', 'Sonntagswanderung: {theme}'],
    description: [
      '{about}\n\nPicnic from the rucksack. Register by Friday evening; the guide decides about the weather on Saturday at six.',
      '{about}\n\nPique-nique tiré du sac. Inscription jusqu’au vendredi soir ; la décision selon la météo tombe samedi à dix-huit heures.',
      '{about}\n\nPicknick aus dem Rucksack. Anmeldung bis Freitagabend; über das Wetter entscheidet die Leitung am Samstag um sechs.',
    ],
    themes: [
      theme(
        ['along the Jura ridge', 'sur la crête du Jura', 'über den Jurakamm'],
        [
          'Five hours, six hundred metres up, and the Alps in one row.',
          'Cinq heures, six cents mètres de montée et les Alpes alignées.',
          'Fünf Stunden, sechshundert Meter Aufstieg und die Alpen in einer Reihe.',
        ],
      ),
      theme(
        ['through the Taubenloch gorge', 'par les gorges du Taubenloch', 'durch die Taubenlochschlucht'],
        [
          'Three hours along the river, with tunnels and footbridges.',
          'Trois heures le long de la Suze, entre tunnels et passerelles.',
          'Drei Stunden an der Schüss entlang, mit Tunneln und Stegen.',
        ],
      ),
      theme(
        ['vineyard path', 'chemin des vignes', 'Rebenweg'],
        [
          'Four gentle hours above the lake, from village to village.',
          'Quatre heures tranquilles au-dessus du lac, de village en village.',
          'Vier gemütliche Stunden über dem See, von Dorf zu Dorf.',
        ],
      ),
      theme(
        ['Twannbach gorge', 'gorges de Douanne', 'Twannbachschlucht'],
        [
          'Ice in winter, ferns in summer: sticks are useful in both.',
          'Glace en hiver, fougères en été : les bâtons servent toujours.',
          'Im Winter Eis, im Sommer Farn: Stöcke nützen beide Male.',
        ],
      ),
      theme(
        ['Heidenweg to the island', 'le Heidenweg jusqu’à l’île', 'Heidenweg zur Insel'],
        [
          'Flat as the lake itself, with birdwatching on the way; back by boat.',
          'Plat comme le lac, avec observation d’oiseaux ; retour en bateau.',
          'Flach wie der See selbst, mit Vogelbeobachtung; zurück mit dem Schiff.',
        ],
      ),
    ],
  },
  {
    key: 'board-games',
    original: 'de',
    when: { every: 'month', weekday: 5, nth: 3, from: '19:00', to: '00:00', times: 9 },
    venue: 'quarter-house',
    organizer: ['chess-club'],
    categories: ['games'],
    tags: ['free', 'beginners', 'evening'],
    cost: '0',
    title: ['Games night: {theme}', 'Nuit du jeu : {theme}', 'Spielnacht: {theme}'],
    description: [
      'Two hundred games on the shelf and people who explain the rules. {about}',
      'Deux cents jeux sur l’étagère et des gens qui expliquent les règles. {about}',
      'Zweihundert Spiele im Regal und Leute, die die Regeln erklären. {about}',
    ],
    themes: [
      theme(
        ['all against the board', 'tous contre le plateau', 'alle gegen das Brett'],
        [
          'Tonight only games that are won together.',
          'Ce soir, rien que des jeux qu’on gagne ensemble.',
          'Heute gibt es nur Spiele, die man gemeinsam gewinnt.',
        ],
      ),
      theme(
        ['Jass', 'jass', 'Jass'],
        [
          'Swiss and French cards, two tables for learners.',
          'Cartes françaises et alémaniques, deux tables pour apprendre.',
          'Deutschschweizer und französische Karten, zwei Tische zum Lernen.',
        ],
      ),
      theme(
        ['quick games', 'jeux rapides', 'schnelle Spiele'],
        [
          'Nothing takes longer than twenty minutes.',
          'Rien ne dure plus de vingt minutes.',
          'Nichts dauert länger als zwanzig Minuten.',
        ],
      ),
    ],
  },
  {
    key: 'phone-help',
    original: 'fr',
    when: { every: 'month', weekday: 2, nth: 2, from: '14:00', to: '16:00', times: 7 },
    venue: 'library',
    organizer: ['library-team', 'town'],
    categories: ['courses'],
    tags: ['free', 'seniors', 'registration', 'accessible'],
    cost: '0',
    title: [
      'Help with phone and tablet: {theme}',
      'Aide au téléphone et à la tablette : {theme}',
      'Hilfe mit Handy und Tablet: {theme}',
    ],
    description: [
      'Young people explain, older people ask, and nobody is in a hurry. {about}',
      'Les jeunes expliquent, les aînés demandent, et personne n’est pressé. {about}',
      'Junge erklären, Ältere fragen, und niemand hat es eilig. {about}',
    ],
    themes: [
      theme(
        ['tickets and timetables', 'billets et horaires', 'Fahrkarten und Fahrpläne'],
        [
          'We buy a day pass and find the platform.',
          'Nous achetons une carte journalière et trouvons le quai.',
          'Wir kaufen eine Tageskarte und finden das Gleis.',
        ],
      ),
      theme(
        ['photographs', 'photos', 'Fotos'],
        [
          'Sorting, keeping and sending pictures.',
          'Trier, garder et envoyer des images.',
          'Bilder ordnen, behalten und verschicken.',
        ],
      ),
      theme(
        ['safe on the net', 'en sécurité sur le net', 'sicher im Netz'],
        [
          'How to recognise a false message and what to do then.',
          'Reconnaître un faux message, et que faire ensuite.',
          'Woran man eine falsche Nachricht erkennt und was dann zu tun ist.',
        ],
      ),
    ],
  },
  {
    key: 'poetry-slam',
    original: 'de',
    when: { every: 'month', weekday: 3, nth: 4, from: '20:00', to: '22:00', times: 7 },
    venue: 'people-house',
    organizer: ['stage-company'],
    categories: ['stage', 'literature'],
    tags: ['evening', 'bilingual'],
    cost: 'CHF 10-25',
    title: ['Open stage: {theme}', 'Scène ouverte : {theme}', 'Offene Bühne: {theme}'],
    description: [
      'Five minutes each, any language, no costumes. {about}\n\nWhoever wants to perform signs up at the bar by half past seven.',
      'Cinq minutes par personne, toutes les langues, sans costume. {about}\n\nInscription au bar jusqu’à 19 h 30.',
      'Fünf Minuten pro Person, jede Sprache, keine Kostüme. {about}\n\nWer auftreten will, trägt sich bis halb acht an der Bar ein.',
    ],
    themes: [
      theme(
        ['poetry slam', 'slam', 'Poetry-Slam'],
        ['The audience is the jury.', 'Le public fait office de jury.', 'Das Publikum ist die Jury.'],
      ),
      theme(
        ['true stories', 'histoires vraies', 'wahre Geschichten'],
        ['Told without notes.', 'Racontées sans notes.', 'Frei erzählt, ohne Zettel.'],
      ),
      theme(
        ['dialect night', 'nuit des dialectes', 'Mundartabend'],
        [
          'From the Valais to Lake Constance, and patois too.',
          'Du Valais au lac de Constance, et en patois aussi.',
          'Vom Wallis bis zum Bodensee, und Patois dazu.',
        ],
      ),
    ],
  },
  {
    key: 'science-cafe',
    original: 'en',
    when: { every: 'month', weekday: 1, nth: 3, from: '18:30', to: '20:00', times: 7 },
    venue: 'new-museum',
    organizer: ['science-society'],
    categories: ['talks'],
    tags: ['free', 'english', 'accessible', 'evening'],
    cost: '0',
    title: ['Science café: {theme}', 'Café scientifique : {theme}', 'Wissenschaftscafé: {theme}'],
    description: [
      'Fifteen minutes of talk, an hour of questions. {about}\n\nQuestions may be asked in any of the three languages.',
      'Quinze minutes d’exposé, une heure de questions. {about}\n\nLes questions peuvent être posées dans les trois langues.',
      'Fünfzehn Minuten Vortrag, eine Stunde Fragen. {about}\n\nFragen sind in allen drei Sprachen willkommen.',
    ],
    themes: [
      theme(
        ['Why lakes turn over', 'pourquoi les lacs se brassent', 'Warum sich Seen umwälzen'],
        [
          'What happens in the depths each winter, and what if it no longer does?',
          'Que se passe-t-il chaque hiver en profondeur, et si cela cessait ?',
          'Was geschieht jeden Winter in der Tiefe, und was, wenn nicht mehr?',
        ],
      ),
      theme(
        ['The bilingual brain', 'le cerveau bilingue', 'Das zweisprachige Gehirn'],
        [
          'Does switching languages keep us young?',
          'Changer de langue garde-t-il jeune ?',
          'Hält der Sprachwechsel jung?',
        ],
      ),
      theme(
        ['Pile dwellings', 'les palafittes', 'Pfahlbauten'],
        [
          'Five thousand years of neighbours on the shore.',
          'Cinq mille ans de voisinage sur la rive.',
          'Fünftausend Jahre Nachbarschaft am Ufer.',
        ],
      ),
      theme(
        ['Measuring a second', 'mesurer une seconde', 'Eine Sekunde messen'],
        [
          'From the pendulum to the caesium clock.',
          'Du pendule à l’horloge au césium.',
          'Vom Pendel zur Cäsiumuhr.',
        ],
      ),
    ],
  },
  {
    key: 'cellar-evening',
    original: 'de',
    when: { every: 'month', weekday: 6, nth: 2, from: '17:00', to: '20:00', times: 7, season: [4, 11] },
    venue: ['ligerz', 'twann'],
    organizer: ['winegrowers'],
    categories: ['food-and-drink'],
    tags: ['lake', 'registration'],
    cost: 'CHF 35',
    hasWebsite: true,
    tickets: [ticket('Degustation / Dégustation', '35')],
    title: ['Open cellar: {theme}', 'Cave ouverte : {theme}', 'Offener Keller: {theme}'],
    description: [
      'Six wines, bread, cheese and a walk through the vines. {about}\n\nPlease come by train; the last one runs at half past eleven.',
      'Six vins, du pain, du fromage et une promenade dans les vignes. {about}\n\nVenez en train ; le dernier part à 23 h 30.',
      'Sechs Weine, Brot, Käse und ein Gang durch die Reben. {about}\n\nBitte mit dem Zug kommen; der letzte fährt um 23.30 Uhr.',
    ],
    themes: [
      theme(
        ['Chasselas', 'chasselas', 'Chasselas'],
        ['One grape, six slopes.', 'Un cépage, six coteaux.', 'Eine Traube, sechs Hänge.'],
      ),
      theme(
        ['Pinot noir', 'pinot noir', 'Pinot noir'],
        [
          'Young and old vintages side by side.',
          'Millésimes jeunes et anciens côte à côte.',
          'Junge und alte Jahrgänge nebeneinander.',
        ],
      ),
      theme(
        ['wine and lake fish', 'vin et poissons du lac', 'Wein und Fisch aus dem See'],
        [
          'With fish that were still swimming in the morning.',
          'Avec des poissons pêchés le matin même.',
          'Mit Fisch, der am Morgen noch schwamm.',
        ],
      ),
    ],
  },
  {
    key: 'council',
    original: 'de',
    when: { every: 'month', weekday: 3, nth: 3, from: '18:00', to: '21:30', times: 10, before: 30 },
    venue: 'castle-square',
    organizer: ['town'],
    categories: ['politics'],
    tags: ['free', 'bilingual'],
    cost: '0',
    title: [
      'Town council, session {number}',
      'Conseil de ville, séance {number}',
      'Stadtrat, Sitzung {number}',
    ],
    description: [
      'Public session of the town parliament. Everybody may listen from the gallery; each member speaks his or her own language.\n\nThe agenda is published ten days before.',
      'Séance publique du parlement de la ville. Le public peut suivre les débats depuis la galerie ; chacun parle sa langue.\n\nL’ordre du jour paraît dix jours avant.',
      'Öffentliche Sitzung des Stadtparlaments. Die Tribüne steht allen offen; im Rat spricht jede und jeder die eigene Sprache.\n\nDie Traktandenliste erscheint zehn Tage vorher.',
    ],
    number: 7,
  },
  {
    key: 'garden-day',
    original: 'fr',
    languages: ['fr', 'de'],
    when: { every: 'month', weekday: 6, nth: 3, from: '09:00', to: '12:00', times: 7, season: [3, 10] },
    venue: 'quarter-house',
    organizer: ['repair-group'],
    categories: ['town-life'],
    tags: ['free', 'outdoors', 'children', 'beginners'],
    cost: '0',
    title: ['', 'Matinée au jardin : {theme}', 'Gartenmorgen: {theme}'],
    description: [
      '',
      'Nous prenons soin ensemble du jardin partagé. {about} À midi, on mange ce qui est mûr.',
      'Wir pflegen zusammen den Gemeinschaftsgarten. {about} Am Mittag essen wir, was reif ist.',
    ],
    themes: [
      theme(
        ['compost', 'compost', 'Kompost'],
        ['Turning, sieving, spreading.', 'Retourner, tamiser, épandre.', 'Umsetzen, sieben, verteilen.'],
      ),
      theme(
        ['sowing', 'semis', 'Aussaat'],
        [
          'Old varieties from our own seed library.',
          'Des variétés anciennes de notre grainothèque.',
          'Alte Sorten aus unserer eigenen Saatgutbibliothek.',
        ],
      ),
      theme(
        ['insect hotel', 'hôtel à insectes', 'Insektenhotel'],
        ['We drill, stack and fill.', 'On perce, on empile, on remplit.', 'Wir bohren, stapeln und füllen.'],
      ),
    ],
  },
  {
    key: 'swimming-course',
    original: 'de',
    when: { every: 'week', weekday: 1, from: '18:30', to: '19:30', times: 10, pauses: true },
    venue: 'congress-house',
    organizer: ['sports-union'],
    categories: ['water-sports', 'courses'],
    tags: ['beginners', 'registration'],
    cost: 'CHF 30,50',
    title: ['Crawl for beginners', 'Crawl pour débutants', 'Kraulen für Einsteiger'],
    description: [
      'One hour in the indoor pool with at most eight people. The first lessons are about breathing, the later ones about endurance.',
      'Une heure en piscine couverte, huit personnes au plus. D’abord la respiration, puis l’endurance.',
      'Eine Stunde im Hallenbad mit höchstens acht Personen. Zuerst geht es um die Atmung, später um die Ausdauer.',
    ],
  },
  {
    key: 'blood-donation',
    original: 'de',
    when: { every: 'month', weekday: 4, nth: 2, from: '16:00', to: '20:00', times: 5 },
    venue: ['people-house', 'quarter-house'],
    organizer: ['town'],
    categories: ['town-life'],
    tags: ['accessible'],
    title: ['Blood donation', 'Don du sang', 'Blutspende'],
    description: [
      'Healthy people from eighteen can give blood. Eat and drink enough beforehand and bring an identity card.\n\nIt takes about three quarters of an hour; soup is served afterwards.',
      'Toute personne en bonne santé dès dix-huit ans peut donner son sang. Mangez et buvez assez avant, et apportez une pièce d’identité.\n\nComptez trois quarts d’heure ; une soupe est servie ensuite.',
      'Gesunde Menschen ab achtzehn Jahren können Blut spenden. Essen und trinken Sie vorher genug und bringen Sie einen Ausweis mit.\n\nEs dauert etwa eine Dreiviertelstunde; danach gibt es Suppe.',
    ],
  },
]
