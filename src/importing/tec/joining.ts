import { groupBy } from '../../group-by.ts'
import { isObject } from '../../is-object.ts'
import { listOf } from '../objects.ts'
import { statedLanguage, type SiteText } from './lists.ts'

/** Groups the resources that are translations of each other. */

/** A resource with its texts in all languages; the first is the original. */
export interface Joined {
  readonly id: number
  readonly texts: readonly [SiteText, ...SiteText[]]
  /** Whether it may be a translation whose original the site does not declare. */
  readonly isDoubtful: boolean
}

const idOf = (value: unknown): number[] => {
  const id = Number(isObject(value) ? value.id : value)
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/** Translation plugins refer to the other texts by language or in a list. */
const relativesOf = ({ object }: SiteText): number[] => [
  ...(isObject(object.translations) ? Object.values(object.translations).flatMap(idOf) : []),
  ...listOf(object.wpml_translations).flatMap(idOf),
]

/** Groups resources that refer to each other (union-find); the smallest ID represents the group. */
function familiesOf(all: readonly SiteText[]): (id: number) => number {
  const heads = new Map<number, number>()
  // Shortens the path that it follows; a loop, because a site may refer from each to the next of as many as it likes.
  const headOf = (id: number): number => {
    const path: number[] = []
    let head = id
    for (let next = heads.get(id); next !== undefined && next !== head; next = heads.get(next)) {
      path.push(head)
      head = next
    }
    for (const one of path) heads.set(one, head)
    return head
  }
  const here = new Set(all.map(({ id }) => id))
  for (const found of all)
    for (const other of relativesOf(found)) {
      if (!here.has(other)) continue
      const [one, two] = [headOf(found.id), headOf(other)]
      heads.set(Math.max(one, two), Math.min(one, two))
    }
  return headOf
}

/** Sorts the texts: the original language first, then the default language of the site. */
function inOrder(texts: readonly SiteText[], original: string | undefined): SiteText[] {
  const written = texts.map(({ object }) => object.original_language).find((one) => typeof one === 'string')
  const rank = ({ language }: SiteText) => (language === written ? 0 : language === original ? 1 : 2)
  return texts.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)
}

export function join(all: readonly SiteText[], original: string | undefined): Joined[] {
  const headOf = familiesOf(all)
  const joined = [...groupBy(all, ({ id }) => headOf(id)).values()].map((texts): Joined => {
    const [first, ...others] = inOrder(texts, original) as [SiteText, ...SiteText[]]
    const further = new Map(others.map((text) => [text.language, text]))
    further.delete(first.language)
    const isAlone = others.length === 0 && statedLanguage(first.object) === undefined
    const isForeign = first.language !== undefined && original !== undefined && first.language !== original
    return { id: first.id, texts: [first, ...further.values()], isDoubtful: isAlone && isForeign }
  })
  return joined.toSorted((one, other) => one.id - other.id)
}
