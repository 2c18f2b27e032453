import { html, type Content } from './html.ts'
import type { Words } from './words.ts'

/** A row in the list of facts about an event, a venue or an organizer. */
export const fact = ({ lang }: Words, name: string, ...lines: readonly Content[]): Content =>
  lines.some((line) => line) &&
  html`<div>
    <dt${lang}>${name}</dt>
    ${lines.map((line) => line && html`<dd>${line}</dd>`)}
  </div> `
