import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

const names = ['ann', 'Town Hall']

test('common words, keyboard patterns, repetitions and names are rejected', () => {
  for (const password of [
    'password1234',
    'P@ssw0rd!!!!',
    'Passwort2026',
    'motdepasse123',
    'qwertyuiop12',
    'azertyuiop1!',
    '123456789012',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'summer2026!!',
    'administrator1',
    'town hall 2026',
    'Ann1234567890',
  ])
    assert.ok(isCommonPassword(password, names), password)
})

test('passwords that are hard to guess are accepted, even with a common word in them', () => {
  for (const password of [
    'correct horse battery staple',
    'Xk4-pW9-vT2-qL7',
    'der blaue Kühlschrank singt',
    'seventeen cold umbrellas',
    'password of the seven dwarfs',
    '839201748365',
    // Runs of three characters are part of many words.
    'xyz7-xyz7-mq',
  ])
    assert.ok(!isCommonPassword(password, names), password)
})
