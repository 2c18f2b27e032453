import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEachDatabase, type Json } from '../../test/service.ts'
import { feedDaysBack } from '../api/formats/form.ts'
import { resourceNames } from '../resources/kinds.ts'
import { responseSchemas } from './fr/response-schemas.ts'
import { document } from './fr/document.ts'
import { mail } from './fr/mail.ts'
import { operations } from './fr/operations.ts'
import { referencePage } from './fr/reference-page.ts'
import { pages } from './fr/pages.ts'
import { parameters } from './fr/parameters.ts'
import { problems } from './fr/problems.ts'
import { recurrence } from './fr/recurrence.ts'
import { changes } from './fr/changes.ts'
import { imports } from './fr/imports.ts'
import { adminApi } from './fr/admin-api.ts'
import { settings } from './fr/settings.ts'
import { values } from './fr/values.ts'
import { catalogs, formatMessage } from './index.ts'
import { message, pluralMessage } from './sentence.ts'

const source = join(import.meta.dirname, '..')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('locales'),
)
const code = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n')

const pairs = Object.entries(catalogs).flatMap(([language, catalog]) =>
  Object.entries(catalog).map(([english, translation]) => ({ language, english, translation })),
)
const messages = Object.keys(catalogs.fr!)

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()

test('the languages have the same texts', () => {
  for (const catalog of Object.values(catalogs)) assert.deepEqual(Object.keys(catalog), messages)
})

test('no text is translated in two places', () => {
  const subjects = [
    problems,
    values,
    parameters,
    operations,
    responseSchemas,
    document,
    referencePage,
    pages,
    recurrence,
    adminApi,
    imports,
    changes,
    settings,
    mail,
  ]
  assert.equal(subjects.flatMap(Object.keys).length, messages.length)
})

/** In the code, messages that name a kind use a placeholder for it: `This ${kind} does not exist.` */
const kindInCode = /\$\{(?:resource\.name|withArticle\(resource\.singular\))\}/g
const codeOfAnyKind = code.replace(kindInCode, '${kind}')
const kindInText = new RegExp(`\\b(?:an? )?(?:${Object.entries(resourceNames).flat().join('|')})\\b`)
const ofAnyKind = (text: string) => text.replace(kindInText, () => '${kind}')

test('every translated text is used somewhere', () => {
  const isQuoted = (text: string) =>
    ["'", '"', '`'].some((quote) => codeOfAnyKind.includes(`${quote}${text}${quote}`))
  assert.deepEqual(
    messages.filter((text) => !isQuoted(text) && !isQuoted(ofAnyKind(text))),
    [],
  )
})

test('placeholders agree', () => {
  for (const { english, translation } of pairs)
    assert.deepEqual(placeholders(translation), placeholders(english), translation)
})

test('a name that ends with a full stop ends its sentence too', () => {
  const german = (reason: string) =>
    formatMessage(message('The URL could not be read: {reason}.', { reason }), 'de')
  assert.equal(german('e. V.'), 'Die URL konnte nicht gelesen werden: e. V.')
  assert.equal(german('Verein'), 'Die URL konnte nicht gelesen werden: Verein.')
})

test('no translation is empty or English', () => {
  const alike = [
    'Description, HTML',
    'Province',
    'Type',
    'Page {n}',
    'Pages',
    'Contact',
    'Dates',
    'Name',
    'Online',
  ]
  const suspects = pairs.filter(({ english, translation }) => [english, ''].includes(translation))
  assert.deepEqual(
    suspects.map(({ english }) => english),
    alike,
  )
})

test('codes, numbers and keywords are not translated', () => {
  const fixed = /\b(?:[a-z]+_[a-z_]+|[A-Z]{3,}|RFC \d+|https?:\/\/|\d+(?:[-:.]\d+)*)(?![\w-])/g
  for (const { english, translation } of pairs) {
    const words = english.match(fixed) ?? []
    const untranslated = words.filter((word) => !/^(?:24|URL|ISO)$/.test(word))
    for (const word of untranslated) assert.ok(translation.includes(word), `${word}: ${translation}`)
  }
})

test('a translation has the final punctuation of its original', () => {
  const ending = (text: string) => /[.:]$/.exec(text)?.[0]
  for (const { english, translation } of pairs)
    assert.equal(ending(translation), ending(english), translation)
})

test('French texts use French quotation marks, apostrophes and non-breaking spaces', () => {
  for (const text of Object.values(catalogs.fr!))
    assert.doesNotMatch(text, /['"“”]|[ \u00a0][;?!»…]|[ \u202f]:|\u00a0(?!:)|« |[^\s]«\S/, text)
})

test('each concept has one word', () => {
  const others = {
    fr: /occurrence|éditeur|alternatif|courriel|récurrence/i,
    de: /\bReihen?\b|Bytes|\b(?:der|den) Token\b|Vorgabe|mässig/,
  }
  for (const [language, other] of Object.entries(others))
    for (const text of Object.values(catalogs[language]!)) assert.doesNotMatch(text, other)
})

test('messages about values and flags are worded consistently', () => {
  const others = { fr: /^(?:Doit|Si l’|Supprimer ou)\b/, de: /^(?:Muss|Ob)\b/ }
  for (const [language, other] of Object.entries(others))
    for (const text of Object.values(catalogs[language]!)) assert.doesNotMatch(text, other)
})

test('German texts use German quotation marks', () => {
  for (const text of Object.values(catalogs.de!)) assert.doesNotMatch(text, /['"”«»]/, text)
})

test('a list is joined by "or"', () => {
  const sentence = message('There is no tag with the ID {ids}.', { ids: ['3', '4', '5'] })
  assert.deepEqual(
    ['en', 'fr', 'de'].map((language) => formatMessage(sentence, language)),
    [
      'There is no tag with the ID 3, 4, or 5.',
      'Aucune étiquette n’a l’identifiant 3, 4 ou 5.',
      'Es gibt kein Schlagwort mit der ID 3, 4 oder 5.',
    ],
  )
})

test('each language decides when the singular applies', () => {
  const owns = (count: number) =>
    pluralMessage(
      count,
      'This user owns {count} entry; use reassign to transfer it to another user.',
      'This user owns {count} entries; use reassign to transfer them to another user.',
    )
  assert.match(formatMessage(owns(1), 'en'), /owns 1 entry;/)
  assert.match(formatMessage(owns(0), 'en'), /owns 0 entries;/)
  assert.match(formatMessage(owns(0), 'fr'), /possède 0 contenu\s;/)
  assert.match(formatMessage(owns(2), 'fr'), /possède 2 contenus\s;/)
  assert.match(formatMessage(owns(1), 'de'), /gehört 1 Eintrag;/)
})

test('a language without messages falls back to English, including lists', () => {
  const sentence = message('There is no tag with the ID {ids}.', { ids: ['3', '4'] })
  assert.equal(formatMessage(sentence, 'it'), 'There is no tag with the ID 3 or 4.')
})

const isProse = (name: string) => ['description', 'summary', 'message'].includes(name)

/** Every description, summary and message in a document, except those inside examples. */
function proseIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).flatMap(([name, part]) => {
    if (name === 'example') return []
    return isProse(name) && typeof part === 'string' ? [part] : proseIn(part)
  })
}

const withoutProse = (value: Json): Json =>
  JSON.parse(
    JSON.stringify(value, (name, part: Json) => (isProse(name) && typeof part === 'string' ? '' : part)),
  )

/**
 * Response descriptions list error codes, each with its text; the values inserted for a placeholder are replaced by its
 * name.
 */
const textsIn = (prose: string) =>
  prose.split('\n\n').map((part) =>
    part
      .replace(/^`[\w-]+`: /, '')
      .replace(/(?<=: )\.[a-z]+(?:, \.[a-z]+)*(?=\.$)/, '{extensions}')
      .replaceAll(String(feedDaysBack), '{days}'),
  )

onEachDatabase((service) => {
  const inEachLanguage = (path: string): Promise<Json[]> =>
    Promise.all(
      ['en', 'fr', 'de'].map(async (language) => (await service.get(`${path}?ml_language=${language}`)).body),
    )

  for (const path of ['/', '/doc']) {
    test(`every text of ${path} exists in every language`, async () => {
      const [english] = await inEachLanguage(path)
      const texts = [...new Set(proseIn(english).flatMap(textsIn))]
      assert.ok(texts.length > 100)
      assert.deepEqual(
        texts.filter((text) => !messages.includes(text)),
        [],
      )
    })

    test(`${path} is returned in the requested language`, async () => {
      const [english, ...others] = (await inEachLanguage(path)).map(proseIn)
      for (const [index, language] of ['fr', 'de'].entries()) {
        const catalog = catalogs[language]!
        const texts = others[index]!.flatMap(textsIn)
        assert.deepEqual(
          texts,
          english!.flatMap(textsIn).map((text) => catalog[text]),
        )
      }
    })

    test(`names, types and defaults of ${path} are the same in all languages`, async () => {
      const [english, french, german] = (await inEachLanguage(path)).map(withoutProse)
      assert.deepEqual(french, english)
      assert.deepEqual(german, english)
    })
  }
})
