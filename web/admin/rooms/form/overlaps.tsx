import { Link } from 'react-router'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { Notice } from '../../parts/notice.tsx'
import { useNeighbours } from './neighbours.ts'

/** A warning that never prevents saving. */
export function Overlaps() {
  const t = useWords()
  const dates = useDates()
  const { overlapping } = useNeighbours()
  if (overlapping.length === 0) return null
  return (
    <Notice
      tone="warn"
      title={t.count(
        overlapping.length,
        'Another event at the same venue overlaps:',
        '{count} other events at the same venue overlap:',
      )}
    >
      <ul>
        {overlapping.slice(0, 5).map((one) => (
          <li key={one.id}>
            <Link to={`/events/${one.id}`} lang={one.language}>
              {one.title}
            </Link>{' '}
            {dates.when(one)}
          </li>
        ))}
      </ul>
      <p>{t('You can still save.')}</p>
    </Notice>
  )
}
