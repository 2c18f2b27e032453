/**
 * What stands inside of others, its own holes filled, for one mount and one language. All of it goes as soon as anything
 * that it is made of may have changed.
 */
export interface FilledTexts {
  /** The texts of one mount and language, as long as the stamp stays. */
  at(stamp: string, place: string): Map<string, string>
  kept(characters: number): void
}

export function createFilledTexts(maximumCharacters: number): FilledTexts {
  let places = new Map<string, Map<string, string>>()
  let [current, size] = ['', 0]
  return {
    at(stamp, place) {
      if (stamp !== current || size > maximumCharacters) {
        places = new Map()
        ;[current, size] = [stamp, 0]
      }
      const texts = places.get(place) ?? new Map<string, string>()
      places.set(place, texts)
      return texts
    },
    kept(characters) {
      size += characters
    },
  }
}
