import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sectionsOf } from './headings.ts'
import { isSource } from './sources.ts'

/**
 * Comments name the part of docs/interface.md that they are about, and source files; what is renamed without them is
 * found here.
 */

const headings = new Set(sectionsOf('docs/interface.md').keys())

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const reference = /\(interface:\s([^()]*)\)/g

/** A comment may be broken where it names a heading. */
const plain = (comment: string) => comment.replace(/\s*\n\s*\*?\s*/g, ' ')

const matchesIn = (code: string, pattern: RegExp): string[] =>
  [...code.matchAll(comments)].flatMap(([comment]) =>
    [...plain(comment).matchAll(pattern)].map(([, named]) => named!),
  )

const referencesIn = (code: string): string[] =>
  matchesIn(code, reference).flatMap((named) => named.split(',').map((heading) => heading.trim()))

const unknownIn = (code: string) => referencesIn(code).filter((heading) => !headings.has(heading))

const missingFilesIn = (code: string) =>
  matchesIn(code, /\bsee ([\w/-]+\.ts)\b/g).filter((name) => !isSource(name))

const inAllFiles = (unknown: (code: string) => string[]): string[] =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        unknown(readFileSync(`${folder}/${file}`, 'utf8')).map((name) => `${folder}/${file}: ${name}`),
      ),
  )

test('every part of the interface that a comment names is there', () => {
  assert.deepEqual(inAllFiles(unknownIn), [])
})

test('every source file that a comment leads to is there', () => {
  assert.deepEqual(inAllFiles(missingFilesIn), [])
})

test('every source file that a document of the code names is there', () => {
  const missing = [
    'docs/architecture.md',
    'docs/reliability.md',
    'docs/glossary.md',
    'CONTRIBUTING.md',
  ].flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.tsx?)`/g)]
      .map(([, name]) => name!)
      .filter((name) => !isSource(name))
      .map((name) => `${document}: ${name}`),
  )
  assert.deepEqual(missing, [])
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
