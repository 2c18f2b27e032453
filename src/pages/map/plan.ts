import { flag, html, type SafeHtml } from '../parts/html.ts'
import type { Words } from '../parts/words.ts'

/**
 * A map of venues without tiles: numbered pins at their true relative positions, north up. The list beside it contains
 * the same information as text.
 */

export interface PlannedPlace {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
  readonly address: string
  /** In the language of the words. */
  readonly title?: string
  /** Its number in the list; the pin is plain if there is none. */
  readonly number?: number
  readonly isMain?: boolean
}

const [width, height, margin, gridStep] = [680, 440, 60, 80]
const [pinRadius, letterWidth, lineHeight] = [15, 8, 20]
/** Between a pin and its label. Other pins are twice as far away, because a label seems to be that of the nearest one. */
const labelGap = 6
/** On a phone the drawing is half as large and its letters are not, so that the main label takes more of it. */
const onPhones = { radius: 30, letterWidth: 17, lineHeight: 42 }

/** Pins without a number are dots, except that of the main place. */
const radiusOf = ({ number, isMain = false }: PlannedPlace) =>
  number === undefined && !isMain ? 9 : pinRadius

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Projects to kilometres from the centre, north up; degrees of longitude get shorter with the distance from the
 * equator.
 */
function flatten(places: readonly PlannedPlace[]): Point[] {
  const [latitude, longitude] = [
    median(places.map((one) => one.latitude)),
    median(places.map((one) => one.longitude)),
  ]
  const scaleEast = Math.cos((latitude * Math.PI) / 180)
  return places.map((one) => ({
    x: (one.longitude - longitude) * scaleEast * kilometresPerDegree,
    y: (latitude - one.latitude) * kilometresPerDegree,
  }))
}

const kilometresPerDegree = 111.2

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1]!

const distance = ({ x, y }: Point) => Math.hypot(x, y)

/**
 * Places farther than this multiple of the median distance are placed at the edge, in their direction, because they
 * would compress all others into one spot.
 */
const farFactor = 3

interface Planned extends Point {
  readonly isFar: boolean
}

function project(places: readonly PlannedPlace[]): Planned[] {
  const flat = flatten(places)
  const reach = farFactor * Math.max(median(flat.map(distance)), 0.2)
  const near = flat.filter((point) => distance(point) <= reach)
  const [left, top] = [Math.min(...near.map(({ x }) => x)), Math.min(...near.map(({ y }) => y))]
  const [spanX, spanY] = [
    Math.max(...near.map(({ x }) => x)) - left,
    Math.max(...near.map(({ y }) => y)) - top,
  ]
  const scale = Math.min((width - 2 * margin) / (spanX || 1e-9), (height - 2 * margin) / (spanY || 1e-9), 1e3)
  const [restX, restY] = [(width - spanX * scale) / 2, (height - spanY * scale) / 2]
  const points = flat.map((point) => {
    const [x, y] = [restX + (point.x - left) * scale, restY + (point.y - top) * scale]
    return { x: clamp(x, width), y: clamp(y, height), isFar: distance(point) > reach }
  })
  return spread(points)
}

const [edge, leastApart] = [28, 42]

const clamp = (value: number, length: number) => Math.min(Math.max(value, edge), length - edge)

/**
 * Moves overlapping pins apart, just far enough for their numbers to be readable, even on the small screen of a phone.
 */
function spread(points: readonly Planned[]): Planned[] {
  const moved = points.map((point) => ({ ...point }))
  for (let round = 0; round < 60; round++) {
    for (const [index, one] of moved.entries())
      for (const other of moved.slice(index + 1)) pushApart(one, other, leastApart, index)
    for (const point of moved) {
      point.x = clamp(point.x, width)
      point.y = clamp(point.y, height)
    }
  }
  return moved.map(({ x, y, isFar }) => ({ x: Math.round(x), y: Math.round(y), isFar }))
}

type Movable = { x: number; y: number }

function pushApart(one: Movable, other: Movable, least: number, index: number): void {
  const apart = Math.hypot(other.x - one.x, other.y - one.y)
  if (apart >= least) return
  // There is no direction between places with the same coordinates.
  const angle = apart < 0.01 ? index : Math.atan2(other.y - one.y, other.x - one.x)
  const [dx, dy] = [(Math.cos(angle) * (least - apart)) / 2, (Math.sin(angle) * (least - apart)) / 2]
  one.x -= dx
  one.y -= dy
  other.x += dx
  other.y += dy
}

interface Box {
  readonly left: number
  readonly right: number
  readonly y: number
  readonly height: number
}

const overlaps = (one: Box, other: Box) =>
  one.left < other.right &&
  other.left < one.right &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2

const sides = ['right', 'left'] as const

type Side = (typeof sides)[number]

interface Label {
  readonly side: Side
  /** Whether there is room for it on a phone as well. */
  readonly isOnPhones: boolean
}

const boxBeside = ({ x, y }: Point, side: Side, letters: number, size: typeof onPhones): Box => {
  const [start, length] = [size.radius + labelGap, letters * size.letterWidth]
  const left = side === 'right' ? x + start : x - start - length
  return { left, right: left + length, y, height: size.lineHeight }
}

/**
 * Places each label to the right of its pin, otherwise to the left, otherwise not at all; that of the main place
 * preferably where a phone has room for it too.
 */
function placeLabels(places: readonly PlannedPlace[], points: readonly Point[]): (Label | undefined)[] {
  const pins = places.map((place, index) => roundPin(points[index]!, radiusOf(place)))
  const labels: Box[] = []
  const hasRoom = (box: Box, own: Box) =>
    box.left >= 0 &&
    box.right <= width &&
    ![...pins, ...labels].some((other) => other !== own && overlaps(other, box))
  return places.map((place, index) => {
    const [point, own, letters] = [points[index]!, pins[index]!, place.name.length]
    const size = { radius: radiusOf(place), letterWidth, lineHeight }
    const fitting = (sizeThere: typeof onPhones) =>
      sides.find((one) => hasRoom(boxBeside(point, one, letters, sizeThere), own))
    const wide = place.isMain === true ? fitting(onPhones) : undefined
    const side = wide ?? fitting(size)
    if (side === undefined) return undefined
    labels.push(boxBeside(point, side, letters, size))
    return { side, isOnPhones: wide !== undefined }
  })
}

const roundPin = ({ x, y }: Point, radius: number): Box => ({
  left: x - radius - 2 * labelGap,
  right: x + radius + 2 * labelGap,
  y,
  height: 2 * radius,
})

type Languages = Pick<Words, 'lang' | 'pageLang'>

const lines = (length: number) =>
  Array.from({ length: Math.floor((length - 40) / gridStep) + 1 }, (_, index) => 40 + index * gridStep)

const grid = html`<g class="grid" aria-hidden="true">${lines(width).map((x) => html`<path d="M${x} 0V${height}"/>`)}${lines(height).map((y) => html`<path d="M0 ${y}H${width}"/>`)}</g>`

function pin(
  { lang, pageLang }: Languages,
  place: PlannedPlace,
  { x, y }: Point,
  placed: Label | undefined,
): SafeHtml {
  const { number, name, address, title, isMain = false } = place
  const radius = radiusOf(place)
  const label =
    placed !== undefined &&
    html`<text${placed.side === 'left' && html` class="flip"`}${flag('data-main', placed.isOnPhones)} x="${placed.side === 'right' ? x + radius + labelGap : x - radius - labelGap}" y="${y + 5}">${name}</text>`
  const digits = number !== undefined && html`<text class="pin-num" x="${x}" y="${y}">${number}</text>`
  // The accessible name is the visible label, so that it works with speech input (WCAG 2.5.3); the title describes it.
  const seen = number === undefined ? name : `${number} ${name}`
  const tooltip = title === undefined ? html`<title>${name}</title>` : html`<title${lang}>${title}</title>`
  return html`<a href="${address}" aria-label="${seen}"${pageLang}>${tooltip}<circle cx="${x}" cy="${y}" r="${radius}"${flag('data-main', isMain)}/>${digits} ${label}</a> `
}

interface Plan {
  readonly drawing: SafeHtml
  /** Whether some places are too far away and drawn at the edge. */
  readonly hasFar: boolean
}

/** The name is in the language of the words, those of the places in that of the page. */
export function drawPlan(places: readonly PlannedPlace[], name: string, languages: Languages): Plan {
  const points = project(places)
  const labels = placeLabels(places, points)
  const drawing = html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label="${name}"${languages.lang}>
    ${grid} ${places.map((place, index) => pin(languages, place, points[index]!, labels[index]))}
  </svg>`
  return { drawing, hasFar: points.some(({ isFar }) => isFar) }
}

/** The legend of the plan. */
export const planNote = ({ hasFar }: Plan, words: Words): string =>
  `${words('Places in true proportion. North is up.')}${hasFar ? ` ${words('Those at the edge are farther away.')}` : ''}`
