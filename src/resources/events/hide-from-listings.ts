/** Reasons for excluding an event from lists: the bits of the column `hide_from_listings`. */

/** Hidden by its editors. */
const hidden = 1
/** A series, whose occurrences are listed instead. */
const series = 2

interface Listed {
  readonly hide_from_listings: number
}

/** The values of the column for series, hidden or not. */
export const seriesListings: readonly number[] = [series, series | hidden]

/** The same for series that are not hidden. */
export const shownSeries: readonly number[] = [series]

/** The values of the column for single events, occurrences and series that are not hidden. */
export const shownListings: readonly number[] = [0, series]

export const isHidden = ({ hide_from_listings }: Listed): boolean => (hide_from_listings & hidden) !== 0

export const isSeries = ({ hide_from_listings }: Listed): boolean => (hide_from_listings & series) !== 0

export const listingOf = (event: { readonly isHidden: boolean; readonly isSeries: boolean }): number =>
  (event.isHidden ? hidden : 0) | (event.isSeries ? series : 0)
