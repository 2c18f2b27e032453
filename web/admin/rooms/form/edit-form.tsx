import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { useDocumentEvent } from '../../parts/document-event.ts'
import { newNames } from '../../parts/kind-names.ts'
import { LanguageMarks } from '../../parts/language-marks.tsx'
import { writeKeyed } from '../../parts/lost-answer.ts'
import { Page } from '../../parts/page.tsx'
import { useIsPhone } from '../../parts/phone.ts'
import { useMessages } from '../../parts/toasts.tsx'
import { states, type State } from '../../parts/state-mark.tsx'
import type { Words } from '../../locales/index.ts'
import { joinSeries } from '../../service/series.ts'
import type { CalendarEvent, Kind } from '../../service/types.ts'
import { Aside, PhoneFoot } from './aside.tsx'
import { ConflictView } from './conflict.tsx'
import type { Editor } from './editor.ts'
import type { Sending } from './editor-state.ts'
import { Failed } from './failed.tsx'
import { FormProvider, useEditorState, type FormParts } from './form.tsx'
import { Guard } from './guard.tsx'
import { isReadOnlyFor, ReadOnly } from './read-only.tsx'
import { Restored } from './restored.tsx'
import { useKeepOnLeaving, useSaving } from './saving.ts'
import { titleFields, type FormField } from './schema.ts'
import { useScope } from './scope.tsx'
import { SentBack } from './sent-back.tsx'
import { SectionView } from './section-view.tsx'
import { sectionsOf } from './sections.ts'
import { useShownLanguages } from './shown-languages.ts'
import { useStoredTexts } from './stored-texts.ts'
import { useWaysToSave } from './ways-to-save.ts'
import { useWayBack } from './way-back.ts'

interface EditFormProps {
  /** Identifies the form, also under the URL of the resource that it has created. */
  readonly name: string
  readonly editor: Editor
  readonly kind: Kind
  readonly fields: readonly FormField[]
  /** All languages of the site. */
  readonly all: readonly string[]
  readonly onCreated: (id: number) => Promise<void>
}

export function EditForm({ name, editor, kind, fields, all, onCreated }: EditFormProps) {
  const t = useWords()
  const messages = useMessages()
  const state = useEditorState(editor)
  const shown = useShownLanguages(all, state.original)
  const saving = useSaving(editor, kind, onCreated)
  useKeepOnLeaving(editor)
  const showStored = useStoredTexts(editor)
  const form = useFirstField(state.id === undefined)
  const scope = useScope(editor)
  const navigate = useNavigate()
  const joinAgain = useJoining(editor)
  const [begun] = useState(() => new Set<() => void>())
  const [isUploading, setUploading] = useState(false)
  const isReadOnly = isReadOnlyFor(state.stored, useSelf())
  const save = async (sending: Sending = {}) => {
    if (isReadOnly) return false
    const [askToEnd] = begun
    if (askToEnd !== undefined && sending.isAlone !== true) {
      askToEnd()
      return false
    }
    const chosen =
      sending.scope ?? (state.conflict === undefined && scope.isToAsk() ? await scope.ask() : 'none')
    if (chosen === undefined) return false
    const before = seriesOf(editor)
    const left = leftOfSeries(editor)
    const isEnding = left !== undefined && editor.state().values.recurrence === ''
    const status = statusOf(editor)
    const isSaved = await saving.save(chosen === 'none' ? sending : { ...sending, scope: chosen })
    const isSplit = chosen === 'following' && seriesOf(editor) !== before
    const isTrashed = isSaved && status !== 'trash' && statusOf(editor) === 'trash'
    if (isTrashed && editor.state().isReplaced) {
      messages.say(t('Saved. This date was replaced by another one; this is its series.'))
      await navigate(`/${kind}/${seriesOf(editor)}`)
    } else if (isTrashed && isEnding) {
      messages.say(t('Saved. The series has ended; this is the date that is left of it.'))
      await navigate(`/${kind}/${left.id}`)
    } else if (isTrashed && !isEnding) {
      messages.say(t('Saved. Somebody else has moved this to the trash in the meantime.'))
    } else if (isSaved)
      messages.say(savedMessage(t, status, statusOf(editor)), isSplit ? joinAgain : undefined)
    return isSaved
  }
  const [main] = useWaysToSave(kind, state, save).ways
  useSaveKeys(
    () => void save(state.id === undefined && kind === 'events' ? { with: { status: 'draft' } } : {}),
    main.act,
  )
  const languages = shown.languages
  const parts: FormParts = {
    ...{ kind, fields, editor, languages, save, begun, isReadOnly },
    ...{ isUploading, setUploading },
  }
  const title = String(state.values[titleFields[kind]] ?? '') || t(newNames[kind])
  const sections = sectionsOf(kind, fields).map((section) => (
    <SectionView key={section.id} section={section} />
  ))
  return (
    <FormProvider parts={parts}>
      <Page
        title={title}
        heading={<span lang={state.original}>{title}</span>}
        isSlim
        before={<BackLink kind={kind} />}
        actions={state.stored && <LanguageMarks of={state.stored.resource} languages={all} />}
      >
        <Failed />
        <ReadOnly />
        <Restored />
        {!isReadOnly && <SentBack />}
        <ConflictView />
        {/* What a browser would fill in is the address of the editor. */}
        <form
          className="columns"
          noValidate
          autoComplete="off"
          ref={form}
          onBlur={showStored}
          onSubmit={(event) => event.preventDefault()}
        >
          {isReadOnly ? <fieldset disabled>{sections}</fieldset> : <div>{sections}</div>}
          <Aside saving={{ ...saving, save }} all={all} shown={shown} />
          {!isReadOnly && <PhoneFoot saving={{ ...saving, save }} />}
        </form>
      </Page>
      {scope.dialog}
      <Guard name={name} />
    </FormProvider>
  )
}

function BackLink({ kind }: { kind: Kind }) {
  const { to, label } = useWayBack(kind)
  return <LinkButton kind="quiet" icon="previous" to={to} label={label} />
}

/** Focuses the title of a new resource, but not on phones, where the keyboard would cover the form. */
function useFirstField(isNew: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useIsPhone()
  const [isWanted] = useState(isNew && !isPhone)
  // In a layout effect, before the user can have started in another field.
  useLayoutEffect(() => {
    if (isWanted) form.current?.querySelector('input')?.focus()
  }, [isWanted])
  return form
}

const statusOf = (editor: Editor) => editor.state().stored?.resource.status as State | undefined

/** The message after saving, which mentions publishing and unpublishing. */
const savedMessage = (t: Words, before: State | undefined, after: State | undefined) =>
  after === undefined || after === before
    ? t('Saved.')
    : t('Saved. Status: {status}', { status: t(states[after][1]) })

/** The series of an occurrence. */
const seriesOf = (editor: Editor) => Number(editor.state().stored?.resource.post_parent ?? 0)

/** What a series becomes when it ends: its next date, or the latest one. */
const leftOfSeries = (editor: Editor) => {
  const series = editor.state().stored?.resource.series as CalendarEvent['series']
  return series?.next ?? series?.previous ?? undefined
}

/** Undoes a split: this date and those after it rejoin their former series. */
function useJoining(editor: Editor): () => void {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const { say } = useMessages()
  return () => {
    const series = seriesOf(editor)
    void writeKeyed((key) => joinSeries(service, series, key)).then(
      async () => {
        await client.invalidateQueries()
        say(t('Undone.'))
      },
      (error: unknown) => editor.fail(error as Error),
    )
  }
}

/** Ctrl+S saves with the current status, Ctrl+Enter is the primary button. */
function useSaveKeys(save: () => void, primary: () => void): void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return
    const act = { s: save, Enter: primary }[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (!event.repeat) act()
  }
  // The button of a calendar, which comes after each day, would take Enter with Ctrl as well and open it.
  const listenBefore = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLButtonElement)) return
    listen(event)
    if (event.defaultPrevented) event.stopPropagation()
  }
  useDocumentEvent('keydown', listenBefore, { capture: true })
  useDocumentEvent('keydown', listen)
}
