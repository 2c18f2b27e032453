import { useEffect, useMemo, useRef } from 'react'
import { useSentBack } from '../../app/sent-back.ts'
import { useLanguages } from '../../app/languages.ts'
import { useSite } from '../../app/service.tsx'
import { mayEdit, useMay, useSelf } from '../../app/session.tsx'
import { useCategories } from '../../app/terms.ts'
import { useUserNames } from '../../app/user-names.ts'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { newNames } from '../../parts/kind-names.ts'
import { useKeys } from '../../parts/keys.ts'
import { pageIn, useParameters, withSetting } from '../../parts/parameters.ts'
import { Notice } from '../../parts/notice.tsx'
import { focusRoomIfLost } from '../../parts/focus.ts'
import { Page } from '../../parts/page.tsx'
import { HeardResult } from '../../parts/heard-result.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Progress } from '../../parts/progress.tsx'
import { useIsPhone } from '../../parts/phone.ts'
import { useSearchText } from '../../parts/search-text.ts'
import { Loading } from '../../parts/loading.tsx'
import { ServiceError } from '../../service/errors.ts'
import type { Kind } from '../../service/types.ts'
import { Agenda } from './agenda.tsx'
import { Bulk, Refusals } from './bulk.tsx'
import { useChanges } from './changes.ts'
import { Columns, useColumns } from './columns.tsx'
import type { KindTable, Row, Shared } from './declaration.ts'
import { Filters, SearchInput } from './filters.tsx'
import { tables } from './kinds/index.ts'
import { filtersOf, isPlainView, perPage, sortingOf, withoutEmpty, type Sorting } from './listing.ts'
import { rememberList } from './left-list.ts'
import { publish } from './operations.ts'
import { Legend } from './legend.tsx'
import { useAllRows, useRows, type Listed } from './rows.ts'
import { useSelection } from './selection.ts'
import { Table, titleColumn } from './table.tsx'
import { Views } from './views.tsx'

/** A table of one of the five kinds. */

function useShared(): Shared {
  const t = useWords()
  const dates = useDates()
  const languages = useLanguages()
  const { timezone } = useSite()
  const all = useCategories()
  const users = useUserNames()
  const sentBack = useSentBack()
  return useMemo(
    () => ({
      ...{ t, dates, languages, timezone, users, sentBack },
      categories: new Map(all.map((term) => [term.id, term])),
    }),
    [t, dates, languages, timezone, all, users, sentBack],
  )
}

function useAddress() {
  const [parameters, change] = useParameters()
  const address = useMemo(() => withoutEmpty(parameters), [parameters])
  const set = (name: string, value: string | undefined) =>
    change((now) => withSetting(now, name, value), { preventScrollReset: true })
  return {
    address,
    show: (next: URLSearchParams) => change(() => next, { preventScrollReset: true }),
    set,
    /** Replaces the history entry while typing, so that going back does not remove letters one by one. */
    search: (text: string) => change((now) => withSetting(now, 'search', text), { replace: true }),
    sort: ({ orderby, isDescending }: Sorting) => set('sort', `${isDescending ? '-' : ''}${orderby}`),
    turnTo: (page: number) =>
      change((now) => {
        const next = new URLSearchParams(now)
        if (page > 1) next.set('page', String(page))
        else next.delete('page')
        return next
      }),
  }
}

const nothing: Listed = { rows: [], total: 0, pages: 1, depths: new Map() }

/** The state of a table, passed to its parts. */
function useTable(table: KindTable) {
  const place = useAddress()
  const { address } = place
  useEffect(() => rememberList(table.kind, address), [table.kind, address])
  const self = useSelf()
  const rows = useRows(table, address)
  const listed = rows.data ?? nothing
  const page = pageIn(address)
  const isBeyondEnd = rows.error instanceof ServiceError && rows.error.status === 404 && page > 1
  useEffect(() => {
    if (isBeyondEnd) place.turnTo(page - 1)
  })
  const selection = useSelection(listed.rows, filtersOf(address), (row) => mayEdit(row, self))
  const changes = useChanges(table.kind)
  const readAllRows = useAllRows(table, address)
  const [search, setSearch] = useSearchText(address.get('search') ?? '', place.search)
  return {
    ...{ ...place, table, rows, listed, page, selection, changes, search, setSearch },
    columns: useColumns(table),
    shared: useShared(),
    readAllRows,
    clear: () => {
      setSearch('')
      place.show(new URLSearchParams())
    },
    /** Acts on the selected rows if the row is one of them, otherwise on the row. */
    publish(row: Row) {
      const wanted = (selection.has(row.id) ? selection.rows : [row]).filter((one) =>
        publish.mayDo(one, self),
      )
      if (wanted.length === 0) return
      changes.start({ operation: publish, rows: wanted, chosen: 0 })
      selection.clear()
    },
  }
}

type TableState = ReturnType<typeof useTable>

export function TablePage({ kind }: { kind: Kind }) {
  const t = useWords()
  const table = tables[kind]
  return (
    <Page
      title={t(table.name)}
      actions={
        <LinkButton kind="primary" icon="plus" to={`/${kind}/new`}>
          {t(newNames[kind])} {kind === 'events' && <kbd aria-hidden="true">N</kbd>}
        </LinkButton>
      }
    >
      {/* A new key resets the selection for another kind. */}
      <Rows key={kind} table={table} />
    </Page>
  )
}

function Rows({ table }: { table: KindTable }) {
  const t = useWords()
  const state = useTable(table)
  const { address, show, changes, rows, listed, clear } = state
  const isEmpty = rows.isSuccess && listed.rows.length === 0
  return (
    <>
      <HeardResult>{isEmpty && !isPlainView(table, address) && t(table.noneMatches)}</HeardResult>
      <Views table={table} address={address} onShow={show} />
      <Above state={state} />
      {changes.progress !== undefined && <Progress label={t('Changing the rows')} part={changes.progress} />}
      <Refusals changes={changes} />
      {address.get('status') === 'trash' && <Trash />}
      <Loading of={rows} rows={12} />
      {isEmpty && <Empty {...{ table, address }} onClear={clear} />}
      {rows.isSuccess && listed.rows.length > 0 && <List state={state} />}
    </>
  )
}

/** The filters, or the bulk actions if rows are selected. */
function Above({ state }: { state: TableState }) {
  const t = useWords()
  const { table, address, selection, changes, listed, columns, search, setSearch } = state
  const searchRef = useRef<HTMLInputElement>(null)
  useKeys({
    '/': (event) => {
      event.preventDefault()
      searchRef.current?.focus()
    },
    Escape: selection.clear,
  })
  const isSelecting = selection.rows.length > 0
  useEffect(() => {
    if (!isSelecting) return
    // After the action its button disappears, and the focus with it.
    return focusRoomIfLost
  }, [isSelecting])
  if (isSelecting)
    return <Bulk {...{ table, selection, changes, total: listed.total }} readAllRows={state.readAllRows} />
  return (
    <div className="row finding">
      <SearchInput kind={table.kind} text={search} onChange={setSearch} ref={searchRef} />
      <Filters {...{ table, address }} onSet={state.set} onClear={state.clear} />
      <span className="head__end">
        <Columns title={t(titleColumn(table).name)} choice={columns} />
      </span>
    </div>
  )
}

function List({ state }: { state: TableState }) {
  const { table, address, rows, listed, shared, selection, columns, page } = state
  const isPhone = useIsPhone()
  const mayPublish = useMay('publish') && table.operations.includes(publish)
  return (
    <>
      {isPhone ? (
        <Agenda {...{ table, listed, shared, selection }} />
      ) : (
        <Table
          {...{ table, listed, shared, selection }}
          columns={columns.shown}
          sorting={sortingOf(table, address)}
          onSort={state.sort}
          onPublish={state.publish}
        />
      )}
      <Pager
        total={listed.total}
        page={page}
        pages={listed.pages}
        // Trees are not paginated.
        perPage={listed.pages > 1 ? perPage : listed.total}
        shown={listed.rows.length}
        isBusy={rows.isPlaceholderData}
        onPage={state.turnTo}
      />
      {!isPhone && <Legend languages={shared.languages} mayPublish={mayPublish} />}
    </>
  )
}

function Trash() {
  const t = useWords()
  return (
    <Notice icon="trash" title={t('Nothing in the trash is public.')}>
      {t(
        'Entries stay here until somebody deletes them permanently. Their page addresses can be used again.',
      )}
    </Notice>
  )
}

function Empty({
  table,
  address,
  onClear,
}: {
  table: KindTable
  address: URLSearchParams
  onClear: () => void
}) {
  const t = useWords()
  const isFiltered = !isPlainView(table, address)
  const isTrash = address.get('status') === 'trash'
  return (
    <div className="empty">
      <h2>{isFiltered ? t(table.noneMatches) : t(isTrash ? 'The trash is empty' : 'Nothing here yet')}</h2>
      {isFiltered && <Button onPress={onClear}>{t('Clear all filters')}</Button>}
    </div>
  )
}
