import { Link } from 'react-router'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { useDates } from '../../parts/dates.ts'
import type { Version } from '../../service/versions.ts'
import { useForm, useFormState } from './form.tsx'
import { nameOfField } from './labels.ts'
import { partsOf } from '../../parts/field-names.ts'
import { useVersions } from './versions.ts'

const shown = 3

const sentences: Readonly<Record<Exclude<Version['action'], 'updated'>, Text>> = {
  created: '{name} created it',
  trashed: '{name} moved it to the trash',
  restored: '{name} restored it',
  deleted: '{name} deleted it',
}

/** Nobody but visitors creates anything without an account: what they suggest, and its venue (interface: Suggestions). */
const isSuggested = ({ action, author }: Version): boolean => action === 'created' && author === 0

/** The latest versions, each with a link to its comparison. */
export function PastVersions() {
  const t = useWords()
  const dates = useDates()
  const { kind, fields } = useForm()
  const { id } = useFormState()
  const data = useVersions()
  if (id === undefined || data === undefined || data.total === 0) return null
  const summaryOf = (version: Version) => {
    const { action, author_name, changes } = version
    if (isSuggested(version)) return t('A visitor suggested it')
    const name = author_name === '' ? t('Somebody') : author_name
    if (action !== 'updated') return t(sentences[action], { name })
    const changed = [...new Set(Object.keys(changes).map((key) => nameOfField(t, fields, partsOf(key).name)))]
    return t('{name} changed: {fields}', { name, fields: changed.slice(0, 3).join(', ') })
  }
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{t('History')}</h2>
      <ul className="past">
        {data.versions.slice(0, shown).map((version) => (
          <li key={version.version}>
            <span>{summaryOf(version)}</span>
            {version.note !== undefined && (
              <small className="lines">{t('“{note}”', { note: version.note })}</small>
            )}
            <small>{dates.moment(version.date_utc)}</small>
          </li>
        ))}
      </ul>
      <Link to={`/${kind}/${id}/history`}>
        {t.count(data.total, 'Compare the version', 'Compare all {count} versions')}
      </Link>
    </section>
  )
}
