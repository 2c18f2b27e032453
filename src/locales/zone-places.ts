/** Places of time zones in the languages of the pages. Browsers load this file too, so it imports nothing. */

/** French and German names where they differ from those of the IANA database; Intl names zones, but not their cities. */
const names: Readonly<Record<string, readonly [french: string, german: string]>> = {
  'Addis Ababa': ['Addis-Abeba', 'Addis Abeba'],
  Algiers: ['Alger', 'Algier'],
  Andorra: ['Andorre', 'Andorra'],
  Athens: ['Athènes', 'Athen'],
  Azores: ['Açores', 'Azoren'],
  Baghdad: ['Bagdad', 'Bagdad'],
  Bahrain: ['Bahreïn', 'Bahrain'],
  Baku: ['Bakou', 'Baku'],
  Beirut: ['Beyrouth', 'Beirut'],
  Belgrade: ['Belgrade', 'Belgrad'],
  Brussels: ['Bruxelles', 'Brüssel'],
  Bucharest: ['Bucarest', 'Bukarest'],
  Busingen: ['Büsingen', 'Büsingen'],
  Cairo: ['Le Caire', 'Kairo'],
  Calcutta: ['Calcutta', 'Kalkutta'],
  Canary: ['Canaries', 'Kanaren'],
  'Cape Verde': ['Cap-Vert', 'Kap Verde'],
  Copenhagen: ['Copenhague', 'Kopenhagen'],
  Damascus: ['Damas', 'Damaskus'],
  Dubai: ['Dubaï', 'Dubai'],
  Faroe: ['Féroé', 'Färöer'],
  Guernsey: ['Guernesey', 'Guernsey'],
  Havana: ['La Havane', 'Havanna'],
  'Hong Kong': ['Hong Kong', 'Hongkong'],
  'Isle of Man': ['Île de Man', 'Isle of Man'],
  Jerusalem: ['Jérusalem', 'Jerusalem'],
  Kabul: ['Kaboul', 'Kabul'],
  Kathmandu: ['Katmandou', 'Kathmandu'],
  Kiev: ['Kiev', 'Kiew'],
  Kolkata: ['Calcutta', 'Kalkutta'],
  Kuwait: ['Koweït', 'Kuwait'],
  Kyiv: ['Kiev', 'Kiew'],
  Lisbon: ['Lisbonne', 'Lissabon'],
  London: ['Londres', 'London'],
  Luxembourg: ['Luxembourg', 'Luxemburg'],
  Madeira: ['Madère', 'Madeira'],
  Malta: ['Malte', 'Malta'],
  Manila: ['Manille', 'Manila'],
  Mauritius: ['Maurice', 'Mauritius'],
  'Mexico City': ['Mexico', 'Mexiko-Stadt'],
  Montreal: ['Montréal', 'Montreal'],
  Moscow: ['Moscou', 'Moskau'],
  Nicosia: ['Nicosie', 'Nikosia'],
  Noumea: ['Nouméa', 'Nouméa'],
  Prague: ['Prague', 'Prag'],
  Reunion: ['La Réunion', 'Réunion'],
  Reykjavik: ['Reykjavik', 'Reykjavík'],
  Riyadh: ['Riyad', 'Riad'],
  Rome: ['Rome', 'Rom'],
  'San Marino': ['Saint-Marin', 'San Marino'],
  'Sao Paulo': ['São Paulo', 'São Paulo'],
  Seoul: ['Séoul', 'Seoul'],
  Singapore: ['Singapour', 'Singapur'],
  Taipei: ['Taipei', 'Taipeh'],
  Tbilisi: ['Tbilissi', 'Tiflis'],
  Tehran: ['Téhéran', 'Teheran'],
  Tirane: ['Tirana', 'Tirana'],
  Tokyo: ['Tokyo', 'Tokio'],
  Tripoli: ['Tripoli', 'Tripolis'],
  Vatican: ['Vatican', 'Vatikan'],
  Vienna: ['Vienne', 'Wien'],
  Warsaw: ['Varsovie', 'Warschau'],
  Yerevan: ['Erevan', 'Eriwan'],
  Zurich: ['Zurich', 'Zürich'],
}

const zoneOfOffset = /^(?:Etc\/)?GMT([+-])(\d+)$/

/** `London`, of `Europe/London`; `UTC+3`, of `Etc/GMT-3`, because these zones have the opposite sign (POSIX). */
export function placeOfZone(zone: string, language: string): string {
  const [, sign, hours] = zoneOfOffset.exec(zone) ?? []
  if (sign !== undefined) return `UTC${sign === '-' ? '+' : '-'}${hours}`
  const place = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return names[place]?.[['fr', 'de'].indexOf(language)] ?? place
}

/** The name in the IANA database of a place that is written in French or German, in lower case; undefined if it is the same. */
export const placeWritten = (name: string): string | undefined =>
  Object.entries(names).find(([, written]) => written.some((one) => one.toLowerCase() === name))?.[0]
