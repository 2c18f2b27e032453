import { resourceNames, type ResourceName } from '../../resources/kinds.ts'
import { forList } from '../../resources/parameter.ts'
import { between, integer, kind, readInteger, readText } from '../../resources/parameter-types.ts'
import { language } from '../../resources/common-parameters.ts'
import { choices } from '../../resources/parameter-lists.ts'
import { readToken, type Position } from './token.ts'

/** Parameters of the feed of changes (interface: Changes). */

export const allKinds = Object.values(resourceNames)

const maxPerPage = 500
export const defaultPerPage = 100
const maxWait = 30
const maxTokenLength = 200

export const changesParameters = {
  ...forList({
    since: kind<Position>(
      { type: 'string', description: 'Token of the last page that was read; without it, the current token' },
      (value) => readToken(readText(value, maxTokenLength)),
    ),
    kinds: choices<ResourceName>('Limit to these kinds of resources', allKinds),
    per_page: kind(
      { type: 'integer', description: 'Number of items per page', default: defaultPerPage, minimum: 1 },
      (value) => Math.min(between(readInteger(value), 1), maxPerPage),
    ),
    wait: integer('Seconds to wait for changes if there are none yet', { minimum: 0, maximum: maxWait }),
  }),
  ...language,
}
