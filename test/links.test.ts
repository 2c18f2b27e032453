import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileSetting, settings } from '../src/config.ts'
import { documents } from './documents.ts'
import { anchorOf, sectionsOf } from './headings.ts'
import { isSource } from './sources.ts'

/** What documents point to is there, and they are whole. */

const links = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g

const anchorsOf = (file: string) => [...sectionsOf(file).keys()].map(anchorOf)

const leads = (from: string, path: string, anchor: string | undefined): boolean => {
  const file = path === '' ? from : join(dirname(from), path)
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

for (const file of documents) {
  const text = readFileSync(file, 'utf8')

  test(`every link in ${file} leads to a file, and to a heading in it`, () => {
    const broken = [...text.matchAll(links)].filter(([, path = '', anchor]) => !leads(file, path, anchor))
    assert.deepEqual(
      broken.map(([link]) => link),
      [],
    )
  })

  test(`every source file that ${file} names exists`, () => {
    const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name]) => name!)
    assert.deepEqual(
      named.filter((name) => !isSource(name)),
      [],
    )
  })

  test(`every setting that ${file} names exists`, () => {
    const known = new Set([fileSetting, ...Object.values(settings).map(({ name }) => name)])
    const unknown = (text.match(/\bCALENDS_[A-Z0-9_]+/g) ?? []).filter((name) => !known.has(name))
    assert.deepEqual(unknown, [])
  })
}

// The formatter turns the marks that Git leaves into quotations and paragraphs, which nobody notices any more.
test('no document contains the marks of a conflict', () => {
  const unfinished = documents.filter((file) =>
    /^\s*(?:<{7}|(?:> ?){7}|\\?={7}$)/m.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(unfinished, [])
})

test('no two headings of the interface have the same address', () => {
  const text = readFileSync('docs/interface.md', 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const anchors = text.match(/^#+ .*$/gm)!.map((heading) => anchorOf(heading.replace(/^#+ /, '')))
  assert.deepEqual(anchors, [...new Set(anchors)])
})
