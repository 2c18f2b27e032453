import { LinkButton } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { useWords } from './words.tsx'

export function NotFound() {
  const t = useWords()
  return (
    <Page title={t('There is nothing at this address.')}>
      <div className="empty">
        <LinkButton to="/">{t('To the board')}</LinkButton>
      </div>
    </Page>
  )
}
