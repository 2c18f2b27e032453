import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguages } from '../../app/languages.ts'
import { useCategories } from '../../app/terms.ts'
import { useUserNames } from '../../app/user-names.ts'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Failure } from '../../parts/failure.tsx'
import { useKeys, useKeySwitch } from '../../parts/keys.ts'
import { LanguageMark, meaningOf } from '../../parts/language-marks.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Page } from '../../parts/page.tsx'
import { useIsPhone } from '../../parts/phone.ts'
import { Waiting } from '../../parts/waiting.tsx'
import { ServiceError } from '../../service/errors.ts'
import type { Kind } from '../../service/types.ts'
import { Agenda } from './agenda.tsx'
import { Bulk, Progress, Refusals } from './bulk.tsx'
import { useChanges } from './changes.ts'
import { Columns, useColumns } from './columns.tsx'
import type { KindTable, Shared } from './declaration.ts'
import { Filters } from './filters.tsx'
import { tables } from './kinds.tsx'
import { pageOf, perPage, settingsOf, sortingOf, withSetting, type Sorting } from './listing.ts'
import { publish } from './operations.ts'
import { useAllRows, useRows, type Listed } from './rows.ts'
import { useSearchText } from './search-text.ts'
import { useSelection } from './selection.ts'
import { Table, titleColumn } from './table.tsx'
import { Views } from './views.tsx'

/** A table of one of the five kinds. */

function useShared(): Shared {
  const t = useWords()
  const dates = useDates()
  const languages = useLanguages()
  const all = useCategories()
  const users = useUserNames()
  return useMemo(
    () => ({ t, dates, languages, categories: new Map(all.map((term) => [term.id, term])), users }),
    [t, dates, languages, all, users],
  )
}

function useAddress() {
  const [address, setAddress] = useSearchParams()
  const show = (next: URLSearchParams) => setAddress(next, { preventScrollReset: true })
  return {
    address,
    show,
    set: (name: string, value: string | undefined) => show(withSetting(address, name, value)),
    /** While somebody types, so that going back does not spell backwards. */
    search: (text: string) => setAddress(withSetting(address, 'search', text), { replace: true }),
    sort: ({ orderby, isDescending }: Sorting) =>
      show(withSetting(address, 'sort', `${isDescending ? '-' : ''}${orderby}`)),
    turnTo: (page: number) => {
      const next = new URLSearchParams(address)
      if (page > 1) next.set('page', String(page))
      else next.delete('page')
      setAddress(next)
    },
  }
}

const nothing: Listed = { rows: [], total: 0, pages: 1, depths: new Map() }

/** Everything that a table is about; its parts are given what they need. */
function useTable(table: KindTable) {
  const place = useAddress()
  const { address } = place
  const rows = useRows(table, address)
  const listed = rows.data ?? nothing
  const page = pageOf(address)
  const isBeyondEnd = rows.error instanceof ServiceError && rows.error.status === 404 && page > 1
  useEffect(() => {
    if (isBeyondEnd) place.turnTo(page - 1)
  })
  const selection = useSelection(listed.rows)
  const readAllRows = useAllRows(table, address)
  return {
    ...place,
    rows,
    listed,
    page,
    selection,
    search: useSearchText(address.get('search') ?? '', place.search),
    selectAll: async () => selection.select(await readAllRows()),
    clear: () => place.show(new URLSearchParams()),
  }
}

export function TablePage({ kind }: { kind: Kind }) {
  const t = useWords()
  const table = tables[kind]
  return (
    <Page
      title={t(table.name)}
      actions={
        <LinkButton kind="primary" icon="plus" to={`/${kind}/new`}>
          {t(table.newName)}
        </LinkButton>
      }
    >
      {/* Another kind begins anew, with a selection of its own. */}
      <Rows key={kind} table={table} />
    </Page>
  )
}

function Rows({ table }: { table: KindTable }) {
  const t = useWords()
  const shared = useShared()
  const { address, show, set, sort, turnTo, rows, listed, page, selection, clear, ...state } = useTable(table)
  const changes = useChanges(table.kind)
  const columns = useColumns(table)
  const searchRef = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const start = (one: (typeof listed.rows)[number]) => {
    const chosen = selection.has(one.id) ? selection.rows : [one]
    changes.start({ operation: publish, rows: chosen, chosen: 0 })
    selection.clear()
  }
  useKeys({
    '/': (event) => {
      event.preventDefault()
      searchRef.current?.focus()
    },
    Escape: selection.clear,
  })
  const [search, onSearch] = state.search
  return (
    <>
      <Views table={table} address={address} onShow={show} />
      {selection.rows.length > 0 ? (
        <Bulk
          {...{ table, selection, changes, total: listed.total }}
          onSelectAll={() => void state.selectAll()}
        />
      ) : (
        <div className="row finding">
          <Filters
            {...{ table, address, search, searchRef, onSearch }}
            onSet={set}
            onClear={() => {
              onSearch('')
              clear()
            }}
          />
          <span className="head__end">
            <Columns title={t(titleColumn(table).name)} choice={columns} />
          </span>
        </div>
      )}
      {changes.progress !== undefined && <Progress part={changes.progress} />}
      <Refusals changes={changes} />
      {address.get('status') === 'trash' && <Trash />}
      {rows.isError && <Failure error={rows.error} retry={() => void rows.refetch()} />}
      {rows.isPending && <Waiting rows={12} />}
      {rows.isSuccess && listed.rows.length === 0 && (
        <Empty table={table} isFiltered={settingsOf(address).length > 0} onClear={clear} />
      )}
      {rows.isSuccess && listed.rows.length > 0 && (
        <>
          {isPhone ? (
            <Agenda {...{ table, listed, shared }} />
          ) : (
            <Table
              {...{ table, listed, shared, selection }}
              columns={columns.shown}
              sorting={sortingOf(table, address)}
              onSort={sort}
              onPublish={start}
            />
          )}
          <Pager listed={listed} page={page} isBusy={rows.isPlaceholderData} onTurn={turnTo} />
          {!isPhone && <Legend languages={shared.languages} />}
        </>
      )}
    </>
  )
}

function Trash() {
  const t = useWords()
  return (
    <Notice icon="trash" title={t('What lies here is not public.')}>
      {t('It stays until somebody deletes it for good; its address is free again.')}
    </Notice>
  )
}

function Empty({
  table,
  isFiltered,
  onClear,
}: {
  table: KindTable
  isFiltered: boolean
  onClear: () => void
}) {
  const t = useWords()
  return (
    <div className="empty">
      <h2>{isFiltered ? t(table.noneMatches) : t('Nothing here yet')}</h2>
      {isFiltered && <Button onPress={onClear}>{t('Clear all filters')}</Button>}
    </div>
  )
}

function Pager({
  listed: { rows, total, pages },
  page,
  isBusy,
  onTurn,
}: {
  listed: Listed
  page: number
  isBusy: boolean
  onTurn: (page: number) => void
}) {
  const t = useWords()
  const first = (page - 1) * perPage + 1
  const last = first + rows.length - 1
  return (
    <div className="pager">
      <p className="quiet" role="status">
        {t('{first}–{last} of {total}', { first, last, total })}
      </p>
      {pages > 1 && (
        <div className="joined">
          <Button isDisabled={page <= 1} isBusy={isBusy} onPress={() => onTurn(page - 1)}>
            {t('Previous')}
          </Button>
          <Button isDisabled={page >= pages} isBusy={isBusy} onPress={() => onTurn(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </div>
  )
}

const keys = [
  [['J', 'K'], 'move'],
  [['X'], 'select'],
  [['Enter'], 'edit'],
  [['P'], 'publish'],
  [['/'], 'search'],
] as const

const meanings = ['original', 'done', 'outdated', 'missing'] as const

/** What the keys do and the marks mean. */
function Legend({ languages: [language = 'en'] }: { languages: readonly string[] }) {
  const t = useWords()
  const [areKeysOn, setKeysOn] = useKeySwitch()
  return (
    <div className="row row--between quiet">
      <p className="row">
        {t('Languages')}:
        {meanings.map((is) => (
          <span key={is}>
            <LanguageMark language={language} is={is} /> {meaningOf(t, is)}
          </span>
        ))}
      </p>
      <p className="row narrow">
        {areKeysOn &&
          keys.map(([names, meaning]) => (
            <span key={meaning}>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}{' '}
              {t(meaning)}
            </span>
          ))}
        <button type="button" className="link" onClick={() => setKeysOn(!areKeysOn)}>
          {areKeysOn ? t('Switch single keys off') : t('Switch single keys on')}
        </button>
      </p>
    </div>
  )
}
