import { resourceNames, type ResourceName } from '../../resources/kinds.ts'
import { forList, type Parameter } from '../../resources/parameter.ts'
import {
  between,
  integer,
  kind,
  language,
  readChoice,
  readInteger,
  readList,
  readText,
  unique,
} from '../../resources/parameter-types.ts'
import type { Message } from '../../locales/fr.ts'
import { readToken, type Position } from './token.ts'

/** Parameters of the feed of changes (interface: Changes). */

export const allKinds = Object.values(resourceNames)

/** A list of values from a fixed set, in any list syntax. */
export const choices = <const W extends string>(description: Message, words: readonly W[]): Parameter<W[]> =>
  kind({ type: 'array', items: { type: 'string', enum: words }, description }, (value, site) =>
    unique(readList(value, site).map((word) => readChoice(word, words))),
  )

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
