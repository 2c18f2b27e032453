import { feedDaysBack, type Feed, type Form } from '../form.ts'
import type { Post, PostOf } from './posts.ts'
import { declaration, element, emptyElement, openTag } from './xml.ts'

const namespaces = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
}

const minutesToLive = '60'

const head = ({ title, home, self, language }: Feed, mediaType: string) =>
  [
    `${declaration}${openTag('rss', namespaces)}<channel>`,
    element('title', title),
    element('link', home),
    element('description', title),
    element('language', language),
    element('ttl', minutesToLive),
    emptyElement('atom:link', { rel: 'self', type: mediaType, href: self }),
  ].join('\n')

const optional = (name: string, text: string | undefined) =>
  text === undefined || text === '' ? [] : [element(name, text)]

const itemOf = ({ id, title, url, published, html, labels, start, end, location }: Post, host: string) =>
  [
    '<item>',
    element('title', title),
    element('link', url),
    element('guid', `${id}@${host}`, { isPermaLink: 'false' }),
    element('pubDate', new Date(published * 1000).toUTCString()),
    element('description', html),
    ...labels.map((label) => element('category', label)),
    ...optional('ev:startdate', start),
    ...optional('ev:enddate', end),
    ...optional('ev:location', location),
    '</item>',
  ].join('\n')

/** RSS 2.0. */
export function rss<Shown>(postOf: PostOf<Shown>): Form {
  const mediaType = 'application/rss+xml'

  async function* write(feed: Feed<Shown>): AsyncIterable<string> {
    yield `${head(feed, mediaType)}\n`
    for await (const batch of feed.items())
      yield batch.map(({ shown }) => `${itemOf(postOf(shown, feed), feed.host)}\n`).join('')
    yield '</channel></rss>\n'
  }

  return { extension: 'rss', mediaType, daysBack: feedDaysBack, write }
}
