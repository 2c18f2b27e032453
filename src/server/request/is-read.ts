import type { IncomingMessage } from 'node:http'

/** Whether it only asks for a representation. */
export const isRead = ({ method }: Pick<IncomingMessage, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD'
