import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDocumentEvent } from '../../parts/document-event.ts'
import { useDates } from '../../parts/dates.ts'
import { Loading } from '../../parts/loading.tsx'
import { labelOfKeys } from '../../parts/keys.ts'
import { LanguageMark, languageLabel, languageName } from '../../parts/language-marks.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { Notice } from '../../parts/notice.tsx'
import { partsOf } from '../../parts/field-names.ts'
import { useMessages } from '../../parts/toasts.tsx'
import type { Kind } from '../../service/types.ts'
import { SavedMark } from '../form/aside.tsx'
import { ConflictView } from '../form/conflict.tsx'
import { createEditor, type Editor } from '../form/editor.ts'
import { editorMessages } from '../form/editor-messages.ts'
import { restored, storedState } from '../form/editor-state.ts'
import { Failed } from '../form/failed.tsx'
import { FormProvider, useEditorState, useFormState } from '../form/form.tsx'
import { Guard } from '../form/guard.tsx'
import { createUnsavedStore } from '../form/unsaved.ts'
import { readStored } from '../form/reading.ts'
import { Restored } from '../form/restored.tsx'
import { useKeepOnLeaving, useSaving } from '../form/saving.ts'
import { titleFields, type FormField } from '../form/schema.ts'
import { useScope } from '../form/scope.tsx'
import { keyOf } from '../form/values.ts'
import { ImageText } from './image-text.tsx'
import { Pair } from './pair.tsx'
import type { Item } from './work.ts'

interface TranslateProps {
  readonly kind: Kind
  readonly id: number
  readonly language: string
  readonly fields: readonly FormField[]
  readonly work: readonly Item[]
}

/** Translates one resource, with the original next to it. */
export function Translate(props: TranslateProps) {
  const { kind, id, fields } = props
  const t = useWords()
  const service = useService()
  const self = useSelf()
  const unsavedStore = useMemo(createUnsavedStore, [])
  const opened = useQuery({
    queryKey: ['form', 'translation', kind, id],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      const keptAs = () => `${self.id}/${kind}/${id}`
      const first = storedState(id, await readStored(service, kind, id, fields))
      const kept = await unsavedStore.read(keptAs())
      const state = kept === undefined ? first : restored(first, kept)
      return createEditor({
        service,
        kind,
        fields,
        unsavedStore,
        keptAs,
        kept,
        state,
        ...editorMessages(t),
      })
    },
  })
  if (!opened.isSuccess) return <Loading of={opened} rows={8} />
  return <Opened {...props} editor={opened.data} />
}

const nothing = () => Promise.resolve()

function Opened(props: TranslateProps & { editor: Editor }) {
  const { kind, id, language, fields, editor } = props
  const t = useWords()
  const { values, original } = useEditorState(editor)
  useKeepOnLeaving(editor)
  const heading = useRef<HTMLHeadingElement>(null)
  // Moves the focus past the list, so that keyboard users need not go through it for every text.
  useEffect(() => heading.current?.focus(), [kind, id])
  const acts = useActs(props)
  return (
    <FormProvider parts={{ kind, fields, editor, languages: [language], save: acts.save }}>
      <form
        className="translate"
        aria-labelledby="what"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <h2 id="what" lang={original} tabIndex={-1} ref={heading}>
          {String(values[titleFields[kind]])}
        </h2>
        <p className="quiet">
          <Link to={`/${kind}/${id}`}>{t('Open the whole form')}</Link>
        </p>
        <Failed />
        <Restored />
        <ConflictView />
        <Outdated language={language} stillRight={() => void acts.stillRight()} />
        <Languages editor={editor} language={language} />
        {fields
          .filter(({ isTranslated }) => isTranslated)
          .map((field) => (
            <Pair key={field.name} field={field} language={language} />
          ))}
        <ImageText language={language} />
        <Foot {...acts} />
      </form>
      {acts.dialog}
      <Guard />
    </FormProvider>
  )
}

/** Actions on the translation, by buttons and keys. */
function useActs({ kind, id, language, work, editor }: TranslateProps & { editor: Editor }) {
  const t = useWords()
  const messages = useMessages()
  const { values } = useEditorState(editor)
  const client = useQueryClient()
  const saving = useSaving(editor, kind, nothing)
  const { skip, go } = useNeighboursOfWork(work, language, { kind, id })
  const refresh = () => client.invalidateQueries({ queryKey: ['translations'] })
  const scope = useScope(editor)
  const save = async () => {
    const isToAsk = editor.changed().some(isOfSeries(editor))
    const chosen = isToAsk ? await scope.ask() : undefined
    if (isToAsk && chosen === undefined) return false
    const isSaved = await saving.save({ scope: chosen })
    if (isSaved) await refresh()
    return isSaved
  }
  const saveAndNext = async () => {
    // Without input this only goes on, and the text is still to be translated.
    const isTyped = editor.changed().length > 0 || editor.state().savedAt !== undefined
    if (!(await save())) return
    if (isTyped) messages.say(t('Saved: {title}', { title: String(values[titleFields[kind]]) }))
    skip()
  }
  const stillRight = async () => {
    const title = keyOf(titleFields[kind], language)
    const whose = isOfSeries(editor)(title) ? 'all' : undefined
    if (await saving.save({ with: { [title]: values[title] }, scope: whose })) {
      await refresh()
      skip()
    }
  }
  useKeys({ save: () => void save(), next: () => void saveAndNext(), go })
  return { saving, save, saveAndNext, stillRight, skip, dialog: scope.dialog }
}

/** Whether a text of an occurrence is that of its series, so that its translation may be meant for all dates. */
const isOfSeries = (editor: Editor) => (key: string) => {
  const { recurrence_id, overrides = [] } = editor.state().stored!.resource
  const own = overrides as readonly string[]
  return recurrence_id !== undefined && ![key, partsOf(key).name].some((name) => own.includes(name))
}

function Languages({ editor, language }: { editor: Editor; language: string }) {
  const t = useWords()
  const { original, stored } = useEditorState(editor)
  return (
    <div className="pair pair--head wide-only">
      <div>
        <LanguageMark language={original} is="original" /> {languageLabel(t, original)}, {t('original')}
      </div>
      <div>
        <LanguageMark language={language} is={stored?.resource.translations[language] ? 'done' : 'missing'} />{' '}
        {languageLabel(t, language)}
      </div>
    </div>
  )
}

function Foot({ saving, save, saveAndNext, skip }: ReturnType<typeof useActs>) {
  const t = useWords()
  return (
    <div className="foot foot--tall">
      <Button kind="primary" isBusy={saving.isBusy} onPress={() => void saveAndNext()}>
        {t('Save and continue')} <kbd aria-hidden="true">{labelOfKeys(t, 'Ctrl Enter')}</kbd>
      </Button>
      <Button onPress={() => void save()}>{t('Save')}</Button>
      <Button kind="quiet" onPress={skip}>
        {t('Skip')}
      </Button>
      <SavedMark saving={saving} />
    </div>
  )
}

/** The previous and next item of the work list. */
function useNeighboursOfWork(work: readonly Item[], language: string, shown: { kind: Kind; id: number }) {
  const navigate = useNavigateHere()
  const at = work.findIndex(({ kind, id }) => kind === shown.kind && id === shown.id)
  const others = work.filter(({ kind, id }) => kind !== shown.kind || id !== shown.id)
  const to = (item: Item | undefined) =>
    void navigate(
      item === undefined ? `/translations/${language}` : `/translations/${language}/${item.kind}/${item.id}`,
    )
  return {
    skip: () => to(others[Math.max(0, at)] ?? others[0]),
    go: (by: 1 | -1) => {
      const next = work[at + by]
      if (next !== undefined) to(next)
    },
  }
}

/** Ctrl+S saves, Ctrl+Enter saves and goes to the next, Alt+arrow only navigates. */
const useKeys = ({ save, next, go }: { save: () => void; next: () => void; go: (by: 1 | -1) => void }) =>
  useDocumentEvent('keydown', (event) => {
    const isControl = event.ctrlKey || event.metaKey
    const act = isControl
      ? { s: save, Enter: next }[event.key]
      : event.altKey
        ? { ArrowUp: () => go(-1), ArrowDown: () => go(1) }[event.key]
        : undefined
    if (act === undefined || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    // Held, Ctrl+Enter would also save texts that nobody has seen.
    if (!isControl || !event.repeat) act()
  })

function Outdated({ language, stillRight }: { language: string; stillRight: () => void }) {
  const t = useWords()
  const dates = useDates()
  const { stored } = useFormState()
  const translation = stored?.resource.translations[language]
  if (translation?.is_outdated !== true) return null
  return (
    <Notice
      tone="warn"
      title={t('The original has changed since this translation of {moment}.', {
        moment: dates.moment(translation.modified_utc),
      })}
      actions={
        <Button size="small" onPress={stillRight}>
          {t('{language} is still correct', { language: languageName(t, language) })}
        </Button>
      }
    >
      {t('Additions and deletions are marked.')}
    </Notice>
  )
}
