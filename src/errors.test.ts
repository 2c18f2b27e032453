import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HttpProblem, ValidationError } from './errors.ts'
import { Refused } from './importing/refused.ts'
import { message } from './locales/sentence.ts'
import { bodyTooLarge } from './server/problems/body-error.ts'

test('an error has its values in its message, which is what the log shows', () => {
  const sentence = message('The body is too large; at most {limit} bytes are allowed.', { limit: 5 })
  const errors = [
    new ValidationError('rest_invalid_body', sentence),
    new HttpProblem(413, 'rest_bad_request', sentence),
    new Refused(sentence),
    bodyTooLarge(5),
  ]
  for (const error of errors)
    assert.equal(error.message, 'The body is too large; at most 5 bytes are allowed.')
})
