import { useState } from 'react'
import { useParams } from 'react-router'
import { useWords } from '../../app/words.tsx'
import { LinkButton } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportView } from './import-view.tsx'
import { useReading } from './reading.ts'
import { SourceForm } from './source-form.tsx'
import { Steps } from './steps.tsx'

/** Imports events from files and URLs. Nothing is written before the user has seen a preview. */
export function ImportsPage() {
  const t = useWords()
  const { run } = useParams()
  const reading = useReading()
  const [page, setPage] = useState(1)
  const actions = run !== undefined && (
    <LinkButton to="/import" icon="plus">
      {t('Another import')}
    </LinkButton>
  )
  return (
    <Page title={t('Import')} actions={actions}>
      {run !== undefined ? (
        <ImportView id={Number(run)} reading={reading} />
      ) : (
        <div className="stack stack--wide imports">
          <Steps step="file" />
          <div className="columns columns--late">
            <SourceForm reading={reading} />
            <EarlierImports page={page} onPage={setPage} />
          </div>
        </div>
      )}
    </Page>
  )
}
