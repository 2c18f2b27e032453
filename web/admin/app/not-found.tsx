import { LinkButton } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { useWords } from './words.tsx'

export function NotFound() {
  const t = useWords()
  return <Nothing title={t('There is nothing at this address.')} to="/" elsewhere={t('To the board')} />
}

/** An address without anything for this user. */
export const Nothing = ({ title, to, elsewhere }: { title: string; to: string; elsewhere: string }) => (
  <Page title={title}>
    <div className="empty">
      <LinkButton to={to}>{elsewhere}</LinkButton>
    </div>
  </Page>
)
