import { onlineManager } from '@tanstack/react-query'
import { useEffect, type ComponentType } from 'react'
import { Button } from '../parts/button.tsx'
import { focusRoomIfLost } from '../parts/focus.ts'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import type { Part } from '../parts/part.ts'
import { usePart } from '../parts/use-part.ts'
import { Waiting } from '../parts/waiting.tsx'
import { calendar } from '../service/service.ts'
import { useIsOnline } from './online.ts'
import { useService } from './service.tsx'
import { useWords } from './words.tsx'

/**
 * A room that is loaded on first use. If it cannot be, it is asked for again here, because the router remembers that for as
 * long as the page is open.
 */
export function Room<Props extends object>({
  part,
  props,
}: {
  part: Part<ComponentType<Props>>
  props: Props
}) {
  const { value: Content, hasFailed, tryAgain } = usePart(part)
  if (Content !== undefined) return <Content {...props} />
  return hasFailed ? <NotLoaded tryAgain={tryAgain} /> : <Waiting />
}

function NotLoaded({ tryAgain }: { tryAgain: () => void }) {
  const t = useWords()
  const isOnline = useIsOnline()
  const service = useService()
  // Tells whether it is the connection that has failed.
  useEffect(() => void service.read(calendar('/languages')).catch(() => undefined), [service])
  useEffect(() => onlineManager.subscribe((isBack) => isBack && tryAgain()), [tryAgain])
  // When the room is there, the button that has the focus is gone.
  useEffect(() => focusRoomIfLost, [])
  return (
    <Page title={t('This section could not be loaded.')}>
      {isOnline ? (
        <Notice
          tone="danger"
          title={t('The service may have been updated.')}
          actions={
            <>
              <Button onPress={tryAgain}>{t('Try again')}</Button>
              <Button onPress={() => location.reload()}>{t('Reload the page')}</Button>
            </>
          }
        >
          {t('What you wrote is kept in this browser.')}
        </Notice>
      ) : (
        <Notice title={t('It will open automatically once the connection is back.')} />
      )}
    </Page>
  )
}
