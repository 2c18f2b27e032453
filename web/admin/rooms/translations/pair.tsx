import { useQuery } from '@tanstack/react-query'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Difference } from '../../parts/difference.tsx'
import { FieldError, Input } from '../../parts/field.tsx'
import { languageName } from '../../parts/language-marks.tsx'
import { areTooLong } from '../../parts/words-changed.ts'
import { readVersions } from '../../service/versions.ts'
import { errorIdOf, useForm, useFormState, useText } from '../form/form.tsx'
import { labelOf } from '../form/labels.ts'
import { isHtml, titleFields, type FormField } from '../form/schema.ts'
import { slugOf } from '../form/slug.ts'
import { typingOf } from '../form/widgets/typing.ts'
import { RichWidget } from '../form/widgets/rich.tsx'

/** A field in both languages, side by side. */
export function Pair({ field, language }: { field: FormField; language: string }) {
  const t = useWords()
  const { original } = useFormState()
  const first = useText(field.name)
  const own = useText(field.name, language)
  if (first.value === '' && own.value === '') return null
  const label = labelOf(t, field)
  const copy = t('Copy the {language} text', { language: languageName(t, original) })
  return (
    <div className="pair">
      <h3 className="row row--between">
        {isHtml(field) ? label : <label htmlFor={own.id}>{label}</label>}
        {own.value === '' && field.name !== 'slug' && (
          <button
            type="button"
            className="link"
            aria-label={t('{field}: {sentence}', { field: label, sentence: copy })}
            onClick={() => own.set(first.value)}
          >
            {copy}
          </button>
        )}
      </h3>
      <div className="pair__from" lang={original}>
        <Original field={field} value={first.value} language={language} />
      </div>
      <div>
        {isHtml(field) ? (
          <RichWidget field={field} isLabelled={false} />
        ) : (
          <Own field={field} language={language} label={label} />
        )}
      </div>
    </div>
  )
}

function Own({ field, language, label }: { field: FormField; language: string; label: string }) {
  const t = useWords()
  const { kind } = useForm()
  const { value, set, id, error } = useText(field.name, language)
  const first = useText(field.name)
  const title = useText(titleFields[kind], language)
  const fallback = field.name === 'slug' ? slugOf(title.value) : first.value
  return (
    <>
      <Input
        id={id}
        aria-label={t('{field} in {language}', { field: label, language: languageName(t, language) })}
        lang={language}
        value={value}
        {...typingOf(field.name)}
        placeholder={field.name === titleFields[kind] ? '' : fallback}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorIdOf(field.name)}
        onChange={set}
      />
      {error !== undefined && <FieldError id={errorIdOf(field.name)}>{error}</FieldError>}
    </>
  )
}

/** The original text at the time of the translation; undefined if it has not changed since. */
function useBefore(name: string, language: string): string | undefined {
  const service = useService()
  const { kind } = useForm()
  const { id, stored } = useFormState()
  const translation = stored?.resource.translations[language]
  const isOutdated = translation?.outdated_fields?.includes(name) === true
  const { data } = useQuery({
    queryKey: ['translations', 'versions', kind, id],
    enabled: isOutdated,
    queryFn: async () => (await readVersions(service, kind, id!, { page: 1, per_page: 100 })).body.versions,
  })
  // Versions are newest first, so the last one after the translation is the first that changed the field.
  const first = data?.findLast(
    ({ date_utc, changes }) => date_utc >= translation!.modified_utc && name in changes,
  )
  return first === undefined ? undefined : String(first.changes[name]!.before ?? '')
}

function Original({ field, value, language }: { field: FormField; value: string; language: string }) {
  const before = useBefore(field.name, language)
  const plain = (text: string) => (isHtml(field) ? textOfHtml(text) : text)
  const [former, now] = [before && plain(before), plain(value)]
  return (
    <span className="pair__text">
      {former === undefined || areTooLong(former, now) ? now : <Difference before={former} after={now} />}
    </span>
  )
}

/** Converts HTML to text, one line per block. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, blockquote')) block.append('\n\n')
  for (const end of body.querySelectorAll('br')) end.replaceWith('\n')
  return (body.textContent ?? '').replace(/\n\s*\n/g, '\n\n').trim()
}
