import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'

/** Examples in the documents: a curl command, and below it the expected response. */

interface Example {
  readonly file: string
  readonly place: string
  readonly command: string
  readonly shown: string
  /** `json` shows the body of a success; `http` a status, the relevant headers, and the body. */
  readonly kind: 'json' | 'http'
}

export interface Response {
  readonly statusLine: string
  readonly isSuccess: boolean
  readonly headers: ReadonlyMap<string, string>
  readonly body: unknown
}

const examplePattern = /```sh\n(curl[\s\S]*?)\n```\n\n```(json|http)\n([\s\S]*?)\n```/g

export const examplesOf = (file: string): Example[] =>
  [...readFileSync(file, 'utf8').matchAll(examplePattern)].map(
    ([, command = '', kind, shown = ''], index) => ({
      file,
      place: `${file}, example ${index + 1}`,
      command,
      shown,
      kind: kind as Example['kind'],
    }),
  )

/** All blocks that show a request or response, whether part of an example or not. */
export const blocksOf = (file: string): string[] => [
  ...(readFileSync(file, 'utf8').match(/^```(?:json|http|sh\ncurl)/gm) ?? []),
]

const anything = '…'

const readBody = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

function readShown({ kind, shown }: Example): Omit<Response, 'isSuccess'> {
  if (kind === 'json') return { statusLine: '', headers: new Map(), body: readBody(shown) }
  const [head = '', ...body] = shown.split('\n\n')
  const [statusLine = '', ...headers] = head.split('\n')
  return {
    statusLine,
    headers: new Map(headers.map((line) => /^([^:]+): (.*)$/.exec(line)!.slice(1) as [string, string])),
    body: readBody(body.join('\n\n')),
  }
}

const agrees = (shown: string, actual: string) =>
  shown.includes(anything)
    ? new RegExp(`^${shown.split(anything).map(escaped).join('.*')}$`, 's').test(actual)
    : shown === actual

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Values that vary are written as `…` in the document and stay so. */
function withGaps(actual: unknown, shown: unknown): unknown {
  if (typeof actual === 'string' && typeof shown === 'string') return agrees(shown, actual) ? shown : actual
  if (Array.isArray(actual) && Array.isArray(shown))
    return actual.map((item, index) => withGaps(item, shown[index]))
  if (typeof actual !== 'object' || actual === null || typeof shown !== 'object' || shown === null)
    return actual
  return Object.fromEntries(
    Object.entries(actual).map(([name, item]) => [
      name,
      withGaps(item, (shown as typeof actual)[name as never]),
    ]),
  )
}

/** A JSON block implies success; any other status must be written out, so that none is documented by accident. */
function checkStatus(example: Example, { statusLine, isSuccess }: Response) {
  if (example.kind === 'http') assert.equal(statusLine, readShown(example).statusLine)
  else assert.ok(isSuccess, `${statusLine}: show it in an http block if it is meant`)
  const hasHead = /\s-[iI]\s/.test(example.command)
  assert.equal(hasHead, example.kind === 'http', 'curl prints the head of a response with -i or -I alone')
}

export function compare(example: Example, response: Response): void {
  checkStatus(example, response)
  const shown = readShown(example)
  for (const [name, value] of shown.headers)
    assert.equal(withGaps(response.headers.get(name.toLowerCase()), value), value, name)
  assert.deepEqual(withGaps(response.body, shown.body), shown.body)
}

const pretty = async (body: unknown) =>
  (await format('response.json', JSON.stringify(body, null, 2), { printWidth: 110 })).code.trimEnd()

async function renewed(example: Example, { statusLine, headers, body }: Response): Promise<string> {
  const shown = readShown(example)
  const text = body === undefined ? [] : [await pretty(withGaps(body, shown.body))]
  if (example.kind === 'json') return text.join('')
  const head = [...shown.headers].map(
    ([name, value]) => `${name}: ${String(withGaps(headers.get(name.toLowerCase()) ?? 'is missing', value))}`,
  )
  return [[statusLine, ...head].join('\n'), ...text].join('\n\n')
}

/** Updates the document with the current response, unless its status differs from the documented one. */
export async function renew(example: Example, response: Response): Promise<void> {
  checkStatus(example, response)
  const { file, command, kind, shown } = example
  const before = `${command}\n\`\`\`\n\n\`\`\`${kind}\n`
  const after = `${before}${await renewed(example, response)}\n`
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(`${before}${shown}\n`, () => after),
  )
}
