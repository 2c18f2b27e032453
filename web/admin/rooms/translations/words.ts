/** A word diff of two texts. */

export interface Part {
  readonly text: string
  readonly is: 'same' | 'added' | 'removed'
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []

/** Longest common subsequence: `lengths[i][j]` is that of the suffixes from words i and j. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}

/** The table grows with the product of both lengths, so longer texts are displayed without a diff. */
const longest = 2000

export function compareWords(before: string, after: string): Part[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length > longest || now.length > longest) return [{ text: after, is: 'same' }]
  const lengths = commonLengths(old, now)
  const parts: Part[] = []
  const add = (text: string, is: Part['is']) => {
    const last = parts.at(-1)
    if (last?.is === is) parts[parts.length - 1] = { text: last.text + text, is }
    else parts.push({ text, is })
  }
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      add(old[i]!, 'same')
      i += 1
      j += 1
    } else if (j >= now.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add(old[i]!, 'removed')
      i += 1
    } else {
      add(now[j]!, 'added')
      j += 1
    }
  }
  return parts
}

/** Converts HTML to text, one line per block. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote')) block.append('\n\n')
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  return (body.textContent ?? '').replace(/\n\s*\n/g, '\n\n').trim()
}
