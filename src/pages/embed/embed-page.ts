import type { Message } from '../../locales/fr.ts'
import { resources } from '../../resources/index.ts'
import { elementPath } from '../assets.ts'
import { rootPath } from '../../api/links.ts'
import type { PageContext } from '../context.ts'
import { listItems } from '../list/event-list.ts'
import { without, type Filters } from '../filters/filters.ts'
import { chosenIds, linkedInForce } from '../filters/linked-filters.ts'
import { limitOf } from './frame.ts'
import { attribute, flag, html, toText, type Content, type SafeHtml } from '../parts/html.ts'
import { nativeName, pageHead } from '../parts/layout.ts'
import type { Page } from '../page.ts'
import type { ShownVenue } from '../parts/shown.ts'
import { categoryTree, filterValue, type CategoryNode } from '../parts/terms.ts'
import { wordsBeside } from '../parts/words.ts'

/** Generates the code for embedding the calendar in other sites, as an element or in a frame. */

/** The options chosen in the form; filters without a field are preserved. */
interface Chosen {
  readonly view: 'list' | 'month'
  readonly language: string
  readonly limit: number
  readonly filters: Filters
}

function chosenOf({ request: { sent }, filters, language, site }: PageContext): Chosen {
  const lang = String(sent.lang)
  return {
    view: sent.view === 'month' ? 'month' : 'list',
    language: site.languages.includes(lang) ? lang : language,
    limit: limitOf(sent.limit),
    // The element does not support `near`, because it uses only the API.
    filters: without(filters, 'near', 'page'),
  }
}

const addressOf = (context: PageContext, { language, filters }: Chosen): string =>
  `${context.origin}${context.in(language).list(filters)}`

/** A constant, because templates remove their own indentation. */
const indent = '  '

const elementMarkup = (context: PageContext, chosen: Chosen): SafeHtml => {
  const { view, language, limit, filters } = chosen
  const attributes = { view, lang: language, ...(view === 'list' ? { limit } : {}), ...filters }
  return html`<calends-calendar${Object.entries(attributes).map(([name, value]) => attribute(name, value))}>
${indent}<a href="${addressOf(context, chosen)}">${context.config.siteName}</a>
</calends-calendar>`
}

const scriptMarkup = (address: string, integrity?: string): SafeHtml =>
  html`<script type="module" src="${address}"${attribute('integrity', integrity)}${flag('crossorigin', integrity !== undefined)}></script>`

function frameMarkup(context: PageContext, { view, language, limit, filters }: Chosen): SafeHtml {
  const query = { ...filters, ...(view === 'list' ? { limit: String(limit) } : {}) }
  const address = `${context.origin}${context.in(language).at(`embed/${view}`, query)}`
  return html`<iframe src="${address}" title="${context.config.siteName}" width="100%" height="600" loading="lazy"></iframe>`
}

const headingOf = (id: string) => `${id}-name`

/** Code to copy. The button requires a script, so the script reveals it. The names of both say what of. */
function snippet(id: string, markup: SafeHtml, { words }: PageContext): SafeHtml {
  return html`<pre class="snippet" tabindex="0" id="${id}-code" aria-label="${words('Code to copy')}" aria-labelledby="${id}-code ${headingOf(id)}"${words.lang}><code id="${id}">${toText(markup)}</code></pre>
<p><button class="button" type="button" id="${id}-copy" aria-labelledby="${id}-copy ${headingOf(id)}" data-copy="${id}" data-copied="${words('Copied')}" data-uncopied="${words('Selected; copy it by hand')}" hidden${words.lang}>${words('Copy')}</button></p>
`
}

const section = ({ words }: PageContext, id: string, name: Message, content: Content): SafeHtml =>
  html`<section class="day stack">
<h2 class="day-date" id="${headingOf(id)}"${words.lang}><span class="day-name">${words(name)}</span></h2>
${content}
</section>
`

interface Option {
  readonly value: string
  readonly name: string
  /** The `lang` attribute of a name that is not in the language of the page. */
  readonly lang?: Content
}

const label = ({ words }: PageContext, name: Message, field: SafeHtml): SafeHtml =>
  html`<label>${wordsBeside(words, words(name))}${field}</label>
`

const select = (name: string, options: readonly Option[], chosen: string): SafeHtml =>
  html`<select class="field" name="${name}">${options.map(
    (option) =>
      html`<option value="${option.value}"${option.lang}${flag('selected', option.value === chosen)}>${option.name}</option>`,
  )}</select>`

interface LinkedOption extends Option {
  readonly id: number
}

const categoryOptions = (nodes: readonly CategoryNode[], depth = 0): LinkedOption[] =>
  nodes.flatMap((node) => [
    { id: node.id, value: filterValue(node), name: `${'\u2002'.repeat(depth)}${node.name}` },
    ...categoryOptions(node.children, depth + 1),
  ])

const languageOption = (language: string): Option => ({
  value: language,
  name: nativeName(language),
  lang: attribute('lang', language),
})

const venuesOffered = 500

async function venueOptions(context: PageContext): Promise<LinkedOption[]> {
  const { items } = await listItems<ShownVenue>(
    context,
    resources.venues,
    { only_with_upcoming: 'true' },
    { perPage: venuesOffered },
  )
  return items.map(({ id, venue }) => ({ id, value: String(id), name: venue }))
}

/** What is not offered, such as several venues, is an option of its own, because a form submits only what it has. */
async function linkedSelect(
  context: PageContext,
  name: 'categories' | 'venue',
  all: Option,
  offered: readonly LinkedOption[],
): Promise<SafeHtml> {
  const chosen = await chosenIds(context, name)
  const known = offered.find(({ id }) => chosen.length === 1 && chosen[0] === id)
  if (known !== undefined || chosen.length === 0) return select(name, [all, ...offered], known?.value ?? '')
  const names = (await linkedInForce(context, name)).map(({ label }) => label)
  const value = context.filters[name]!
  return select(name, [all, { value, name: names.join(', ') }, ...offered], value)
}

async function form(context: PageContext, { view, language, limit, filters }: Chosen): Promise<SafeHtml> {
  const { words, to, site } = context
  const option = (value: string, name: Message): Option => ({ value, name: words(name), lang: words.lang })
  const categories = categoryOptions(await categoryTree(context))
  return html`<form class="embed-form" action="${to.embed()}">
${Object.entries(without(filters, 'categories', 'venue')).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value!}">`)}
${label(context, 'View', select('view', [option('list', 'List'), option('month', 'Month')], view))}
${label(context, 'Category', await linkedSelect(context, 'categories', option('', 'All categories'), categories))}
${label(context, 'Venue', await linkedSelect(context, 'venue', option('', 'All venues'), await venueOptions(context)))}
${label(context, 'Language', select('lang', site.languages.map(languageOption), language))}
${label(context, 'Number of events', html`<input class="field" type="number" name="limit" min="1" max="50" value="${limit}">`)}
<button class="button" type="submit" data-main${words.lang}>${words('Show the code')}</button>
</form>
`
}

export async function embedPage(context: PageContext): Promise<Page> {
  const { words, to, assets, asset, config, links, origin, request } = context
  const chosen = chosenOf(context)
  const element = elementMarkup(context, chosen)
  const script = `${origin}${rootPath(links)}${config.prefix}${elementPath}`
  const pinned = scriptMarkup(`${origin}${asset(assets.element)}`, assets.elementIntegrity)
  const title = words('Embed the calendar')
  const main = html`${pageHead(title, undefined, words.lang)}
<p class="lede"${words.lang}>${words('Show these events on a website of your own: choose what to show, then copy the code.')}</p>
${await form(context, chosen)}
<div class="embed-parts">
<div>
${section(
  context,
  'element',
  'As an element',
  html`<p${words.lang}>${words('It takes on the fonts and colours of your page. Without scripts, the link stays.')}</p>
${snippet('element', html`${scriptMarkup(script)}\n${element}`, context)}`,
)}
${section(
  context,
  'frame',
  'In a frame',
  html`<p${words.lang}>${words('For sites that allow no third-party scripts.')}</p>
${snippet('frame', frameMarkup(context, chosen), context)}`,
)}
${section(
  context,
  'pinned',
  'Pinned to this version',
  html`<p${words.lang}>${words('Browsers run the script only if it is exactly this one. When the calendar is updated, the link stays until you copy the code again.')}</p>
${snippet('pinned', html`${pinned}\n${element}`, context)}`,
)}
</div>
${section(context, 'preview', 'Preview', element)}
</div>
${scriptMarkup(asset(assets.element))}${scriptMarkup(asset(assets.copying))}`
  return {
    title,
    main,
    path: to.embed(),
    data: `${links.rest}/events`,
    isListed: request.query === '',
    validUntil: context.now + 3_600,
  }
}
