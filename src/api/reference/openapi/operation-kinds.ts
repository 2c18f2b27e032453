import type { Operation } from '../../operation.ts'

/** Whether its parameters are documented as a body; those of GET and DELETE are in the query string. */
export const isWrite = ({ method }: Operation): boolean => method !== 'GET' && method !== 'DELETE'

/** Whether its path names one resource. */
export const isItem = ({ path }: Operation): boolean => path !== undefined && Object.keys(path).length > 0
