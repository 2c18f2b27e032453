import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSaving } from '../../parts/saving.ts'
import { admin } from '../../service/service.ts'
import { ImportList } from './earlier-imports.tsx'
import { countsText, outcomeText, toWrite, writesAny, type ImportWithRows } from './import.ts'
import { toNextState } from './next-state.ts'
import { Rows } from './rows.tsx'
import { useScheduleText } from './schedule-field.tsx'
import { Steps } from './steps.tsx'

interface Shown {
  readonly imported: ImportWithRows
}

/** The result of an import, with undo. */
export function Report({ imported, total, pages }: Shown & { total: number; pages: number | undefined }) {
  return (
    <div className="stack stack--wide imports">
      <Steps step="report" />
      <div className="stack" id="outcome" tabIndex={-1}>
        <Outcome imported={imported} />
        <Undo imported={imported} />
      </div>
      <Plan imported={imported} />
      <Rows imported={imported} total={total} pages={pages} />
    </div>
  )
}

function Outcome({ imported }: Shown) {
  const t = useWords()
  const { state, fault = '', left = [], finished_utc } = imported
  if (state === 'failed')
    return (
      <Notice tone="danger" title={t('The import failed.')}>
        {fault}
      </Notice>
    )
  if (state === 'undone' && finished_utc === undefined)
    return <Notice title={t('This preview was discarded. Nothing was imported.')} />
  if (state === 'undone')
    return (
      <Notice icon="undo" title={t('The import was undone.')}>
        {left.length > 0 && <Left left={left} />}
      </Notice>
    )
  const title = writesAny(imported)
    ? t('{what} imported.', { what: countsText(t, toWrite(imported)) })
    : t('Nothing new was found.')
  return (
    <Notice tone="ok" title={title}>
      {outcomeText(t, imported)}
    </Notice>
  )
}

function Left({ left }: { left: NonNullable<ImportWithRows['left']> }) {
  const t = useWords()
  return (
    <>
      <p>
        {t.count(
          left.length,
          'One entry was kept, because somebody has edited it since:',
          '{count} entries were kept, because somebody has edited them since:',
        )}
      </p>
      <ul>
        {left.map(({ kind = 'events', id, title }) => (
          <li key={`${kind}${id}`}>
            <Link to={`/${kind}/${id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function Undo({ imported }: Shown) {
  const t = useWords()
  const dates = useDates()
  const service = useService()
  const client = useQueryClient()
  const saving = useSaving()
  const { state, status, progress, undo_until_utc, schedule } = imported
  const undo = () =>
    saving.run(async () => {
      await toNextState(service, imported, 'DELETE')
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    })
  const canUndo = state === 'done' || (state === 'failed' && progress.done > 0)
  if (!canUndo) return null
  return (
    <>
      {saving.problem && <Failure error={saving.problem} />}
      <div className="row">
        {writesAny(imported) && (
          <LinkButton kind="primary" to={status === 'draft' ? '/events?status=draft' : '/events'}>
            {t('See the events')}
          </LinkButton>
        )}
        <Button icon="undo" isBusy={saving.isBusy} onPress={() => void undo()}>
          {schedule === undefined ? t('Undo the import') : t('Undo the import and end the schedule')}
        </Button>
        <FailedRows imported={imported} />
        {undo_until_utc !== undefined && (
          <span className="quiet">
            {t('Can be undone until {day}.', { day: dates.fullDay(undo_until_utc) })}
          </span>
        )}
      </div>
    </>
  )
}

/** The rejected rows, for fixing the source. */
function FailedRows({ imported: { id, would } }: Shown) {
  const t = useWords()
  const { root } = useSite()
  if (would.fail === 0) return null
  return (
    <a href={`${root}${admin(`/imports/${id}/rows.csv`)}?action=fail`} download>
      {t('Download what was not imported as a table')}
    </a>
  )
}

/** The schedule of an import: its next run and its results so far. */
function Plan({ imported }: Shown) {
  const t = useWords()
  const scheduleText = useScheduleText()
  const { schedule, runs = [] } = imported
  if (schedule === undefined) return null
  return (
    <section className="panel" aria-labelledby="plan">
      <h2 id="plan">{t('Repetition')}</h2>
      <p>{scheduleText(imported)}</p>
      <ImportList imports={runs} />
    </section>
  )
}
