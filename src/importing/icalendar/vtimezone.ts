import { findZone } from '../../time/index.ts'

/** The parts of a VTIMEZONE (RFC 5545 3.6.5). */

export const valueOf = (lines: readonly string[], name: string): string | undefined => {
  const line = lines.find((one) => new RegExp(`^${name}[;:]`, 'i').test(one))
  return line?.slice(line.indexOf(':') + 1).trim()
}

interface ObservanceLines {
  readonly isDaylight: boolean
  readonly lines: readonly string[]
}

/** Its STANDARD and DAYLIGHT components. */
export const observancesIn = (lines: readonly string[]): ObservanceLines[] =>
  lines.flatMap((line, start) => {
    const [, name] = /^BEGIN:(STANDARD|DAYLIGHT)/i.exec(line) ?? []
    if (name === undefined) return []
    const length = lines.slice(start).findIndex((one) => /^END:/i.test(one))
    return [{ isDaylight: name.toUpperCase() === 'DAYLIGHT', lines: lines.slice(start, start + length) }]
  })

/** In seconds east of UTC. */
export const offsetOf = (text: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

export function fixedZone(offset: number): string | undefined {
  const minutes = Math.abs(offset) / 60
  const rest = String(minutes % 60).padStart(2, '0')
  return findZone(`UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}:${rest}`)
}
