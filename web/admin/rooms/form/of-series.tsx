import { Link } from 'react-router'
import { isAmong } from '../../../../src/resources/events/inheritance.ts'
import { useWords } from '../../app/words.tsx'
import { useForm, useFormState } from './form.tsx'
import { nameOfKey } from './labels.ts'
import { pick } from './values.ts'

/** The overrides of an occurrence, with a way to remove them. */
export function OfSeries() {
  const t = useWords()
  const { editor, fields, save } = useForm()
  const { stored, base } = useFormState()
  if (stored?.resource.recurrence_id === undefined) return null
  const overrides = (stored.resource.overrides ?? []) as readonly string[]
  const labelOf = (key: string) => nameOfKey(t, fields, key)
  const takeBack = (key: string) => {
    // Otherwise what was typed there would remain, to be saved as the one of this date again.
    const names = Object.keys(base).filter((name) => isAmong([key], name))
    editor.set(pick(base, names))
    void save({ with: { inherit: key }, scope: 'this', isAlone: true })
  }
  return (
    <section className="panel" aria-labelledby="of-series">
      <h2 id="of-series">{t('One date of a series')}</h2>
      {overrides.length > 0 && (
        <ul className="past">
          {overrides.map((key) => (
            <li key={key}>
              <span>{t('{field}: only for this date', { field: labelOf(key) })}</span>
              <button
                type="button"
                className="link"
                aria-label={t('{field}: same as the series', { field: labelOf(key) })}
                onClick={() => takeBack(key)}
              >
                {t('Same as the series')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Link to={`/events/${String(stored.resource.post_parent)}`}>{t('Edit the series')}</Link>
    </section>
  )
}
