import { memoize } from '../../time/index.ts'
import type { AlternativeForm } from '../../api/operation.ts'

interface MediaRange {
  readonly range: string
  readonly quality: number
}

/** Cached, because only a few distinct values occur. */
const rangesIn = memoize(
  (accepted: string): readonly MediaRange[] =>
    accepted
      .toLowerCase()
      .split(',')
      .map((member) => {
        const [range = '', ...parameters] = member.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return { range, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
      }),
  200,
)

/** The most specific range decides (RFC 9110 12.5.1). */
function qualityOf(mediaType: string, ranges: readonly MediaRange[]): number {
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
