import { html, type SafeHtml } from './html.ts'

/** A button or a link that opens a list of links, without scripts. */
export const linkMenu = (
  summary: SafeHtml,
  links: readonly SafeHtml[],
): SafeHtml => html`<details class="menu">
  ${summary}
  <ul>
    ${links.map((link) => html`<li>${link}</li> `)}
  </ul>
</details>`
