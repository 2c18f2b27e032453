import type { Operation } from './operation.ts'

/** The methods that update, which all do the same, and what the names of their operations begin with. */
const methods = { POST: 'update', PUT: 'replace', PATCH: 'patch' } as const

/** An update by any of three methods (interface: Updating events): `updateUser`, `replaceUser` and `patchUser` of `User`. */
export const updatesOf = (name: string, update: Omit<Operation, 'method' | 'operationId'>): Operation[] =>
  (['POST', 'PUT', 'PATCH'] as const).map((method) => ({
    ...update,
    method,
    operationId: `${methods[method]}${name}`,
  }))
