import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { firstLanguage, useLanguages } from '../../app/languages.ts'
import { useService, useSite } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { NotFound } from '../../app/not-found.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { Page as Frame } from '../../parts/page.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { isGone } from '../../service/errors.ts'
import { kinds, type Kind } from '../../service/types.ts'
import { createEditor, type Editor } from './editor.ts'
import { editorMessages } from './editor-messages.ts'
import { newState, restored, storedState } from './editor-state.ts'
import { createUnsavedStore } from './unsaved.ts'
import { readStored } from './reading.ts'
import { useFormFields, type FormField } from './schema.ts'
import { initialValues } from './initial.ts'
import type { Values } from './values.ts'
import { EditForm } from './edit-form.tsx'

/** The form of a resource of any kind: `/events/new`, `/events/17`. */

interface Going {
  /** Identifies a form that continues under another URL after its resource was created. */
  readonly form?: string
  /** Initial values of a new resource. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The language of the values of a copy; by default that of the site. */
  readonly original?: string
}

export function Page() {
  const { id = '' } = useParams()
  const { pathname, key, state } = useLocation()
  const kind = pathname.split('/')[1] as Kind
  const going = (state ?? {}) as Going
  const fields = useFormFields(kind)
  const languages = useLanguages()
  if (!kinds.includes(kind) || !/^(?:new|\d+)$/.test(id)) return <NotFound />
  if (fields.isError) return <Broken error={fields.error} retry={() => void fields.refetch()} />
  if (fields.data === undefined || languages.length === 0) return <Waiting />
  const name = going.form ?? (id === 'new' ? `${kind}/new/${key}` : `${kind}/${id}`)
  return <Opened key={name} name={name} kind={kind} id={id} fields={fields.data} languages={languages} />
}

function Broken({ error, retry }: { error: Error; retry: () => void }) {
  const t = useWords()
  if (isGone(error)) return <NotFound />
  return (
    <Frame title={t('Edit')}>
      <Failure error={error} retry={retry} />
    </Frame>
  )
}

interface OpenedProps {
  readonly name: string
  readonly kind: Kind
  readonly id: string
  readonly fields: readonly FormField[]
  readonly languages: readonly string[]
}

/** A language that the site no longer has cannot be written. Texts that are given without one are in that of the site. */
function originalOf({ original }: Going, { fields, languages }: OpenedProps, given: Values): string {
  const hasTexts = fields.some(({ name, isTranslated }) => isTranslated && name in given)
  const usual = hasTexts ? languages[0]! : firstLanguage(languages)!
  return languages.find((language) => language === original) ?? usual
}

/** Reads the stored resource and the unsaved input once; from then on the form owns both. */
function useOpened(props: OpenedProps) {
  const { name, kind, id, fields } = props
  const t = useWords()
  const service = useService()
  const site = useSite()
  const self = useSelf()
  const { search, state } = useLocation()
  const unsavedStore = useMemo(createUnsavedStore, [])
  const keyOf = (part: number | string) => `${self.id}/${kind}/${part}`
  /** A new form with the same given values continues earlier input; without given values, the latest. */
  const unsaved = async (number: number | undefined, given: Values) => {
    const isCopy = Object.keys(given).length > 0
    const own = keyOf(number ?? (isCopy ? `new ${JSON.stringify(given)}` : 'new'))
    if (number !== undefined || isCopy) return { own, kept: await unsavedStore.read(own) }
    const newest = await unsavedStore.newest(own)
    return { own: newest?.key ?? own, kept: newest?.kept }
  }
  return useQuery({
    queryKey: ['form', name],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async (): Promise<Editor> => {
      const number = id === 'new' ? undefined : Number(id)
      const going = (state ?? {}) as Going
      const given = { ...going.values, ...Object.fromEntries(new URLSearchParams(search)) }
      const { own, kept } = await unsaved(number, given)
      const keptAs = (saved: number | undefined) => (saved === undefined ? own : keyOf(saved))
      const parts = { service, kind, fields, unsavedStore, keptAs, ...editorMessages(t) }
      const first =
        number === undefined
          ? newState(
              kept?.original ?? originalOf(going, props, given),
              ...initialValues(kind, fields, site, given),
            )
          : storedState(number, await readStored(service, kind, number, fields))
      return createEditor({ ...parts, kept, state: kept === undefined ? first : restored(first, kept) })
    },
  })
}

function Opened(props: OpenedProps) {
  const opened = useOpened(props)
  const navigate = useNavigateHere()
  if (opened.isError) return <Broken error={opened.error} retry={() => void opened.refetch()} />
  if (opened.data === undefined) return <Waiting rows={12} />
  const { name, kind, fields, languages } = props
  return (
    <EditForm
      name={name}
      editor={opened.data}
      kind={kind}
      fields={fields}
      all={languages}
      onCreated={(id) => navigate(`/${kind}/${id}`, { replace: true, state: { form: name } })}
    />
  )
}
