import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { isFocusLost } from '../../parts/focus.ts'
import { Notice } from '../../parts/notice.tsx'
import { pageIn } from '../../parts/parameters.ts'
import { Loading } from '../../parts/loading.tsx'
import { Progress } from '../../parts/progress.tsx'
import type { Answer } from '../../service/service.ts'
import { importQuery } from './import-query.ts'
import { rowFilters, type ImportWithRows } from './import.ts'
import { Preview } from './preview.tsx'
import type { Reading } from './reading.ts'
import { Report } from './report.tsx'
import { Steps } from './steps.tsx'

/** Invalidates the caches of other rooms once events have been written. */
function useFreshness(state: ImportWithRows['state'] | undefined) {
  const client = useQueryClient()
  const isRunning = state === 'running'
  useEffect(() => {
    if (!isRunning) return
    return () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  }, [client, isRunning])
}

/** Restores the focus after the button that started the step has disappeared. */
function useFocusOfNext(state: ImportWithRows['state'] | undefined) {
  const before = useRef(state)
  useEffect(() => {
    const isNext = before.current !== undefined && before.current !== state
    before.current = state
    if (isNext && isFocusLost()) document.getElementById('outcome')?.focus()
  }, [state])
}

/** One import, in whatever state. */
export function ImportView({ id, reading }: { id: number; reading: Reading }) {
  const service = useService()
  const [parameters] = useSearchParams()
  const only = rowFilters.find((one) => one === parameters.get('action'))
  const found = useQuery({
    ...importQuery(service, id, pageIn(parameters), only),
    // The rows of another import must not be displayed as those of this one.
    placeholderData: (before) => (before?.body.id === id ? before : undefined),
  })
  useFreshness(found.data?.body.state)
  useFocusOfNext(found.data?.body.state)
  if (!found.isSuccess) return <Loading of={found} />
  return <Stage answer={found.data} reading={reading} />
}

function Stage({ answer, reading }: { answer: Answer<ImportWithRows>; reading: Reading }) {
  const { body: imported, total = 0, pages } = answer
  switch (imported.state) {
    case 'preview':
      return <Preview imported={imported} total={total} pages={pages} reading={reading} />
    case 'running':
      return <Running imported={imported} />
    default:
      return <Report imported={imported} total={total} pages={pages} />
  }
}

function Running({ imported: { source, progress } }: { imported: ImportWithRows }) {
  const t = useWords()
  const { done, total } = progress
  return (
    <div className="stack stack--wide imports">
      <Steps step="run" />
      <section className="stack page-measure" id="outcome" tabIndex={-1} aria-labelledby="running">
        <h2 id="running">{t('Importing {source}', { source })}</h2>
        <Progress label={t('Import')} part={total === 0 ? 1 : done / total} />
        <Notice title={t('{done} of {total}.', { done, total })}>
          {t('You can leave this page; the import continues.')}
        </Notice>
      </section>
    </div>
  )
}
