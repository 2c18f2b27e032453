import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { Notice } from '../../parts/notice.tsx'
import { useFormState } from './form.tsx'
import { useVersions } from './versions.ts'

/** The reason why a draft was sent back, until it is submitted again. */
export function SentBack() {
  const t = useWords()
  const dates = useDates()
  const { stored } = useFormState()
  const last = useVersions()?.versions.find(({ changes }) => changes.status !== undefined)
  if (stored?.resource.status !== 'draft' || last?.note === undefined) return null
  const { author_name, date_utc, note } = last
  const name = author_name === '' ? t('Somebody') : author_name
  return (
    <Notice
      tone="warn"
      icon="undo"
      title={t('{name} sent this back on {moment}:', { name, moment: dates.moment(date_utc) })}
    >
      <p className="lines">{t('“{note}”', { note })}</p>
    </Notice>
  )
}
