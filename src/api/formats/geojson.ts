import { feedDaysBack, type Feed, type FeedItem, type FeedVenue, type Form } from './form.ts'
import { joined } from './joined.ts'

interface Located {
  readonly id: number
}

/** In GeoJSON, the longitude comes first (RFC 7946 3.1.1). */
function geometryOf(venues: readonly FeedVenue[]) {
  const place = venues.find(({ geo_lat, geo_lng }) => geo_lat !== undefined && geo_lng !== undefined)
  return place === undefined ? null : { type: 'Point', coordinates: [place.geo_lng, place.geo_lat] }
}

/** GeoJSON (RFC 7946): one feature per resource, at the position of its venue. */
export function geojson<Shown extends Located>(venuesOf: (shown: Shown) => readonly FeedVenue[]): Form {
  const feature = ({ text, shown }: FeedItem<Shown>) =>
    `{"type":"Feature","id":${shown.id},"geometry":${JSON.stringify(geometryOf(venuesOf(shown)))},"properties":${text}}`

  async function* write(feed: Feed<Shown>): AsyncIterable<string> {
    if (feed.isSingle) return yield* joined(feed, feature)
    yield '{"type":"FeatureCollection","features":['
    yield* joined(feed, feature)
    yield ']}'
  }

  return { extension: 'geojson', mediaType: 'application/geo+json', daysBack: feedDaysBack, write }
}
