import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRemoveStoredInput } from '../../app/stored-input.ts'
import { useService } from '../../app/service.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { useSaving, type Saving } from '../../parts/saving.ts'
import { admin } from '../../service/service.ts'
import { importQuery } from './import-query.ts'
import { importsKey, type Format, type Import, type Policy } from './import.ts'

/** The source: a file or a URL. */
export type Material = { readonly file: File } | { readonly url: string }

/** The import options; empty ones are left to the service. */
export interface Choices {
  readonly format: Format | ''
  readonly source: string
  readonly language: string
  readonly policy: Policy
  readonly isDraft: boolean
  /** A cron expression. */
  readonly schedule: string
  /** A username and an application password of the source site. */
  readonly user: string
  readonly mapping?: Readonly<Record<string, string>>
}

export const firstChoices: Choices = {
  format: '',
  source: '',
  language: '',
  policy: 'keep_local',
  isDraft: true,
  schedule: '',
  user: '',
}

/** Key of unsaved input in browser storage. */
export const typedName = 'import'

/** Options that the service does not store. */
type Unkept = Pick<Choices, 'language' | 'user'>

/** The options that a preview was made with. */
export const choicesOf = (
  { format, source, policy, status, schedule = '', mapping }: Import,
  unkept: Unkept,
): Choices => ({ format, source, policy, isDraft: status === 'draft', schedule, mapping, ...unkept })

function fieldsOf(material: Material, choices: Choices): Record<string, unknown> {
  const { format, source, language, policy, isDraft, schedule, user, mapping } = choices
  const fields = {
    format,
    source: source.trim(),
    ml_language: language,
    policy,
    status: isDraft ? 'draft' : '',
    schedule: 'url' in material ? schedule.trim() : '',
    user: format === 'tec' ? user.trim() : '',
    mapping: mapping ?? '',
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function formOf(file: File, fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  form.append('file', file)
  return form
}

export interface Reading extends Pick<Saving, 'form' | 'isBusy' | 'fields' | 'problem'> {
  /** Upload progress, from 0 to 1. */
  readonly part: number
  /** The source of the import, if it can be read again. */
  materialOf(imported: Import): Material | undefined
  /** The unstored options of a preview, as long as the room is open. */
  unkeptOf(imported: Import): Unkept
  /** The options of the request in progress. */
  readonly wanted: Choices | undefined
  /** Creates a preview and shows it; the previous one is discarded. */
  read(material: Material, choices: Choices, former?: Import): void
}

/** Has the service read a source. Keeps the file while the room is open, because changing a preview reads it again. */
export function useReading(): Reading {
  const service = useService()
  const client = useQueryClient()
  const navigate = useNavigateHere()
  const forget = useRemoveStoredInput()
  const { run, ...saving } = useSaving()
  const [part, setPart] = useState(0)
  const [wanted, setWanted] = useState<Choices>()
  const [last, setLast] = useState<{ id: number; material: Material; unkept: Unkept }>()
  const send = async (material: Material, choices: Choices) => {
    const fields = fieldsOf(material, choices)
    const path = admin('/imports')
    if ('file' in material) return service.upload<Import>(path, formOf(material.file, fields), setPart)
    return service.write<Import>('POST', path, { ...fields, url: material.url })
  }
  return {
    ...saving,
    part,
    wanted: saving.isBusy ? wanted : undefined,
    unkeptOf: ({ id }) => (last?.id === id ? last.unkept : { language: '', user: '' }),
    materialOf: ({ id, url }) => {
      if (last?.id === id) return last.material
      return url === undefined ? undefined : { url }
    },
    read: (material, choices, former) =>
      void run(async () => {
        setPart(0)
        setWanted(choices)
        const { body } = await send(material, choices)
        // Otherwise the old schedule would apply besides the new one.
        if (former !== undefined) await service.write('DELETE', admin(`/imports/${former.id}`))
        // Prefetched, so that the page does not flash and keeps the focus.
        await client.prefetchQuery(importQuery(service, body.id))
        const { language, user } = choices
        forget(typedName)
        setLast({ id: body.id, material, unkept: { language, user } })
        void navigate(`/import/${body.id}`, { replace: former !== undefined })
        await client.invalidateQueries({ queryKey: importsKey })
      }),
  }
}
