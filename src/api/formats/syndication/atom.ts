import { isoWithOffset, type Instant } from '../../../time/index.ts'
import { feedDaysBack, type Feed, type Form } from '../form.ts'
import type { Post, PostOf } from './posts.ts'
import { declaration, element, emptyElement, openTag } from './xml.ts'

const date = (instant: Instant) => isoWithOffset(instant, 'UTC').replace('+00:00', 'Z')

/** An ID must never change, so it contains the permanent host, even if that no longer exists (RFC 4287 4.2.6). */
const idOf = ({ host }: Feed, path: string) => `http://${host}/${path}`

/** With its whole query, which may have slashes of its own: `during=2026-11-01/2026-11-22`. */
function fileOf({ self }: Feed): string {
  const [path] = self.split('?', 1)
  return self.slice(path!.lastIndexOf('/') + 1)
}

const feedId = (feed: Feed) => idOf(feed, `${feed.language}/${fileOf(feed)}`)

const head = (feed: Feed, mediaType: string) =>
  [
    `${declaration}${openTag('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language })}`,
    element('id', feedId(feed)),
    element('title', feed.title),
    emptyElement('link', { rel: 'self', type: mediaType, href: feed.self }),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: feed.home }),
    `<author>${element('name', feed.title)}</author>`,
  ].join('\n')

const entryOf = ({ id, title, url, published, modified, html, labels }: Post, feed: Feed) =>
  [
    '<entry>',
    element('id', idOf(feed, `?id=${id}`)),
    element('title', title),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('published', date(published)),
    element('updated', date(modified)),
    ...labels.map((label) => emptyElement('category', { term: label })),
    element('content', html, { type: 'html' }),
    '</entry>',
  ].join('\n')

/** The Atom Syndication Format (RFC 4287). */
export function atom<Shown>(postOf: PostOf<Shown>): Form {
  const mediaType = 'application/atom+xml'

  async function* write(feed: Feed<Shown>): AsyncIterable<string> {
    yield `${head(feed, mediaType)}\n`
    let updated = 0
    for await (const batch of feed.items()) {
      const posts = batch.map(({ shown }) => postOf(shown, feed))
      updated = Math.max(updated, ...posts.map(({ modified }) => modified))
      yield posts.map((post) => `${entryOf(post, feed)}\n`).join('')
    }
    // The order of elements is not significant (RFC 4287 4.1.1), and the newest entry is known only at the end.
    yield `${element('updated', date(updated))}\n</feed>\n`
  }

  return { extension: 'atom', mediaType, daysBack: feedDaysBack, write }
}
