import { useRef } from 'react'
import { useService } from '../app/service.tsx'
import { ServiceError } from '../service/errors.ts'
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

/** Somebody else may write between reading and writing. */
const isOvertaken = (error: unknown) => error instanceof ServiceError && error.status === 412

const repetitions = 3

async function writeUnlessChanged<Resource>(
  service: Service,
  write: FieldWrite<Resource>,
  left = repetitions,
): Promise<boolean> {
  const { path, body, valueOf, value, replaceable } = write
  const { body: resource, etag } = await service.read<Resource>(path)
  if (![...replaceable, value].includes(valueOf(resource))) return false
  try {
    await service.write('PATCH', path, body, { ifMatch: etag })
    return true
  } catch (error) {
    if (!isOvertaken(error) || left === 0) throw error
    return writeUnlessChanged(service, write, left - 1)
  }
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
    const isWritten = await writeUnlessChanged(service, {
      ...writing,
      path,
      replaceable: [base, written.current],
    })
    if (isWritten) written.current = writing.value
    return isWritten
  }
}
