import { useRef } from 'react'
import { useService } from '../app/service.tsx'
import { whileOvertaken } from '../service/errors.ts'
import type { Service } from '../service/service.ts'

/** Changes of one field of a resource, which the page may have read a while ago. */

interface FieldWrite<Resource> {
  readonly path: string
  readonly body: object
  readonly valueOf: (resource: Resource) => string
  readonly value: string
  /** The stored values that may be replaced. */
  readonly replaceable: readonly (string | undefined)[]
}

async function writeUnlessChanged<Resource>(
  service: Service,
  { path, body, valueOf, value, replaceable }: FieldWrite<Resource>,
): Promise<boolean> {
  const { body: resource, etag } = await service.read<Resource>(path)
  if (![...replaceable, value].includes(valueOf(resource))) return false
  await service.write('PATCH', path, body, { ifMatch: etag })
  return true
}

type Writing<Resource> = Omit<FieldWrite<Resource>, 'path' | 'replaceable'> & {
  /** The stored value that the change was begun from. */
  readonly base: string
}

/**
 * Writes a field, unless somebody else has changed it since the change was begun; resolves with whether it was written.
 * What this page has written itself may be replaced, because changes wait for each other.
 */
export function useFieldWriting<Resource>(path: string): (writing: Writing<Resource>) => Promise<boolean> {
  const service = useService()
  const written = useRef<string>(undefined)
  return async ({ base, ...writing }) => {
    const write = { ...writing, path, replaceable: [base, written.current] }
    const isWritten = await whileOvertaken(() => writeUnlessChanged(service, write))
    if (isWritten) written.current = writing.value
    return isWritten
  }
}
