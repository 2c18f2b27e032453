import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text } from '../../locales/index.ts'
import { useDates } from '../../parts/dates.ts'
import { ListPager } from '../../parts/pager.tsx'
import { Loading } from '../../parts/loading.tsx'
import { admin } from '../../service/service.ts'
import { importsKey, outcomeText, type Import } from './import.ts'
import { useScheduleText } from './schedule-field.tsx'

const perPage = 10

/** All imports, newest first. */
export function EarlierImports({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const t = useWords()
  const service = useService()
  const query = { page, per_page: perPage }
  const imports = useQuery({
    queryKey: [...importsKey, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => service.read<{ imports: Import[] }>(admin('/imports'), { query, signal }),
  })
  return (
    <section className="panel" aria-labelledby="earlier">
      <h2 id="earlier">{t('Earlier imports')}</h2>
      <Loading of={imports} rows={3} />
      {imports.isSuccess && (
        <>
          {imports.data.total === 0 && <p className="quiet">{t('None yet')}</p>}
          <ImportList imports={imports.data.body.imports} />
          <ListPager
            of={imports}
            page={page}
            perPage={perPage}
            shown={imports.data.body.imports.length}
            onPage={onPage}
          />
        </>
      )}
    </section>
  )
}

const stateNames = {
  preview: 'not run',
  running: 'running',
  done: 'done',
  failed: 'failed',
  undone: 'undone',
} as const satisfies Readonly<Record<Import['state'], Text>>

export const ImportList = ({ imports }: { imports: readonly Import[] }) => (
  <ul className="past">
    {imports.map((one) => (
      <ImportItem key={one.id} imported={one} />
    ))}
  </ul>
)

function ImportItem({ imported }: { imported: Import }) {
  const t = useWords()
  const dates = useDates()
  const scheduleText = useScheduleText()
  const { id, source, state, created_utc, finished_utc, fault, undo_until_utc, schedule } = imported
  // A preview that was replaced or discarded ended without having been run.
  const isDropped = state === 'undone' && finished_utc === undefined
  const sentences = [
    `${dates.moment(created_utc)}.`,
    finished_utc !== undefined && (fault ?? outcomeText(t, imported)),
    undo_until_utc !== undefined && t('Can be undone until {day}.', { day: dates.fullDay(undo_until_utc) }),
    schedule !== undefined && scheduleText(imported),
  ]
  return (
    <li>
      <Link className="break" to={`/import/${id}`}>
        {source}
      </Link>
      <span className="quiet">{t(isDropped ? 'discarded' : stateNames[state])}</span>
      <small>{sentences.filter(Boolean).join(' ')}</small>
    </li>
  )
}
