import { useWords } from '../app/words.tsx'
import { Button } from './button.tsx'

/** The range of a list that is displayed, with links to the other pages. */
export function Pager({
  total,
  page,
  perPage,
  isBusy = false,
  onPage,
}: {
  total: number
  page: number
  perPage: number
  /** Whether another page is loading. */
  isBusy?: boolean
  onPage: (page: number) => void
}) {
  const t = useWords()
  const from = Math.min((page - 1) * perPage + 1, total)
  const to = Math.min(page * perPage, total)
  if (total === 0) return null
  return (
    <div className="pager">
      <p className="quiet" role="status">
        {t('{from}–{to} of {total}', { from, to, total })}
      </p>
      {total > perPage && (
        <div className="joined">
          <Button isDisabled={page <= 1} isBusy={isBusy} onPress={() => onPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Button isDisabled={to >= total} isBusy={isBusy} onPress={() => onPage(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </div>
  )
}
