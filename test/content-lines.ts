import assert from 'node:assert/strict'

/** Parses iCalendar strictly according to RFC 5545 3.1. */

interface ContentLine {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
}

export interface Component {
  readonly name: string
  readonly lines: readonly ContentLine[]
  readonly components: readonly Component[]
}

const pattern = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^":;,]*))*):(.*)$/s

function readLine(text: string): ContentLine {
  const [, name, parameters = '', value = ''] = pattern.exec(text) ?? []
  assert.ok(name, `not a content line: ${text}`)
  const listed = [...parameters.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^":;,]*))/g)]
  return {
    name,
    parameters: Object.fromEntries(listed.map(([, key, quoted, plain]) => [key!, quoted ?? plain!])),
    value,
  }
}

function unfold(text: string): string[] {
  assert.ok(text.endsWith('\r\n'))
  assert.ok(!/[^\r]\n|\r[^\n]/.test(text), 'lines end in CRLF')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) assert.ok(Buffer.byteLength(line) <= 75, `longer than 75 octets: ${line}`)
  assert.ok(!text.includes('\ufffd'), 'no character is divided')
  return text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
}

export function readCalendar(text: string): Component {
  const root = { name: '', lines: [] as ContentLine[], components: [] as Component[] }
  const stack = [root]
  for (const line of unfold(text).map(readLine)) {
    if (line.name === 'BEGIN') {
      const component = { name: line.value, lines: [], components: [] }
      stack.at(-1)!.components.push(component)
      stack.push(component)
    } else if (line.name === 'END') assert.equal(stack.pop()!.name, line.value)
    else stack.at(-1)!.lines.push(line)
  }
  assert.equal(stack.length, 1)
  const [calendar, ...others] = root.components
  assert.equal(calendar?.name, 'VCALENDAR')
  assert.deepEqual(others, [])
  return calendar
}

export const valuesOf = ({ lines }: Component, name: string): string[] =>
  lines.filter((line) => line.name === name).map(({ value }) => value)

export const lineOf = ({ lines }: Component, name: string): ContentLine | undefined =>
  lines.find((line) => line.name === name)

export const plainText = (value: string | undefined): string | undefined =>
  value?.replace(/\\([\\;,nN])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))

export const eventsIn = (calendar: Component): Component[] =>
  calendar.components.filter(({ name }) => name === 'VEVENT')
