import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
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

/** Whether nothing was written after the version but the restoration. */
const isUndoable = (versions: readonly Version[], { version, before }: Restoration) =>
  versions.some((one) => one.version === before.version) &&
  versions.every((one) => one.version <= before.version || one.restored_version === version)

export function useRestore(kind: Kind, id: number) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  const [leftOut, setLeftOut] = useState<Restored['left_out']>([])
  /** The tag is read first, so that it is outdated if somebody writes before the versions are read. */
  const read = async () => {
    const { etag } = await service.read(calendar(`/${kind}/${id}`))
    const { body } = await readVersions(service, kind, id, { page: 1, per_page: compared })
    return { etag, versions: body.versions }
  }
  const write = async (version: number, ifMatch: string | undefined) => {
    const path = admin(`/${kind}/${id}/history/${version}/restore`)
    const { body } = await service.write<Restored>('POST', path, undefined, { ifMatch })
    setLeftOut(body.left_out)
    await client.invalidateQueries({ queryKey: [kind] })
  }
  const back = useMutation({
    mutationFn: async (restoration: Restoration) => {
      const { etag, versions } = await read()
      if (!isUndoable(versions, restoration)) throw new ChangedMeanwhile()
      await write(restoration.before.version, etag)
      say(t('Undone.'))
    },
  })
  const restore = useMutation({
    mutationFn: async (version: number) => {
      const { etag, versions } = await read()
      const [before] = versions
      await write(version, etag)
      const undo = before && (() => back.mutate({ version, before }))
      say(t('Version {version} is back.', { version }), undo)
    },
  })
  return { restore, leftOut, error: restore.error ?? back.error }
}
