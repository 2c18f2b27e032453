import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { de } from '../web/admin/locales/de.ts'
import { fr } from '../web/admin/locales/fr.ts'

/** The texts of the administration are there in every language, in the manner of each, and once. */

const folder = join(import.meta.dirname, '../web/admin')
const catalogs = { fr, de } as const
const pairs = Object.entries(catalogs).flatMap(([language, catalog]) =>
  Object.entries(catalog).map(([english, translation]) => ({ language, english, translation })),
)

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('locales'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
const code = sources.join('\n')

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()

test('the languages have the same texts', () => {
  assert.deepEqual(Object.keys(de).sort(), Object.keys(fr).sort())
})

test('no text is translated in two places', async () => {
  const names = readdirSync(join(folder, 'locales/fr'))
  const files = await Promise.all(
    names.map(async (name) => Object.values(await import(`../web/admin/locales/fr/${name}`))[0] as object),
  )
  const texts = files.flatMap((file) => Object.keys(file))
  assert.deepEqual(
    texts.filter((text, index) => texts.indexOf(text) !== index),
    [],
  )
})

test('every text is used somewhere', () => {
  const isQuoted = (text: string) =>
    ["'", '"', '`'].some((quote) => code.includes(`${quote}${text}${quote}`)) ||
    new RegExp(`^ +(?:'[^']+'|[\\w-]+): ['"]?${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm').test(code)
  assert.deepEqual(
    Object.keys(fr).filter((text) => !isQuoted(text)),
    [],
  )
})

test('placeholders agree', () => {
  for (const { english, translation } of pairs)
    assert.deepEqual(placeholders(translation), placeholders(english), translation)
})

test('no translation is empty', () => {
  assert.deepEqual(
    pairs.filter(({ translation }) => translation.trim() === ''),
    [],
  )
})

test('French has its own quotation marks, apostrophes and protected spaces', () => {
  for (const text of Object.values(fr))
    assert.doesNotMatch(text, /['"“”]|[ \u00a0][;?!»…]|[ \u202f]:|\u00a0(?!:)|« |[^\s]«\S/, text)
})

test('French has no word before a name that a vowel would shorten', () => {
  for (const text of Object.values(fr))
    assert.doesNotMatch(text, /\b(?:[cdjlmnst]e|la|que|si) \{(?:name|title)\}/i)
})

test('no verb in the singular stands before a list', () => {
  for (const { translation } of pairs) assert.doesNotMatch(translation, /\b(?:fehlt|manque)\b\s*:/i)
})

test('no colon is put after a text, because French has a space before it', () => {
  for (const text of sources) assert.doesNotMatch(text, /<\/\w+>:|\)\}:(?: \{|\{' '\})/)
})

test('German has its own quotation marks', () => {
  for (const text of Object.values(de)) assert.doesNotMatch(text, /['"”«»]/, text)
})

test('keys are shown with the names of the language', () => {
  for (const text of sources)
    assert.doesNotMatch(text, /<kbd[^>]*>(?:Ctrl|Enter|Esc|Del|\{(?:key|name|[\w.!]+keys)\})/)
  assert.deepEqual([fr.Enter, fr.Esc, de.Ctrl, de.Enter], ['Entrée', 'Échap', 'Strg', 'Eingabe'])
})
