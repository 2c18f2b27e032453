import { memoize } from '../../time/index.ts'
import type { AlternativeForm } from '../../api/operation.ts'
import { weightedMembers, type WeightedMember } from '../../api/weighted-members.ts'

/** Cached, because only a few distinct values occur. */
const rangesIn = memoize(weightedMembers, 200)

/** The most specific range decides (RFC 9110 12.5.1). */
function qualityOf(mediaType: string, ranges: readonly WeightedMember[]): number {
  const candidates = [mediaType, mediaType.replace(/\/.*/, '/*'), '*/*']
  return (
    candidates
      .map((one) => ranges.find(({ range }) => range === one)?.quality)
      .find((quality) => quality !== undefined) ?? 0
  )
}

/** Returns the form that the client prefers to JSON; undefined if it prefers none of them. */
export function acceptedForm(
  accepted: string | undefined,
  forms: readonly AlternativeForm[] = [],
): string | undefined {
  if (accepted === undefined || forms.length === 0) return undefined
  const ranges = rangesIn(accepted)
  const qualities = forms.map(({ mediaType }) => qualityOf(mediaType, ranges))
  const best = Math.max(...qualities)
  return best > qualityOf('application/json', ranges) ? forms[qualities.indexOf(best)]!.extension : undefined
}
