import type { FastifyReply } from 'fastify'

/** Adds the name of a request header to `Vary`, unless it is already listed. */
export function vary(reply: FastifyReply, name: string): void {
  const named = [reply.getHeader('vary') ?? []].flat().join(', ')
  const names = named.toLowerCase().split(/\s*,\s*/)
  if (names.includes('*') || names.includes(name.toLowerCase())) return
  reply.header('vary', named === '' ? name : `${named}, ${name}`)
}
