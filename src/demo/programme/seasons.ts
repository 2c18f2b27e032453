import type { TranslatedText } from '../languages.ts'
import type { Template } from '../template.ts'
import type { When } from '../when.ts'

const holidays = (
  key: string,
  month: number,
  day: number,
  days: number,
  title: TranslatedText,
): Template => ({
  key,
  original: 'de',
  when: { every: 'year', month, day, weekday: 6, days },
  organizer: ['town'],
  categories: ['school'],
  tags: ['children'],
  title,
  description: [
    'No lessons in any of the town’s schools. Day care is open on working days from seven to six; please register two weeks before.',
    'Pas de cours dans les écoles de la ville. L’accueil de jour est ouvert les jours ouvrables de sept à dix-huit heures ; inscription deux semaines avant.',
    'In allen Schulen der Stadt fällt der Unterricht aus. Die Tagesschule ist werktags von sieben bis sechs offen; bitte zwei Wochen vorher anmelden.',
  ],
})

const exhibition = (
  key: string,
  venue: string,
  [month, day, days]: readonly [number, number, number],
  title: TranslatedText,
  about: TranslatedText,
): Template => ({
  key,
  original: venue === 'art-centre' ? 'fr' : 'de',
  when: { every: 'year', month, day, days } satisfies When,
  venue,
  organizer: ['art-circle'],
  categories: ['exhibitions'],
  tags: ['accessible', 'bilingual'],
  cost: 'CHF 12',
  hasWebsite: true,
  title: [`Exhibition: ${title[0]}`, `Exposition : ${title[1]}`, `Ausstellung: ${title[2]}`],
  description: [
    `${about[0]}\n\nTuesday to Sunday from eleven to five; free on the first Sunday of the month.`,
    `${about[1]}\n\nDu mardi au dimanche de onze à dix-sept heures ; gratuit le premier dimanche du mois.`,
    `${about[2]}\n\nDienstag bis Sonntag von elf bis fünf; am ersten Sonntag des Monats gratis.`,
  ],
})

/** Events that last for weeks: exhibitions and school holidays. */
export const seasons: readonly Template[] = [
  holidays('winter-holidays', 12, 20, 16, ['Winter holidays', 'Vacances d’hiver', 'Winterferien']),
  holidays('sports-week', 2, 1, 9, ['Sports week', 'Semaine de sport', 'Sportwoche']),
  holidays('spring-holidays', 4, 4, 16, ['Spring holidays', 'Vacances de printemps', 'Frühlingsferien']),
  holidays('summer-holidays', 7, 3, 37, ['Summer holidays', 'Vacances d’été', 'Sommerferien']),
  holidays('autumn-holidays', 9, 19, 23, ['Autumn holidays', 'Vacances d’automne', 'Herbstferien']),
  exhibition(
    'exhibition-fog',
    'art-centre',
    [10, 20, 120],
    ['Fog', 'Brouillard', 'Nebel'],
    [
      'Eleven artists from seven countries work with what the lake gives us from November to February.',
      'Onze artistes de sept pays travaillent avec ce que le lac nous donne de novembre à février.',
      'Elf Kunstschaffende aus sieben Ländern arbeiten mit dem, was uns der See von November bis Februar schenkt.',
    ],
  ),
  exhibition(
    'exhibition-paper',
    'art-centre',
    [3, 1, 85],
    ['White Paper', 'Papier blanc', 'Weisses Papier'],
    [
      'Drawings, folds and cuts: what paper can do before anything is written on it.',
      'Dessins, plis et découpes : ce que peut le papier avant qu’on y écrive.',
      'Zeichnung, Falz und Schnitt: was Papier kann, bevor etwas darauf steht.',
    ],
  ),
  exhibition(
    'exhibition-summer',
    'art-centre',
    [6, 20, 90],
    ['Swimming Lessons', 'Leçons de natation', 'Schwimmstunden'],
    [
      'Pools, shores and bodies in a hundred photographs.',
      'Piscines, rives et corps en cent photographies.',
      'Becken, Ufer und Körper in hundert Fotografien.',
    ],
  ),
  exhibition(
    'exhibition-watches',
    'new-museum',
    [9, 10, 200],
    ['Women at the Workbench', 'Femmes à l’établi', 'Frauen am Etabli'],
    [
      'Who really made the watches: letters, tools and voices from a hundred years of factory work.',
      'Qui faisait vraiment les montres : lettres, outils et voix de cent ans de travail en fabrique.',
      'Wer die Uhren wirklich machte: Briefe, Werkzeuge und Stimmen aus hundert Jahren Fabrikarbeit.',
    ],
  ),
  exhibition(
    'exhibition-water',
    'nidau-castle',
    [4, 10, 150],
    ['The Tamed Rivers', 'Les rivières domptées', 'Die gezähmten Flüsse'],
    [
      'How the level of three lakes was lowered, and what rose from the bottom.',
      'Comment le niveau de trois lacs fut abaissé, et ce qui remonta du fond.',
      'Wie der Spiegel von drei Seen gesenkt wurde und was dabei zum Vorschein kam.',
    ],
  ),
  {
    key: 'island-days',
    original: 'de',
    when: { every: 'year', month: 5, day: 20, weekday: 6, days: 2 },
    venue: 'island',
    organizer: ['tourism'],
    categories: ['tours'],
    tags: ['outdoors', 'lake'],
    cost: 'CHF 22',
    title: [
      'Days of solitude on the island',
      'Journées de solitude sur l’île',
      'Tage der Einsamkeit auf der Insel',
    ],
    description: [
      'Readings, herbs and rowing boats in the footsteps of the philosopher who was happy here for six weeks.',
      'Lectures, herbiers et barques sur les pas du philosophe qui fut heureux ici six semaines durant.',
      'Lesungen, Kräuter und Ruderboote auf den Spuren des Philosophen, der hier sechs Wochen lang glücklich war.',
    ],
  },
  {
    key: 'timetable-change',
    original: 'de',
    languages: ['de', 'fr'],
    when: { every: 'year', month: 12, day: 8, weekday: 7 },
    venue: 'station-square',
    organizer: ['town'],
    categories: ['town-life'],
    title: ['', 'Changement d’horaire', 'Fahrplanwechsel'],
    description: [
      '',
      'Le nouvel horaire entre en vigueur. Les bus de nuit circulent désormais aussi le jeudi.',
      'Der neue Fahrplan tritt in Kraft. Die Nachtbusse fahren nun auch am Donnerstag.',
    ],
  },
  {
    key: 'season-opening',
    original: 'de',
    when: { every: 'year', month: 4, day: 20, weekday: 6, from: '09:50', to: '18:00' },
    venue: 'boat-landing',
    organizer: ['tourism'],
    categories: ['tours', 'festivals'],
    tags: ['lake', 'accessible'],
    cost: ['Free for children', 'Gratuit pour les enfants', 'Gratis für Kinder'],
    title: ['The boats are back', 'Les bateaux sont de retour', 'Die Schiffe fahren wieder'],
    description: [
      'First round trip of the season with coffee, croissants and accordion.',
      'Premier tour du lac de la saison avec café, croissants et accordéon.',
      'Erste Rundfahrt der Saison mit Kaffee, Gipfeli und Handorgel.',
    ],
  },
]
