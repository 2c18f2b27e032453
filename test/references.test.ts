import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sectionsOf } from './headings.ts'

/** Comments name the part of docs/interface.md that they are about, so that a heading which changes is missed. */

const headings = new Set(sectionsOf('docs/interface.md').keys())

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const reference = /\(interface:\s([^()]*)\)/g

/** A comment may be broken where it names a heading. */
const plain = (comment: string) => comment.replace(/\s*\n\s*\*?\s*/g, ' ')

const referencesIn = (code: string): string[] =>
  [...code.matchAll(comments)]
    .flatMap(([comment]) => [...plain(comment).matchAll(reference)])
    .flatMap(([, named]) => named!.split(',').map((heading) => heading.trim()))

const unknownIn = (code: string) => referencesIn(code).filter((heading) => !headings.has(heading))

test('every part of the interface that a comment names is there', () => {
  const unknown = ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        unknownIn(readFileSync(`${folder}/${file}`, 'utf8')).map(
          (heading) => `${folder}/${file}: ${heading}`,
        ),
      ),
  )
  assert.deepEqual(unknown, [])
})

test('a heading holds no comma, for a comma stands between two', () => {
  assert.deepEqual(
    [...headings].filter((heading) => heading.includes(',')),
    [],
  )
})

test('references are found in comments of every kind, and nowhere else', () => {
  const wrong = 'in' + 'terface: Nowhere'
  assert.deepEqual(unknownIn(`/** Slugs (${wrong}, Slugs). */`), ['Nowhere'])
  assert.deepEqual(unknownIn(`const a = 1 // Slugs (${wrong})`), ['Nowhere'])
  assert.deepEqual(referencesIn('/**\n * Slugs (in' + 'terface: Error\n * codes).\n */'), ['Error codes'])
  assert.deepEqual(referencesIn(`const text = '(${wrong})'`), [])
})
