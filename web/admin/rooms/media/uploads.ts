import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useService } from '../../app/service.tsx'
import { underWay } from '../../parts/under-way.ts'
import { admin } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

/** A file being uploaded. */
export interface Upload {
  readonly key: number
  readonly name: string
  readonly bytes: number
  /** Progress from 0 to 1. */
  readonly part: number
  readonly state: 'waits' | 'leaves' | 'is processed' | 'done' | 'refused'
  readonly error?: Error
  /** The resulting image. */
  readonly image?: LibraryImage
}

export interface Uploads {
  readonly all: readonly Upload[]
  /** Uploads the files one after another, because the service decodes one at a time. */
  add(files: readonly File[]): void
  dismiss(key: number): void
}

/**
 * `onFirst` is called for the first of several files only, because later ones must not interrupt the user who is
 * describing it.
 */
export function useUploads(onFirst: (image: LibraryImage) => void): Uploads {
  const service = useService()
  const client = useQueryClient()
  const [all, setAll] = useState<readonly Upload[]>([])
  const last = useRef(0)
  const queue = useRef(Promise.resolve())
  const change = (key: number, fields: Partial<Upload>) =>
    setAll((uploads) => uploads.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  const send = async (key: number, file: File, isFirst: boolean) => {
    const form = new FormData()
    form.append('file', file)
    change(key, { state: 'leaves' })
    try {
      const { body } = await service.upload<LibraryImage>(admin('/media'), form, (part) =>
        change(key, { part, state: part === 1 ? 'is processed' : 'leaves' }),
      )
      change(key, { state: 'done', part: 1, image: body })
      await client.invalidateQueries({ queryKey: ['media'] })
      if (isFirst) onFirst(body)
    } catch (error) {
      change(key, { state: 'refused', error: error as Error })
    }
  }
  return {
    all,
    add(files) {
      for (const [index, file] of files.entries()) {
        last.current += 1
        const key = last.current
        setAll((uploads) => [...uploads, { key, name: file.name, bytes: file.size, part: 0, state: 'waits' }])
        queue.current = underWay(queue.current.then(() => send(key, file, index === 0)))
      }
    },
    dismiss: (key) => setAll((uploads) => uploads.filter((one) => one.key !== key)),
  }
}
