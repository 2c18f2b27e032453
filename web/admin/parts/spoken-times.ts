/** Parses times of day as typed in English, French or German: `1930`, `19.30 Uhr`, `7:30pm`, `halb acht`, `midi`. */

const hours = new Map(
  [
    'one un une ein eins',
    'two deux zwei',
    'three trois drei',
    'four quatre vier',
    'five cinq fünf',
    'six sechs',
    'seven sept sieben',
    'eight huit acht',
    'nine neuf neun',
    'ten dix zehn',
    'eleven onze elf',
    'twelve douze zwölf',
  ].flatMap((names, place) => names.split(' ').map((name) => [name, String(place + 1)] as const)),
)

const anyHour = new RegExp(String.raw`(?<!\p{L})(?:${[...hours.keys()].join('|')})(?!\p{L})`, 'gu')

const preposition = /^(?:um|ab|gegen|von|à|dès|vers|de|at|from) (?=\S)/i

const afternoon = String.raw`(?:du soir|de l'après-midi|nachmittags|abends|in the (?:afternoon|evening))`

/** What stands for a time that is written in figures. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [preposition, ''],
  [/^(?:zu )?(?:mittags?|midi|noon|midday)(?=$| et )/, '12 h'],
  [/^(?:mitternachts?|minuit|midnight)(?=$| et )/, '0 h'],
  [/(?<=^12(?: ?uhr)?) mittags$/, ''],
  [new RegExp(String.raw`(?<=^(?:1[3-9]|2\d)\b.*) ${afternoon}$`), ''],
  [new RegExp(` ${afternoon}$`), ' pm'],
  [/ (?:du matin|morgens|vormittags|früh|in the morning)$/, ' am'],
]

/** Parts of an hour, before or after it. */
const quarters: readonly (readonly [RegExp, number])[] = [
  [/^halb (\d{1,2})(?: uhr)?(?= [ap]m$|$)/, -30],
  [/^(?:viertel vor|dreiviertel|quarter to) (\d{1,2})(?: uhr)?(?= [ap]m$|$)/, -15],
  [/^(?:viertel nach|quarter past) (\d{1,2})(?: uhr)?(?= [ap]m$|$)/, 15],
  [/^half past (\d{1,2})(?= [ap]m$|$)/, 30],
  [/^(\d{1,2}) ?h(?:eures?)? et demie?(?= [ap]m$|$)/, 30],
  [/^(\d{1,2}) ?h(?:eures?)? et quart(?= [ap]m$|$)/, 15],
  [/^(\d{1,2}) ?h(?:eures?)? moins le quart(?= [ap]m$|$)/, -15],
]

/** Half an hour before one is after noon. */
function atMinute(hour: number, shift: number): string {
  const minutes = (hour * 60 + shift + (hour === 1 && shift < 0 ? 12 : 24) * 60) % (24 * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const simplified = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ').replaceAll('’', "'")

/** The time in figures, if it was written in words. */
function inFigures(text: string): string {
  const figures = simplified(text).replace(anyHour, (name) => hours.get(name)!)
  const plain = plainer.reduce((before, [from, to]) => before.replace(from, to), figures)
  return quarters.reduce(
    (before, [form, shift]) => before.replace(form, (_, hour: string) => atMinute(Number(hour), shift)),
    plain,
  )
}

const clock =
  /^(\d{1,2})(?:\s*(?:[:.h]|uhr|heures?)\s*(\d{2})?)?\s*(?:uhr|h|heures?|o'clock)?\s*([ap]\.?m\.?)?$/
const fourDigits = /^(\d{1,2})(\d{2})\s*([ap]\.?m\.?)?$/

function onClock(figures: string): string | undefined {
  const found = clock.exec(figures) ?? fourDigits.exec(figures)
  if (found === null) return undefined
  const [, first, minutes = '00', half] = found
  const isAfternoon = half?.startsWith('p') === true
  const hour = half === undefined ? Number(first) : (Number(first) % 12) + (isAfternoon ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || (half !== undefined && Number(first) > 12)) return undefined
  return `${String(hour).padStart(2, '0')}:${minutes}:00`
}

/** A time of day as `19:30:00`. */
export const readTime = (text: string): string | undefined => onClock(inFigures(text))

/** Whether the text is the midnight that ends a day: `24:00`, `24 h`. */
export function isEndOfDay(text: string): boolean {
  const figures = inFigures(text)
  return figures.startsWith('24') && onClock(figures.replace('24', '0')) === '00:00:00'
}

/** What `readTime` or `isEndOfDay` understands. */
interface Range {
  readonly from: string
  readonly until: string
  /** Whether only figures with or without dots are written, which may be days as well. */
  readonly isBare: boolean
}

const between = /\s*[-\u2010-\u2015]\s*|\s(?:bis|à|to|until|till|jusqu'(?:à|au))\s/g

/** Start and end: `19–22 Uhr`, `de 19h à minuit`, `7-10pm`. */
export function readRange(text: string): Range | undefined {
  const whole = simplified(text)
  return [...whole.matchAll(between)]
    .map(({ index, 0: { length } }) => rangeOf(whole.slice(0, index), whole.slice(index + length)))
    .find((range) => range !== undefined)
}

/** The time of day at which a range, or a single time, begins. */
export const readStart = (text: string): string | undefined => readTime(readRange(text)?.from ?? text)

function rangeOf(before: string, after: string): Range | undefined {
  const [first, last] = [inFigures(before), inFigures(after)]
  const until = isEndOfDay(after) ? '24:00' : onClock(last)?.slice(0, 5)
  const from = until === undefined ? undefined : onClock(withHalf(first, last))?.slice(0, 5)
  if (from === undefined || until === undefined) return undefined
  return { from, until, isBare: [before, after].every((part) => /^[\d.]+$/.test(part)) }
}

/** The start of `7-10pm` is in the same half of the day, that of `10-2pm` in the other one. */
function withHalf(first: string, last: string): string {
  const half = /([ap])\.?m\.?$/.exec(last)?.[1]
  if (half === undefined || !/^\d{1,2}(?:[:.]\d\d)?$/.test(first)) return first
  const same = `${first}${half}m`
  return (onClock(same) ?? '') < onClock(last)! ? same : `${first}${half === 'a' ? 'p' : 'a'}m`
}

/** A time that cannot be mistaken for a year or a part of a day, without its preposition: `um 20`, `20h30`, `midi`. */
export function certainTime(text: string): string | undefined {
  const isBare = /^\d+[.:]?$/.test(inFigures(text)) && !/^(?:um|à|at) /i.test(text)
  const isTime = readTime(text) !== undefined || isEndOfDay(text)
  return isTime && !isBare ? text.replace(preposition, '') : undefined
}
