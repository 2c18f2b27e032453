import type { PageContext } from './context.ts'
import { sentenceWith } from './parts/empty.ts'
import { html, linkTo, type Content } from './parts/html.ts'
import { pageHead } from './parts/layout.ts'
import type { Page } from './page.ts'

/** The accessibility statement that public bodies must publish (Directive (EU) 2016/2102, Article 7). */

const limitations = [
  'Titles, descriptions and images come from those who announce the events. Images may have no alternative text, and texts may be in another language than the page.',
  'The map shows where events take place to those who see it. The list beside it has the same places in words.',
  'Websites that the calendar links to, such as those that sell tickets, are not covered by this statement.',
] as const

function report({ words, config: { contact } }: PageContext): Content {
  if (contact === undefined)
    return html`<p${words.lang}>
      ${words('If something keeps you from using this calendar, tell the operator of this website which page it is and what happens there.')}
    </p>`
  const address = /^https?:/i.test(contact) ? contact : `mailto:${contact}`
  const link = html`<a href="${linkTo(address)}">${contact}</a>`
  return html`<p${words.lang}>
      ${words('If something keeps you from using this calendar, tell us which page it is and what happens there.')}
    </p>
    <p${words.lang}>${sentenceWith(words('Contact: {address}', { address: '{address}' }), { address: link })}</p>`
}

export function accessibilityPage(context: PageContext): Promise<Page> {
  const { words, to, links } = context
  const title = words('Accessibility statement')
  const main = html`${pageHead(title, undefined, words.lang)}
    <div class="main-column"><div class="event-text stack">
      <p${words.lang}>${words('Everybody should be able to use this calendar.')}</p>
      <h2${words.lang}>${words('Conformance')}</h2>
      <p${words.lang}>${words('Its pages are made to conform to level AA of the Web Content Accessibility Guidelines (WCAG) 2.2.')}</p>
      <p${words.lang}>
        ${words('They can be used by keyboard and with a screen reader, enlarged to 400%, in light and in dark colours, on paper, and without scripts.')}
      </p>
      <p${words.lang}>
        ${words('Those who make the software check this with automated tests and by hand. There has been no independent audit.')}
      </p>
      <h2${words.lang}>${words('Known limitations')}</h2>
      <ul>
        ${limitations.map((one) => html`<li${words.lang}>${words(one)}</li> `)}
      </ul>
      <h2${words.lang}>${words('Report a barrier')}</h2>
      ${report(context)}
    </div></div>`
  return Promise.resolve({
    title,
    main,
    path: to.at('accessibility'),
    data: `${links.rest}/events`,
    validUntil: Infinity,
  })
}
