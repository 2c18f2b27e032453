import type { Draft } from '../resources/resource.ts'

/**
 * The draft of a series whose occurrences move with its start to other days, because new ones would have nothing of what
 * was edited here. The source always says its rule, so a write does not tell by its absence that the dates move.
 */
export const keepOccurrences = ({ repeating, ...draft }: Draft): Draft =>
  repeating === undefined ? draft : { ...draft, repeating: { ...repeating, takesOver: true } }
