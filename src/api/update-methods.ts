import type { Operation } from './operation.ts'

/** The methods of an update, which are equivalent, and the prefixes of their operation IDs. */
const methods = { POST: 'update', PUT: 'replace', PATCH: 'patch' } as const

/**
 * Declares an update for all three methods (interface: Updating events): `updateUser`, `replaceUser` and `patchUser`
 * for `User`.
 */
export const updatesOf = (name: string, update: Omit<Operation, 'method' | 'operationId'>): Operation[] =>
  (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
    ...update,
    method,
    operationId: `${methods[method]}${name}`,
  }))
