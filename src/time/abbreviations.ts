import { memoize, memoizeByClock } from './memoize.ts'
import type { Instant } from './walls.ts'
import { isFixed, offsetText } from './zones.ts'

/** Abbreviations of the IANA database by the English names of Unicode; all other zones have only an offset there. */
const abbreviations: Readonly<Record<string, string>> = {
  'Alaska Daylight Time': 'AKDT',
  'Alaska Standard Time': 'AKST',
  'American Samoa Standard Time': 'SST',
  'Atlantic Daylight Time': 'ADT',
  'Atlantic Standard Time': 'AST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Central Standard Time': 'ACST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Western Daylight Time': 'AWDT',
  'Australian Western Standard Time': 'AWST',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central Daylight Time': 'CDT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Indonesia Time': 'WITA',
  'Central Standard Time': 'CST',
  'Chamorro Standard Time': 'ChST',
  'China Daylight Time': 'CDT',
  'China Standard Time': 'CST',
  'Coordinated Universal Time': 'UTC',
  'Cuba Daylight Time': 'CDT',
  'Cuba Standard Time': 'CST',
  'East Africa Time': 'EAT',
  'Eastern Daylight Time': 'EDT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Indonesia Time': 'WIT',
  'Eastern Standard Time': 'EST',
  'Greenwich Mean Time': 'GMT',
  'Hawaii-Aleutian Daylight Time': 'HDT',
  'Hawaii-Aleutian Standard Time': 'HST',
  'Hong Kong Standard Time': 'HKT',
  'Hong Kong Summer Time': 'HKST',
  'India Standard Time': 'IST',
  'Irish Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Israel Standard Time': 'IST',
  'Japan Standard Time': 'JST',
  'Korean Daylight Time': 'KDT',
  'Korean Standard Time': 'KST',
  'Macao Standard Time': 'CST',
  'Mexican Pacific Daylight Time': 'MDT',
  'Mexican Pacific Standard Time': 'MST',
  'Moscow Standard Time': 'MSK',
  'Moscow Summer Time': 'MSD',
  'Mountain Daylight Time': 'MDT',
  'Mountain Standard Time': 'MST',
  'New Zealand Daylight Time': 'NZDT',
  'New Zealand Standard Time': 'NZST',
  'Newfoundland Daylight Time': 'NDT',
  'Newfoundland Standard Time': 'NST',
  'Pacific Daylight Time': 'PDT',
  'Pacific Standard Time': 'PST',
  'Pakistan Standard Time': 'PKT',
  'Pakistan Summer Time': 'PKST',
  'Philippine Standard Time': 'PST',
  'South Africa Standard Time': 'SAST',
  'Taiwan Standard Time': 'CST',
  'Volgograd Standard Time': 'MSK',
  'Volgograd Summer Time': 'MSD',
  'West Africa Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
  'Yukon Time': 'MST',
}

/** Unicode uses the name of a neighbouring zone for these; the IANA database has an offset. */
const nameless =
  /^(Antarctica\/(Casey|Troll)|Asia\/Colombo|Europe\/(Astrakhan|Minsk|Saratov|Ulyanovsk)|Africa\/(Casablanca|El_Aaiun))$/

/** Zones without a Unicode name for their summer time. */
const asInLondon = /^Europe\/(Guernsey|Isle_of_Man|Jersey)$/

/** Zones that Unicode names UTC. */
const greenwich = /^(Etc\/)?(GMT|Greenwich)([+-]?0)?$/

/** The abbreviation at that instant: `CET`, `EDT`, `+03`; a fixed offset is its own abbreviation. */
export const abbreviation = (instant: Instant, zone: string): string =>
  isFixed(zone) ? zone : abbreviationAt(instant, zone)

const abbreviationAt = memoizeByClock((instant, zone) => namesOf(zone)(instant))

const namesOf = memoize((zone: string): ((instant: Instant) => string) => {
  if (greenwich.test(zone)) return () => 'GMT'
  if (nameless.test(zone)) return (instant) => shortOffset(instant, zone)
  const nameAt = englishNames(asInLondon.test(zone) ? 'Europe/London' : zone)
  return (instant) => abbreviations[nameAt(instant)] ?? shortOffset(instant, zone)
})

const englishNames = (timeZone: string): ((instant: Instant) => string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'long' })
  return (instant) => format.formatToParts(instant * 1000).find(isZoneName)?.value ?? ''
}

const isZoneName = ({ type }: Intl.DateTimeFormatPart): boolean => type === 'timeZoneName'

/** `+03`, `+0530`: the format of the IANA database for offsets without an abbreviation. */
const shortOffset = (instant: Instant, zone: string): string =>
  offsetText(instant, zone).replace(/:00$/, '').replace(':', '')
