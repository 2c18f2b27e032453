import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useMessages } from '../../parts/toasts.tsx'
import { underWay } from '../../parts/under-way.ts'
import { admin, formWith } from '../../service/service.ts'
import type { LibraryImage } from './image.ts'

/** A file being uploaded. */
export interface Upload {
  readonly key: number
  readonly file: File
  /** Progress from 0 to 1. */
  readonly part: number
  readonly state: 'waits' | 'leaves' | 'is processed' | 'done' | 'refused'
  readonly error?: Error
  /** The resulting image. */
  readonly image?: LibraryImage
}

export interface Uploads {
  readonly all: readonly Upload[]
  /**
   * Uploads the files one after another, because the service decodes one at a time. `onFirst` is called for the first of
   * several files only, because later ones must not interrupt the user who is describing it.
   */
  add(files: readonly File[], onFirst: (image: LibraryImage) => void): void
  dismiss(key: number): void
  /** Says that the list is displayed, until the returned function is called. */
  display(): () => void
}

const Context = createContext<Uploads | undefined>(undefined)

/** Above the rooms, because uploads go on when the media library is left. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const t = useWords()
  const { say } = useMessages()
  const service = useService()
  const client = useQueryClient()
  const [all, setAll] = useState<readonly Upload[]>([])
  const last = useRef(0)
  const queue = useRef(Promise.resolve())
  const isDisplayed = useRef(false)
  const change = (key: number, fields: Partial<Upload>) =>
    setAll((uploads) => uploads.map((one) => (one.key === key ? { ...one, ...fields } : one)))
  const send = async (key: number, file: File, onSent: (image: LibraryImage) => void) => {
    change(key, { state: 'leaves' })
    try {
      const { body } = await service.upload<LibraryImage>(admin('/media'), formWith(file), (part) =>
        change(key, { part, state: part === 1 ? 'is processed' : 'leaves' }),
      )
      change(key, { state: 'done', part: 1, image: body })
      await client.invalidateQueries({ queryKey: ['media'] })
      onSent(body)
    } catch (error) {
      change(key, { state: 'refused', error: error as Error })
      if (!isDisplayed.current)
        say(t('“{name}” was not uploaded. See Media for the reason.', { name: file.name }))
    }
  }
  const uploads: Uploads = {
    all,
    add(files, onFirst) {
      for (const [index, file] of files.entries()) {
        last.current += 1
        const key = last.current
        setAll((others) => [...others, { key, file, part: 0, state: 'waits' }])
        const onSent = index === 0 ? onFirst : () => undefined
        queue.current = underWay(queue.current.then(() => send(key, file, onSent)))
      }
    },
    dismiss: (key) => setAll((others) => others.filter((one) => one.key !== key)),
    display() {
      isDisplayed.current = true
      return () => {
        isDisplayed.current = false
        setAll((others) => others.filter(({ state }) => state !== 'done'))
      }
    },
  }
  return <Context value={uploads}>{children}</Context>
}

/** The uploads, for the room that displays them. */
export function useUploads(): Uploads {
  const uploads = useContext(Context)
  if (uploads === undefined) throw new Error('There is no UploadsProvider.')
  const display = useRef(uploads.display)
  useEffect(() => display.current(), [])
  return uploads
}
