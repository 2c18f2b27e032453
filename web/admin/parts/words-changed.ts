/** A word diff, in reading order. */

interface Piece {
  readonly kind: 'same' | 'left out' | 'put in'
  readonly text: string
}

/** Words with their trailing spaces, so that joining them yields the text. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

/** Maximum size of the comparison table; beyond it comparing would block the page. */
const tooMany = 4_000_000

/** Whether texts are too long to be compared, so that the whole text counts as changed. */
export const areTooLong = (before: string, after: string): boolean =>
  wordsOf(before).length * wordsOf(after).length > tooMany

/** Lengths of the longest common subsequences of the suffixes at each pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] =
        before[i]!.trim() === after[j]!.trim()
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind) result[result.length - 1] = { ...last, text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}

export function wordsChanged(before: string, after: string): Piece[] {
  if (areTooLong(before, after))
    return [
      { kind: 'left out', text: before },
      { kind: 'put in', text: after },
    ]
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const lengths = commonLengths(old, now)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i]!.trim() === now[j]!.trim()) {
      pieces.push({ kind: 'same', text: now[j]! })
      i++
      j++
    } else if (j === now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      pieces.push({ kind: 'left out', text: old[i++]! })
    else pieces.push({ kind: 'put in', text: now[j++]! })
  }
  return joined(pieces)
}
