import { useRouteError } from 'react-router'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { useWords } from './words.tsx'

/**
 * Shown after an internal error, or if a page could not be loaded. Nothing is lost, because drafts are stored in the
 * browser.
 */
export function Broken() {
  const t = useWords()
  const error = useRouteError()
  console.error(error)
  return (
    <main className="body">
      <Notice
        tone="danger"
        title={t('Something went wrong on this page.')}
        actions={
          <Button kind="primary" onPress={() => location.reload()}>
            {t('Load the page again')}
          </Button>
        }
      >
        {t('What you wrote is kept in this browser.')}
      </Notice>
    </main>
  )
}
