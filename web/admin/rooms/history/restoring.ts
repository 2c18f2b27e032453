import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { writeKeyed } from '../../parts/lost-answer.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { ChangedMeanwhile } from '../../service/errors.ts'
import { admin, calendar } from '../../service/service.ts'
import type { Kind } from '../../service/types.ts'
import { readVersions, type Restored, type Version } from '../../service/versions.ts'

/** Restores versions; undo restores the one that was the newest when the service wrote. */

/** A write creates a version for each language, so what somebody else has changed may be behind several of ours. */
const compared = 20

interface Restoration {
  readonly version: number
  readonly before: Version
}

/** What could not be restored of a version. */
export interface NotRestored {
  readonly version: number
  readonly values: Restored['left_out']
}

/** Whether nothing was written after the version before but the restoration. */
const isOnlyChange = (versions: readonly Version[], { version, before }: Restoration) =>
  versions.some((one) => one.version === before.version) &&
  versions.every((one) => one.version <= before.version || one.restored_version === version)

export function useRestore(kind: Kind, id: number) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const [leftOut, setLeftOut] = useState<NotRestored>()
  /** The tag is read first, so that it is outdated if somebody writes before the versions are read. */
  const read = async () => {
    const { etag } = await service.read(calendar(`/${kind}/${id}`))
    const { body } = await readVersions(service, kind, id, { page: 1, per_page: compared })
    return { etag, versions: body.versions }
  }
  const write = async (restoration: Restoration, ifMatch: string | undefined) => {
    const path = admin(`/${kind}/${id}/history/${restoration.version}/restore`)
    const { body } = await writeKeyed((idempotencyKey) =>
      service.write<Restored>('POST', path, undefined, { ifMatch, idempotencyKey }),
    )
    setLeftOut({ version: restoration.version, values: body.left_out })
    await client.invalidateQueries({ queryKey: [kind] })
  }
  const back = useMutation({
    mutationFn: async (restoration: Restoration) => {
      const { etag, versions } = await read()
      if (!isOnlyChange(versions, restoration)) throw new ChangedMeanwhile()
      await write({ version: restoration.before.version, before: versions[0]! }, etag)
      say(t('Undone.'))
    },
  })
  const restore = useMutation({
    mutationFn: async (version: number) => {
      const { etag, versions } = await read()
      const restoration = { version, before: versions[0]! }
      await write(restoration, etag)
      say(t('Version {version} was restored.', { version }), () => back.mutate(restoration))
    },
  })
  return { restore, leftOut, error: restore.error ?? back.error }
}
