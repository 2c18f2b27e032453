import { groupBy } from '../../group-by.ts'
import { isObject } from '../../is-object.ts'
import { listOf } from '../objects.ts'
import { saidBy, type Found } from './lists.ts'

/** Which of the things that were found are the same in different languages. */

/** One thing with its texts; the first is the original. */
export interface Joined {
  readonly id: number
  readonly texts: readonly [Found, ...Found[]]
  /** Whether it may be the translation of something else, of which the site says nothing. */
  readonly isDoubtful: boolean
}

const idOf = (value: unknown): number[] => {
  const id = Number(isObject(value) ? value.id : value)
  return Number.isSafeInteger(id) && id > 0 ? [id] : []
}

/** Plugins that translate sites name the other texts by language, or in a list. */
const relativesOf = ({ object }: Found): number[] => [
  ...(isObject(object.translations) ? Object.values(object.translations).flatMap(idOf) : []),
  ...listOf(object.wpml_translations).flatMap(idOf),
]

/** The smallest id stands for all that name each other. */
function familiesOf(all: readonly Found[]): (id: number) => number {
  const heads = new Map<number, number>()
  const headOf = (id: number): number => {
    const next = heads.get(id)
    return next === undefined || next === id ? id : headOf(next)
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

/** The language that it was written in comes first, then that of the site. */
function inOrder(texts: readonly Found[], original: string | undefined): Found[] {
  const written = texts.map(({ object }) => object.original_language).find((one) => typeof one === 'string')
  const rank = ({ language }: Found) => (language === written ? 0 : language === original ? 1 : 2)
  return texts.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)
}

export function join(all: readonly Found[], original: string | undefined): Joined[] {
  const headOf = familiesOf(all)
  const joined = [...groupBy(all, ({ id }) => headOf(id)).values()].map((texts): Joined => {
    const [first, ...others] = inOrder(texts, original) as [Found, ...Found[]]
    const further = new Map(others.map((text) => [text.language, text]))
    further.delete(first.language)
    const isAlone = others.length === 0 && saidBy(first.object) === undefined
    const isForeign = first.language !== undefined && original !== undefined && first.language !== original
    return { id: first.id, texts: [first, ...further.values()], isDoubtful: isAlone && isForeign }
  })
  return joined.toSorted((one, other) => one.id - other.id)
}
