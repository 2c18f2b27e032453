import type { UseQueryResult } from '@tanstack/react-query'
import { useWords } from '../app/words.tsx'
import type { Answer } from '../service/service.ts'
import { Button } from './button.tsx'

interface Paging {
  readonly total: number
  readonly page: number
  /** How many pages there are, as the service says; 1 if everything is shown. */
  readonly pages: number | undefined
  /** How many items were asked for. */
  readonly perPage: number
  /** How many items are shown. */
  readonly shown: number
}

/**
 * The service returns fewer items per page than were asked for if administrators allow fewer. While another page is loading,
 * what is shown is still the one before.
 */
function rangeOf({ total, page, pages = 1, perPage, shown }: Paging, isBusy: boolean) {
  if ((isBusy || shown === perPage) && Math.ceil(total / perPage) === pages)
    return { from: Math.min((page - 1) * perPage + 1, total), to: Math.min(page * perPage, total) }
  return page < pages
    ? { from: (page - 1) * shown + 1, to: page * shown }
    : { from: total - shown + 1, to: total }
}

/** The range of a list that is displayed, with links to the other pages. */
export function Pager({
  isBusy = false,
  onPage,
  ...paging
}: Paging & {
  /** Whether another page is loading. */
  isBusy?: boolean
  onPage: (page: number) => void
}) {
  const t = useWords()
  const { total, page, pages = 1 } = paging
  if (total === 0) return null
  return (
    <div className="pager">
      <p className="quiet" role="status">
        {t('{from}–{to} of {total}', { ...rangeOf(paging, isBusy), total })}
      </p>
      {pages > 1 && (
        <div className="joined">
          <Button isDisabled={page <= 1} isBusy={isBusy} onPress={() => onPage(page - 1)}>
            {t('Previous')}
          </Button>
          <Button isDisabled={page >= pages} isBusy={isBusy} onPress={() => onPage(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The same of a list as the service answers it. */
export const ListPager = ({
  of: { data, isPlaceholderData },
  ...paging
}: Pick<Paging, 'page' | 'perPage' | 'shown'> & {
  of: UseQueryResult<Answer<unknown>>
  onPage: (page: number) => void
}) => <Pager {...paging} total={data?.total ?? 0} pages={data?.pages} isBusy={isPlaceholderData} />
