import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarMounts } from '../../api/mounts.ts'
import type { OperationRequest, OperationResult } from '../../api/operation.ts'
import { readConfig } from '../../config.ts'
import { noBrowser } from '../request/cookies.ts'
import { represent } from './representation.ts'

const config = readConfig({ environment: {}, readFile: () => undefined })
const [mount] = calendarMounts(config)

const answer = (result: OperationResult) => {
  const sent = { _fields: 'id' }
  const { headers, body } = represent(
    { sent, mount, links: {}, browser: noBrowser } as unknown as OperationRequest,
    result,
    config,
    true,
  )
  return { type: headers['content-type'], body: body.toString() }
}

test('_fields selects fields of the body, whichever way it was made', () => {
  const trimmed = { type: 'application/json; charset=utf-8', body: '{"id":1}' }
  assert.deepEqual(answer({ body: { id: 1, title: 'A' } }), trimmed)
  assert.deepEqual(answer({ bodyParts: ['{"id":1,', '"title":"A"}'] }), trimmed)
})

test('the body of an operation with another media type is not changed', () => {
  const csv = { type: 'text/csv; charset=utf-8', body: 'id\r\n1\r\n' }
  assert.deepEqual(answer({ bodyParts: ['id\r\n', '1\r\n'], headers: { 'content-type': csv.type } }), csv)
})
