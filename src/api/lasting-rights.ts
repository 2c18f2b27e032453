import { incorrectCredentials } from '../errors.ts'
import type { OperationRequest } from './operation.ts'

/** Callers may lose their credentials or their role while a response to them is being sent. */

type Asked = Pick<OperationRequest, 'caller' | 'callerNow'>

/** Whether the credentials of a request still allow what they did when it began. */
export async function isStillAllowed({ caller, callerNow }: Asked): Promise<boolean> {
  if (caller === undefined) return true
  const now = await callerNow()
  return now?.id === caller.id && now.role === caller.role
}

/** Throws as soon as that is no longer so, which closes the connection: the client sees that the body is incomplete. */
export async function* whileAllowed(request: Asked, pieces: AsyncIterable<string>): AsyncIterable<string> {
  for await (const piece of pieces) {
    if (!(await isStillAllowed(request))) throw incorrectCredentials()
    yield piece
  }
}
