import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageAmong } from './languages.ts'

test('of the languages of a site, the most specific one fits a tag', () => {
  const languages = ['zh', 'zh-hans', 'pt', 'pt-br', 'de-ch']
  for (const [tag, expected] of [
    ['zh-Hans-CN', 'zh-hans'],
    ['zh-TW', 'zh'],
    ['pt_BR', 'pt-br'],
    ['pt', 'pt'],
    ['de_CH-1996', 'de-ch'],
    ['de', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(languageAmong(languages, tag), expected, tag)
})
