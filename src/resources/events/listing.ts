/** Why an event is in no list of its own: the bits of its column `hide_from_listings`. */

/** Its editors have hidden it. */
const hidden = 1
/** It is a series, and lists hold its occurrences. */
const series = 2

interface Listed {
  readonly hide_from_listings: number
}

/** What the column holds of a series that editors have not hidden, and of one that they have. */
export const seriesListings: readonly number[] = [series, series | hidden]

export const isHidden = ({ hide_from_listings }: Listed): boolean => (hide_from_listings & hidden) !== 0

export const isSeries = ({ hide_from_listings }: Listed): boolean => (hide_from_listings & series) !== 0

export const listingOf = (event: { readonly isHidden: boolean; readonly isSeries: boolean }): number =>
  (event.isHidden ? hidden : 0) | (event.isSeries ? series : 0)
