import { chooseFirstLanguage } from '../../app/languages.ts'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Check, Field, Input, Select } from '../../parts/field.tsx'
import { labelOfKeys } from '../../parts/keys.ts'
import { languageLabel } from '../../parts/language-marks.tsx'
import { Menu, type MenuChoice } from '../../parts/menu.tsx'
import { StateMark, type State } from '../../parts/state-mark.tsx'
import { useEntry, useSubForm, useForm, useFormState } from './form.tsx'
import { Missing } from './missing.tsx'
import { OfSeries } from './of-series.tsx'
import { OwnDates } from './own-dates.tsx'
import { PastVersions } from './past-versions.tsx'
import type { Saving } from './saving.ts'
import type { ShownLanguages } from './shown-languages.ts'
import { useWaysToSave } from './ways-to-save.ts'
import { Whole } from './whole.tsx'

/** The sidebar of the form: its state, and actions on the whole resource. */
export function Aside({
  saving,
  all,
  shown,
}: {
  saving: Saving
  all: readonly string[]
  shown: ShownLanguages
}) {
  const t = useWords()
  const { isReadOnly = false } = useForm()
  return (
    <aside className="aside" aria-label={t('Publish')}>
      {!isReadOnly && (
        <>
          <Status saving={saving} />
          <OfSeries />
          <OwnDates />
          <Missing />
        </>
      )}
      <Languages all={all} shown={shown} />
      {!isReadOnly && <PastVersions />}
      <Whole save={saving.save} />
    </aside>
  )
}

function Status({ saving }: { saving: Saving }) {
  const t = useWords()
  const { kind } = useForm()
  const state = useFormState()
  const { stored } = state
  const [publication, setPublication] = useSubForm<string>(publicationBox)
  const { status, ways } = useWaysToSave(kind, state, saving.save)
  const [main, ...others] = ways
  const choices: MenuChoice[] = [
    ...others.map(({ label, act }) => ({ id: label, label, onChoose: act })),
    ...(kind === 'events'
      ? [{ id: 'schedule', label: t('Publish later…'), onChoose: () => setPublication('') }]
      : []),
  ]
  const url = stored?.resource.url
  return (
    <section className="panel" aria-labelledby="status">
      <h2 id="status">{t('Status')}</h2>
      <div className="row row--between">
        {(stored !== undefined || kind === 'events') && <StateMark state={status as State} />}
        <SavedMark saving={saving} />
      </div>
      <div className="joined joined--wide">
        <Button kind="primary" isBusy={saving.isBusy} onPress={main.act}>
          {main.label} {main.keys && <kbd aria-hidden="true">{labelOfKeys(t, main.keys)}</kbd>}
        </Button>
        {choices.length > 0 && (
          <Menu
            className="button button--primary"
            label={t('Other ways to save')}
            icon="down"
            choices={choices}
          />
        )}
      </div>
      {publication !== undefined && (
        <Schedule when={publication} onChange={setPublication} save={saving.save} />
      )}
      {url !== undefined && status === 'publish' && (
        <div className="row">
          <a href={url}>{t('Open the page')}</a>
        </div>
      )}
    </section>
  )
}

/** On phones, keeps the primary button within reach of the thumb. */
export function PhoneFoot({ saving }: { saving: Saving }) {
  const { kind } = useForm()
  const [main] = useWaysToSave(kind, useFormState(), saving.save).ways
  return (
    <div className="foot phone-only">
      <Button kind="primary" isBusy={saving.isBusy} onPress={main.act}>
        {main.label}
      </Button>
      <SavedMark saving={saving} />
    </div>
  )
}

const publicationBox = 'publication'

function Schedule({
  when,
  onChange,
  save,
}: {
  when: string
  onChange: (when: string | undefined) => void
  save: Saving['save']
}) {
  const t = useWords()
  const { value, set, error, id } = useEntry('date')
  const cancel = () => {
    // What was refused is not wanted any more.
    if (error !== undefined) set(value)
    onChange(undefined)
  }
  return (
    <div className="stack">
      <Field
        label={t('Publish on')}
        help={t('Such as 2027-03-02 09:00, in the time zone of the site')}
        error={error}
        id={id}
      >
        <Input value={when} onChange={onChange} />
      </Field>
      <div className="row">
        <Button
          size="small"
          isDisabled={when === ''}
          onPress={() => void save({ with: { date: when, status: 'publish' }, box: publicationBox })}
        >
          {t('Schedule')}
        </Button>
        <Button size="small" kind="quiet" onPress={cancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Always visible: whether the content of the form is saved. */
export function SavedMark({ saving }: { saving: Saving }) {
  const t = useWords()
  const dates = useDates()
  const { editor, isUploading = false } = useForm()
  const { savedAt, id, errors, problem, conflict } = useFormState()
  const isChanged = editor.changed().length > 0 || isUploading
  const hasFailed = problem !== undefined || conflict !== undefined || Object.keys(errors).length > 0
  const text = () => {
    if (saving.isPaused) return t('Not saved yet; kept in this browser')
    if (saving.isSaving) return t('Saving…')
    if (hasFailed) return t('Not saved')
    if (isChanged) return t('Not saved yet')
    if (savedAt !== undefined) return t('Saved {time}', { time: dates.time(new Date(savedAt)) })
    return id === undefined ? t('Nothing to save yet') : t('Saved')
  }
  return (
    <span className="quiet" role="status">
      {text()}
    </span>
  )
}

function Languages({ all, shown }: { all: readonly string[]; shown: ShownLanguages }) {
  const t = useWords()
  const { editor } = useForm()
  const { id, creation, original } = useFormState()
  const isOpen = id === undefined && creation === undefined && all.length > 1
  const writeFirstIn = (language: string) => {
    // What was typed in the one that was first so far must stay in sight.
    shown.show(original, true)
    editor.writeFirstIn(language)
    chooseFirstLanguage(language)
  }
  return (
    <section className="panel" aria-labelledby="languages">
      <h2 id="languages">{t('Languages in this form')}</h2>
      <div className="stack">
        {isOpen && (
          <Field label={t('Original language')}>
            <Select
              value={original}
              options={all.map((language) => ({ value: language, label: languageLabel(t, language) }))}
              onChange={writeFirstIn}
            />
          </Field>
        )}
        {[original, ...all.filter((language) => language !== original)].map((language) => (
          <Check
            key={language}
            label={
              <>
                {languageLabel(t, language)}
                {language === original && <span className="quiet"> {t('original')}</span>}
              </>
            }
            isChecked={shown.languages.includes(language)}
            isDisabled={language === original}
            onChange={(isShown) => shown.show(language, isShown)}
          />
        ))}
      </div>
    </section>
  )
}
