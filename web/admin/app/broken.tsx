import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { Button } from '../parts/button.tsx'
import { focusRoomIfLost } from '../parts/focus.ts'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useIsOnline } from './online.ts'
import { useWords } from './words.tsx'

/** Shown in place of a room after an internal error. Nothing is lost, because drafts are stored in the browser. */
export function Broken() {
  const t = useWords()
  const isOnline = useIsOnline()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  useEffect(focusRoomIfLost, [])
  return (
    <Page title={t('Something went wrong on this page.')}>
      <Notice
        tone="danger"
        title={t('What you wrote is kept in this browser.')}
        // Without a connection the page could not be loaded, and what waits to be sent would be lost.
        actions={
          isOnline && (
            <Button kind="primary" onPress={() => location.reload()}>
              {t('Reload the page')}
            </Button>
          )
        }
      />
    </Page>
  )
}

/** After an error in the frame around the rooms. */
export const AllBroken = () => (
  <main className="main" id="main" tabIndex={-1}>
    <Broken />
  </main>
)
