import type { IncomingMessage } from 'node:http'
import { tokenPrefix } from '../../identity/secrets.ts'
import { isRead } from './is-read.ts'

const foreignToken = new RegExp(`^\\s*bearer\\b(?! +${tokenPrefix})`, 'i')

/**
 * Removes a bearer token that was issued elsewhere from a read. Apps send the one that they have, such as a JWT, `null` or
 * none at all, with every request, and WordPress leaves it to the plugins to look at it (interface: Aliases).
 */
export function withoutForeignToken(request: IncomingMessage): void {
  if (isRead(request) && foreignToken.test(request.headers.authorization ?? ''))
    delete request.headers.authorization
}
