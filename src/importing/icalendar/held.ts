import type { Component } from './components.ts'

/** Events that wait for something later in the file, as which there may be all of a file. */

/** A component as text: that takes half the memory of its lines, and a tenth of that of what is read from them. */
export interface Held extends Pick<Component, 'name' | 'line' | 'calendar'> {
  readonly text: string
}

export const hold = ({ name, line, calendar, lines }: Component): Held => ({
  name,
  line,
  calendar,
  text: lines.join('\n'),
})

export const release = ({ text, ...component }: Held): Component => ({
  ...component,
  lines: text.split('\n'),
})
