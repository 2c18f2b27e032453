import { feedDaysBack, type Feed, type Form, type LinkedData } from './form.ts'
import { joined } from './joined.ts'

interface Described {
  readonly json_ld?: LinkedData
}

const context = 'https://schema.org'

/** The items of a graph share its context. */
const withoutContext = ({ '@context': _, ...described }: LinkedData) => described

async function* write(feed: Feed<Described>): AsyncIterable<string> {
  if (feed.isSingle) return yield* joined(feed, ({ shown }) => JSON.stringify(shown.json_ld))
  yield `{"@context":"${context}","@graph":[`
  yield* joined(feed, ({ shown: { json_ld = {} } }) => JSON.stringify(withoutContext(json_ld)))
  yield ']}'
}

/** The structured data of single reads as JSON-LD. */
export const jsonLd: Form = {
  extension: 'jsonld',
  mediaType: 'application/ld+json',
  daysBack: feedDaysBack,
  isOfLinkedData: true,
  write,
}
