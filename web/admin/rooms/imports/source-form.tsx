import { useRef, useState, type FormEvent } from 'react'
import { useStoredInput } from '../../app/stored-input.ts'
import { useLanguages } from '../../app/languages.ts'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Drop } from '../../parts/drop.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Field, FieldError, Input, Select } from '../../parts/field.tsx'
import { FileInput } from '../../parts/file-input.tsx'
import { Icon } from '../../parts/icon.tsx'
import { languageLabel } from '../../parts/language-marks.tsx'
import { Progress } from '../../parts/progress.tsx'
import { formats, type Format } from './import.ts'
import { PolicyField } from './policy-field.tsx'
import { firstChoices, typedName, type Choices, type Reading } from './reading.ts'
import { ScheduleField } from './schedule-field.tsx'

type Change = (choices: Partial<Choices>) => void

interface Typed extends Omit<Choices, 'user'> {
  readonly url: string
}

/** Matches URLs that contain credentials or the beginning of them. */
const opensSite = /\/\/[^/]*(?:@|:\D)/

/** Stores the input in this browser until it is read, except credentials. */
function useTyped() {
  const { user: nobody, ...first } = firstChoices
  const [typed = { ...first, url: '' }, setTyped] = useStoredInput<Typed>(typedName)
  const [user, setUser] = useState(nobody)
  const { url: kept, ...choices } = typed
  const [url, setUrl] = useState(kept)
  return {
    url,
    choices: { ...choices, user },
    setUrl: (next: string) => {
      setUrl(next)
      setTyped({ ...typed, url: opensSite.test(next) ? '' : next })
    },
    change: ({ user: named = user, ...others }: Partial<Choices>) => {
      setUser(named)
      if (Object.keys(others).length > 0) setTyped({ ...typed, ...others })
    },
  }
}

export function SourceForm({ reading }: { reading: Reading }) {
  const t = useWords()
  const { url, choices, setUrl, change } = useTyped()
  const { problem, isBusy, part } = reading
  return (
    <div className="stack stack--wide" ref={reading.form}>
      {problem && <Failure error={problem} />}
      <FileDrop reading={reading} onFile={(file) => reading.read({ file }, { ...choices, schedule: '' })} />
      {isBusy && (
        <div className="stack">
          {part > 0 && <Progress label={t('Reading')} part={part} />}
          <p role="status">{t('Creating the preview. Nothing is imported yet.')}</p>
        </div>
      )}
      <AddressForm
        reading={reading}
        url={url}
        schedule={choices.schedule}
        onUrl={setUrl}
        onSchedule={(schedule) => change({ schedule })}
        onRead={() => reading.read({ url: url.trim() }, choices)}
      />
      <HowItIsRead reading={reading} choices={choices} onChange={change} />
    </div>
  )
}

function FileDrop({ reading, onFile }: { reading: Reading; onFile: (file: File) => void }) {
  const t = useWords()
  const chooser = useRef<HTMLInputElement>(null)
  const take = ([file]: readonly File[]) => file !== undefined && onFile(file)
  return (
    <Drop className="drop drop--big" onFiles={take}>
      {() => (
        <>
          <Icon name="upload" />
          <Button kind="primary" isBusy={reading.isBusy} onPress={() => chooser.current?.click()}>
            {t('Choose a file')}
          </Button>
          <p className="quiet">{t('or drop one here: iCalendar (.ics), CSV or JSON.')}</p>
          <p className="quiet">{t('Nothing is imported until you have seen a preview.')}</p>
          {reading.fields.file !== undefined && (
            <FieldError id="import-file">{reading.fields.file}</FieldError>
          )}
          <FileInput
            ref={chooser}
            accept=".ics,.ical,.vcs,.zip,.csv,.tsv,.tab,.txt,.xlsx,.xls,.ods,.json,.jsonl,.ndjson,.jsonld,text/calendar,text/csv,application/json"
            label={t('File to import')}
            onFiles={take}
          />
        </>
      )}
    </Drop>
  )
}

function AddressForm({
  reading,
  url,
  schedule,
  onUrl,
  onSchedule,
  onRead,
}: {
  reading: Reading
  url: string
  schedule: string
  onUrl: (url: string) => void
  onSchedule: (schedule: string) => void
  onRead: () => void
}) {
  const t = useWords()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (url.trim() !== '') onRead()
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <Field
        label={t('Or the URL of a calendar')}
        help={t('An .ics feed, events as CSV or JSON, or a site with The Events Calendar.')}
        error={reading.fields.url}
      >
        <div className="row import-address">
          <AddressInput url={url} onChange={onUrl} />
          <Button type="submit" isBusy={reading.isBusy}>
            {t('Read the URL')}
          </Button>
        </div>
      </Field>
      <ScheduleField schedule={schedule} error={reading.fields.schedule} onChange={onSchedule} />
    </form>
  )
}

const AddressInput = ({ url, onChange }: { url: string; onChange: (url: string) => void }) => (
  <Input type="url" value={url} onChange={onChange} placeholder="https://" autoComplete="off" />
)

const formatNames = {
  ics: 'iCalendar',
  csv: 'CSV',
  json: 'JSON',
  tec: 'The Events Calendar',
} as const satisfies Record<Format, string>

function HowItIsRead({
  reading: { fields },
  choices,
  onChange,
}: {
  reading: Reading
  choices: Choices
  onChange: Change
}) {
  const t = useWords()
  const languages = useLanguages()
  const { format, source, language, policy, user } = choices
  return (
    <section className="panel" aria-labelledby="how">
      <h2 id="how">{t('Import options')}</h2>
      <Field
        label={t('Format')}
        error={
          // The service misses a parameter that this form does not seem to ask for.
          fields.format !== undefined && format === ''
            ? t('The file name or URL does not tell the format. Choose it here.')
            : fields.format
        }
      >
        <Select
          value={format}
          onChange={(value) => onChange({ format: value })}
          options={[
            { value: '', label: t('By the file name or URL') },
            ...formats.map((value) => ({ value, label: formatNames[value] })),
          ]}
        />
      </Field>
      {format === 'tec' && (
        <Field
          label={t('Username and application password for the site')}
          help={t(
            'As name:password, to read unpublished events too. They are not stored, so they work only for a URL that is read once.',
          )}
          error={fields.user}
        >
          <Input value={user} onChange={(value) => onChange({ user: value })} autoComplete="off" />
        </Field>
      )}
      <Field
        label={t('Source')}
        help={t(
          'Events that come from the same source again update those already here. If empty, the file name or the URL is used.',
        )}
        error={fields.source}
      >
        <Input value={source} onChange={(value) => onChange({ source: value })} autoComplete="off" />
      </Field>
      <Field label={t('Language of texts without one')} error={fields.ml_language}>
        <Select
          value={language}
          onChange={(value) => onChange({ language: value })}
          options={[
            { value: '', label: t('The site’s language') },
            ...languages.map((value) => ({ value, label: languageLabel(t, value) })),
          ]}
        />
      </Field>
      <PolicyField policy={policy} onChange={(value) => onChange({ policy: value })} />
    </section>
  )
}
