import type { Message } from '../../locales/fr.ts'
import { rootPath } from '../../api/links.ts'
import { memoize } from '../../time/index.ts'
import type { PageContext } from '../context.ts'
import { aliasLinks } from './alias-links.ts'
import { isoWeekOf, monthOf } from './dates.ts'
import { capitalized } from '../../text/capitalized.ts'
import { attribute, dataScript, flag, html, type Content, type SafeHtml } from './html.ts'
import { feedAddress, subscriptionMenu } from './subscription.ts'
import type { Sent } from '../list/event-list.ts'
import type { Page, View } from '../page.ts'
import type { Words } from './words.ts'
import { withoutTimes } from '../filters/filters.ts'
import { queryOf } from '../addresses/addresses.ts'

/** The layout of all pages: head, masthead, footer. */

const absolute = ({ origin }: PageContext, path: string) => `${origin}${path}`

function viewLinks(context: PageContext, page: Page): readonly (readonly [View, Message, string])[] {
  const { to, today } = context
  const filters = withoutTimes(page.filters ?? {})
  return [
    ['list', 'List', to.list(filters)],
    ['month', 'Month', to.month(monthOf(today), filters)],
    ['week', 'Week', to.week(isoWeekOf(today), filters)],
    ['day', 'Day', to.day(today, filters)],
    ['map', 'Map', to.map(filters)],
    ['search', 'Search', to.search(filters)],
  ]
}

export const nativeName = memoize((language: string): string => {
  const name = new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(language) ?? language
  return capitalized(name, language)
})

/** The path of the page in each language in which it exists. */
const translationsOf = (context: PageContext, page: Page): Readonly<Record<string, string>> =>
  page.translations ??
  (page.path === undefined
    ? {}
    : Object.fromEntries(
        context.site.languages.map((language) => [
          language,
          `${context.in(language).base}${page.path!.slice(context.to.base.length)}`,
        ]),
      ))

function languageLinks(context: PageContext, page: Page): Content {
  const { site, language, words } = context
  if (site.languages.length < 2) return undefined
  const translations = translationsOf(context, page)
  return html`<nav class="languages" aria-label="${words('Language')}"${words.lang}>
    <ul>
      ${site.languages.map(
        (one) =>
          html`<li>
            <a href="${translations[one] ?? context.in(one).list()}" lang="${one}" hreflang="${one}"${one === language && html` aria-current="true"`}><abbr title="${nativeName(one)}">${one.toUpperCase()}</abbr></a>
          </li> `,
      )}
    </ul>
  </nav> `
}

function masthead(context: PageContext, page: Page): SafeHtml {
  const { words, to, config, assets, asset } = context
  const logo = assets.logo && html`<img src="${asset(assets.logo)}" alt="" height="32">`
  return html`<header class="masthead">
    <a class="skip" href="#content"${words.lang}>${words('Skip to content')}</a>
    <div class="wrap">
      <a class="masthead-name" href="${to.list()}">${logo}<span>${config.siteName}</span></a>
      <nav class="views" aria-label="${words('Views')}"${words.lang}>
        <ul>
          ${viewLinks(context, page).map(
            ([view, name, address]) =>
              html`<li>
                <a href="${address}"${view === page.view && html` aria-current="page"`}>${words(name)}</a>
              </li> `,
          )}
        </ul>
      </nav>
      ${languageLinks(context, page)}
    </div>
  </header> `
}

const schemes = [
  ['auto', 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** The links of a page to the events that it lists: as data, as a feed to subscribe to, and as a calendar of these alone. */
export const dataLinks = (context: PageContext, sent: Sent): Pick<Page, 'data' | 'feed' | 'calendar'> => ({
  data: `${context.links.rest}/events${queryOf(sent)}`,
  feed: context.narrowing,
  calendar: feedAddress(context, sent),
})

function footer(context: PageContext, page: Page): SafeHtml {
  const { words, to, links, config } = context
  return html`<footer class="footer">
    <div class="wrap">
      <ul>
        <li>${subscriptionMenu(context, page.feed, html`<summary${words.lang}>${words('Subscribe to this calendar')}</summary>`)}</li>
        ${config.suggestions && html`<li><a href="${to.at('suggest')}"${words.lang}>${words('Suggest an event')}</a></li> `}
        <li><a href="${to.embed()}"${words.lang}>${words('Embed it')}</a></li>
        <li><a href="${rootPath(links)}/docs"${words.lang}>${words('Open data')}</a></li>
        <li><a href="${to.at('accessibility')}"${words.lang}>${words('Accessibility')}</a></li>
      </ul>
      <fieldset class="scheme">
        <legend${words.lang}>${words('Appearance')}</legend>
        <div>
          ${schemes.map(
            ([value, name], index) =>
              html`<label${words.lang}><input type="radio" name="scheme" value="${value}"${flag('checked', index === 0)}>${words(name)}</label> `,
          )}
        </div>
      </fieldset>
    </div>
  </footer> `
}

/** Alternate languages for search engines; `x-default` is the default language of the site. */
function alternates(context: PageContext, page: Page): Content {
  const translations = Object.entries(translationsOf(context, page))
  const own = translations.find(([language]) => language === context.site.languages[0]) ?? translations[0]
  if (own === undefined || context.site.languages.length < 2) return undefined
  return [...translations, ['x-default', own[1]] as const].map(
    ([language, path]) =>
      html`<link rel="alternate" hreflang="${language}" href="${absolute(context, path)}"> `,
  )
}

/** Open Graph requires a territory for each language: the one with most of its speakers. */
const localeOf = memoize((language: string): string => {
  const { language: name, region } = new Intl.Locale(language).maximize()
  return `${name}_${region}`
})

/** Names the page of a long list, because tabs, bookmarks and results of searches show nothing else. */
function titleOf({ words }: PageContext, { title, path = '' }: Page): string {
  const number = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? 1)
  return number > 1 ? `${title} · ${words('Page {n}', { n: words.number(number) })}` : title
}

function openGraph(context: PageContext, page: Page, title: string): SafeHtml {
  const { config, language } = context
  const properties: readonly (readonly [string, string | undefined])[] = [
    ['og:site_name', config.siteName],
    ['og:title', title],
    ['og:description', page.description],
    ['og:type', page.jsonLd === undefined ? 'website' : 'article'],
    ['og:url', page.path && absolute(context, page.path)],
    ['og:locale', localeOf(language)],
    ['og:image', page.image],
  ]
  return html`${properties.map(
    ([name, content]) => content !== undefined && html`<meta property="${name}" content="${content}"> `,
  )}`
}

/** What the page shows as a calendar, and what goes on after it, where these are not the same. */
function calendarLinks(context: PageContext, page: Page): SafeHtml {
  const feed = feedAddress(context, page.feed)
  const { calendar = feed } = page
  const link = (title: string, address: string) =>
    html`<link rel="alternate" type="text/calendar" title="${title}" href="${address}"> `
  return html`${calendar !== feed && link(page.title, calendar)}${link(context.words('Subscribe to this calendar'), feed)}`
}

function head(context: PageContext, page: Page): SafeHtml {
  const { assets, asset, config, to } = context
  const isListed = page.isListed ?? true
  const title = titleOf(context, page)
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title === config.siteName ? title : `${title} · ${config.siteName}`}</title>
    ${page.description && html`<meta name="description" content="${page.description}"> `}${
      !isListed && html`<meta name="robots" content="noindex, follow"> `
    }
    <link rel="preload" href="${asset(assets.font)}" as="font" type="font/woff2" crossorigin>
    <script src="${asset(assets.schemeScript)}"></script>
    <link rel="stylesheet" href="${asset(assets.style)}">
    <script type="module" src="${asset(assets.script)}"></script>
    <link rel="icon" href="${asset(assets.icon)}"${assets.icon.endsWith('.svg') && html` type="image/svg+xml"`}>
    <link rel="manifest" href="${to.base}/site.webmanifest">
    ${
      page.path &&
      html`<link rel="canonical" href="${absolute(context, page.path)}"> ${alternates(context, page)}`
    }${page.data && html`<link rel="alternate" type="application/json" href="${page.data}"> `}${aliasLinks(context, page.data)}
    ${calendarLinks(context, page)}
    <link rel="alternate" type="application/rss+xml" title="${config.siteName}" href="${feedAddress(context, page.feed, 'rss')}">
    ${openGraph(context, page, title)}${page.head}${page.jsonLd !== undefined && dataScript('application/ld+json', page.jsonLd)}
  </head> `
}

export const documentOf = (context: PageContext, page: Page): SafeHtml =>
  html`<!doctype html>
    <html lang="${context.language}"${attribute('dir', isRightToLeft(context.language) && 'rtl')}>
      ${head(context, page)}
      <body>
        ${masthead(context, page)}
        <main class="wrap" id="content">${page.main}</main>
        ${footer(context, page)}
      </body>
    </html> `

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** By the script in which the language is usually written, unless its tag names another one. */
export const isRightToLeft = memoize((language: string): boolean =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? ''),
)

/** The header of a page: its title, with a date or navigation links beside it. `lang` is the attribute of the title. */
export const pageHead = (title: Content, beside?: Content, lang?: Content): SafeHtml =>
  html`<div class="page-head">
    <h1${lang}>${title}</h1>
    ${beside}
  </div> `

export interface Step {
  readonly address: string
  readonly name: string
  readonly rel?: 'prev' | 'next'
  /** The attribute of a name that is a word; others are in the language of the page. */
  readonly lang?: SafeHtml | undefined
}

/** Links to the previous and next month, week or day. The label is in the language of the words. */
export const stepLinks = (
  { lang, pageLang }: Words,
  label: string,
  steps: readonly Step[],
  after?: Content,
): SafeHtml =>
  html`<nav class="steps" aria-label="${label}"${lang}>
    ${steps.map(
      (step) =>
        html`<a href="${step.address}"${attribute('rel', step.rel)}${step.lang ?? pageLang}>${step.name}</a>`,
    )}${after}
  </nav>`
