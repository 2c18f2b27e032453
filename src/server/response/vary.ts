import type { FastifyReply } from 'fastify'

/** Says that the response depends on a request header, besides the others that were named before. */
export function vary(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader('vary') ?? []].flat().join(', ')
  const names = named.toLowerCase().split(/\s*,\s*/)
  if (names.includes('*') || names.includes(name.toLowerCase())) return
  reply.header('vary', named === '' ? name : `${named}, ${name}`)
}
