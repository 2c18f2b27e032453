import { Fragment } from 'react'
import { wordsChanged } from './words-changed.ts'

/** What differs between two texts. The space after a word is not marked, and one is inserted between deleted and inserted words. */
export function Difference({ before, after }: { before: string; after: string }) {
  return wordsChanged(before, after).map(({ kind, text }, index) => {
    const words = text.trimEnd()
    if (kind === 'same') return <span key={index}>{text}</span>
    const space = text.slice(words.length) || ' '
    return (
      <Fragment key={index}>
        {kind === 'left out' ? <del>{words}</del> : <ins>{words}</ins>}
        {space}
      </Fragment>
    )
  })
}
