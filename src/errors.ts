import { say, type Sentence } from './locales/sentence.ts'

/** What is wrong with one value; `code` stands in `data.details` of the answer (contract §1). */
export class Invalid extends Error {
  constructor(
    readonly code: string,
    readonly sentence: Sentence,
  ) {
    super(sentence.text)
  }
}

export { say }
