import Type, { type TSchema } from '../../resources/json-schema.ts'
import { auditActions } from '../../identity/audit-log.ts'
import { choice, id, listOf, moment, object, text } from '../../resources/representation.ts'

/** Representations of the audit log (interface: Audit log). */
export const auditSchemas: Readonly<Record<string, TSchema>> = {
  auditEntry: object('An entry of the audit log', {
    id: id('ID of the entry'),
    date_utc: moment('When it happened, in UTC'),
    action: choice('What was done', auditActions),
    user: id('ID of the user who did it; 0 if nobody was signed in'),
    username: text('Username at the time, or the one that was tried'),
    address: text('IP address of the client; empty for the command line'),
    target: Type.Optional(
      object('The affected resource or user', {
        kind: text('user or a kind of resource', ['user']),
        id: id('ID of the affected resource or user'),
        name: text('Name or title at the time'),
      }),
    ),
  }),
  auditList: listOf('entries', 'auditEntry'),
}
