/**
 * The library answers parameters of a wrong type with an internal error, whose text is the list of what its schema found.
 * They are invalid parameters (JSON-RPC 2.0, 5.1), and assistants can correct what a sentence says.
 */

const internalError = -32_603
const invalidParams = -32_602

interface Answer {
  readonly error?: { readonly code: number; readonly message: string }
}

interface Finding {
  readonly path: readonly unknown[]
  readonly message: string
}

const isFinding = (one: Partial<Finding> | null) =>
  Array.isArray(one?.path) && typeof one.message === 'string'

/** The list may follow a preamble. */
function findingsIn(text: string): readonly Finding[] | undefined {
  try {
    const found = JSON.parse(text.replace(/^Invalid \S+ request: /, '')) as Finding[]
    return Array.isArray(found) && found.every(isFinding) ? found : undefined
  } catch {
    return undefined
  }
}

/** The same message, with invalid parameters reported as such. */
export function withInvalidParams<Message extends object>(message: Message): Message {
  const { error } = message as Answer
  if (error === undefined || ![internalError, invalidParams].includes(error.code)) return message
  const findings = findingsIn(error.message)
  if (findings === undefined) return message
  const sentences = findings.map(({ path, message: found }) => `${path.join('.')}: ${found}.`)
  return { ...message, error: { ...error, code: invalidParams, message: sentences.join(' ') } }
}
