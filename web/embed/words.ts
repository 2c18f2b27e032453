import { localeOf } from '../../src/time/date-format.ts'

/** Texts of the element; those also used on the pages are identical there. */

const french = {
  'What’s on': 'Au programme',
  'until {date}': 'jusqu’au {date}',
  'All {count} events': 'Voir les {count} événements',
  '{count} event': '{count} événement',
  '{count} events': '{count} événements',
  Subscribe: 'S’abonner',
  'Open the calendar': 'Ouvrir l’agenda',
  'Previous month': 'Mois précédent',
  'Next month': 'Mois suivant',
  'Events in {month}': 'Événements en {month}',
  'All month': 'Tout le mois',
  Online: 'En ligne',
  Cancelled: 'Annulé',
  Postponed: 'Reporté',
  Rescheduled: 'Nouvelle date',
  'Moved online': 'Désormais en ligne',
  'Sold out': 'Complet',
  'Nothing is planned at the moment.': 'Rien n’est prévu pour le moment.',
  'The calendar cannot be reached just now': 'L’agenda est momentanément inaccessible',
  'Try again': 'Réessayer',
} as const

export type Text = keyof typeof french

const german: Readonly<Record<Text, string>> = {
  'What’s on': 'Was läuft',
  'until {date}': 'bis {date}',
  'All {count} events': 'Alle {count} Veranstaltungen',
  '{count} event': '{count} Veranstaltung',
  '{count} events': '{count} Veranstaltungen',
  Subscribe: 'Abonnieren',
  'Open the calendar': 'Kalender öffnen',
  'Previous month': 'Voriger Monat',
  'Next month': 'Nächster Monat',
  'Events in {month}': 'Veranstaltungen im {month}',
  'All month': 'Den ganzen Monat',
  Online: 'Online',
  Cancelled: 'Abgesagt',
  Postponed: 'Verschoben',
  Rescheduled: 'Neuer Termin',
  'Moved online': 'Findet online statt',
  'Sold out': 'Ausverkauft',
  'Nothing is planned at the moment.': 'Zurzeit ist nichts geplant.',
  'The calendar cannot be reached just now': 'Der Kalender ist gerade nicht erreichbar',
  'Try again': 'Erneut versuchen',
}

export const texts: Readonly<Record<string, Readonly<Record<Text, string>>>> = { fr: french, de: german }

export interface Words {
  (text: Text, values?: Readonly<Record<string, string | number>>): string
  count(count: number): string
  /** The `lang` of the texts, unless it is that of the element, for screen readers. */
  readonly lang: string | undefined
  /** For dates within the texts. */
  readonly locale: string
}

/** Other languages get English texts with their own date formats. */
export function wordsIn(tag: string): Words {
  const { language } = new Intl.Locale(tag)
  const isForeign = language !== 'en' && !(language in texts)
  const words = (text: Text, values: Readonly<Record<string, string | number>> = {}) =>
    (texts[language]?.[text] ?? text).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    )
  // English texts need English plurals: Japanese, for one, has no singular.
  const plurals = new Intl.PluralRules(language in texts ? language : 'en')
  const isOne = (count: number) => plurals.select(count) === 'one'
  return Object.assign(words, {
    lang: isForeign ? 'en' : undefined,
    locale: localeOf(isForeign ? 'en' : tag),
    count: (count: number) => words(isOne(count) ? '{count} event' : '{count} events', { count }),
  })
}
