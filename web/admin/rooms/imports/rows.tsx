import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import type { Text, Words } from '../../locales/index.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Check } from '../../parts/field.tsx'
import { useDates } from '../../parts/dates.ts'
import { Icon } from '../../parts/icon.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { usePage } from '../../parts/parameters.ts'
import { useIsPhone } from '../../parts/phone.ts'
import { useNamedText } from '../history/changes.tsx'
import {
  actions,
  actionLooks,
  suspicion,
  undoneLook,
  type Import,
  type ImportWithRows,
  type Row,
  type RowFilter,
} from './import.ts'
import { fieldName, reasonText } from './fields.ts'
import { rowsPerPage } from './import-query.ts'

type Tense = 'will' | 'has'

const tenseOf = (state: Import['state']): Tense => (state === 'preview' ? 'will' : 'has')

/** Rows excluded from the import, by line number. */
export interface SkippedRows {
  readonly rows: ReadonlyMap<number, Row>
  toggle(row: Row): void
}

interface Listed {
  readonly rows: readonly Row[]
  readonly tense: Tense
  /** Undefined after the import has been run. */
  readonly skipped: SkippedRows | undefined
}

/** The rows of an import, grouped by action. */
export function Rows({
  imported,
  total,
  pages,
  skipped,
}: {
  imported: ImportWithRows
  total: number
  pages: number | undefined
  skipped?: SkippedRows
}) {
  const t = useWords()
  const isPhone = useIsPhone()
  const [page, turnTo] = usePage()
  const { rows, notes = [] } = imported
  const listed = { rows, tense: tenseOf(imported.state), skipped }
  return (
    <div className="stack">
      {notes.map((note) => (
        <Notice key={note} title={note} />
      ))}
      <Tabs imported={imported} />
      {rows.length === 0 && <p className="empty">{t('No rows of this kind')}</p>}
      {rows.length > 0 && (isPhone ? <RowList {...listed} /> : <RowTable {...listed} />)}
      <Pager
        total={total}
        page={page}
        pages={pages}
        perPage={rowsPerPage}
        shown={rows.length}
        onPage={turnTo}
      />
    </div>
  )
}

function Tabs({ imported: { id, state, would, suspected = 0 } }: { imported: Import }) {
  const t = useWords()
  const [parameters] = useSearchParams()
  const chosen = parameters.get('action') ?? ''
  const all = actions.reduce((sum, action) => sum + would[action], 0)
  const tabs: readonly (readonly [RowFilter | '', Text, number])[] = [
    ['', 'All', all],
    ...actions.map((action) => [action, actionLooks[action][tenseOf(state)], would[action]] as const),
    ...(suspected > 0 ? [['suspected', suspicion.text, suspected] as const] : []),
  ]
  return (
    <nav className="tabs" aria-label={t(state === 'preview' ? 'What would happen' : 'What has happened')}>
      {tabs.map(([action, name, count]) => (
        <Link
          key={action}
          to={action === '' ? `/import/${id}` : `/import/${id}?action=${action}`}
          aria-current={action === chosen ? 'true' : undefined}
          preventScrollReset
        >
          {t(name)} <span className="quiet">{count.toLocaleString(t.language)}</span>
        </Link>
      ))}
    </nav>
  )
}

const moment = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/

/** The date of a row; the original text if it is not a date, and with the zone of a time that is not in the site's. */
function useWhenText(): (row: Row) => string {
  const dates = useDates()
  const site = useSite()
  return ({ start_date: written = '', read_start_date: start = written, timezone = site.timezone }) => {
    const [, day, time, offset] = moment.exec(start) ?? []
    if (day === undefined || Number.isNaN(Date.parse(day))) return start
    if (time === undefined) return dates.fullDay(day)
    const zone = offset === undefined ? timezone : offset === 'Z' ? 'UTC' : `UTC${offset.replace('-', '−')}`
    return `${dates.fullDay(day)}, ${time}${zone === site.timezone ? '' : ` ${zone}`}`
  }
}

function RowTable({ rows, tense, skipped }: Listed) {
  const t = useWords()
  const whenText = useWhenText()
  const action = tense === 'will' ? t('Action') : t('Outcome')
  const columns = [action, t('Line'), t('Title'), t('When'), t('Reason')]
  return (
    <DataTable label={t('Rows of the import')} columns={columns} isTall>
      {rows.map((row, place) => (
        <tr key={place}>
          <td>
            <ActionMark row={row} tense={tense} />
            {tense === 'will' && <Suspicion row={row} />}
            <IsWanted row={row} skipped={skipped} />
          </td>
          <td className="narrow">{row.line}</td>
          <th scope="row" className="break">
            <RowTitle row={row} />
          </th>
          <td className="narrow unbroken">{whenText(row)}</td>
          <td className="break">
            <Because row={row} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function RowList({ rows, tense, skipped }: Listed) {
  const t = useWords()
  const whenText = useWhenText()
  return (
    <ul className="past" aria-label={t('Rows of the import')}>
      {rows.map((row, place) => (
        <li key={place}>
          <strong className="break">
            <RowTitle row={row} />
          </strong>
          <span className="row">
            <ActionMark row={row} tense={tense} />
            {tense === 'will' && <Suspicion row={row} />}
            <IsWanted row={row} skipped={skipped} />
          </span>
          <small>{[t('Line {line}', { line: row.line }), whenText(row)].filter(Boolean).join(' · ')}</small>
          <small>
            <Because row={row} />
          </small>
        </li>
      ))}
    </ul>
  )
}

/** Links to a possible duplicate. */
function Suspicion({ row: { suspected } }: { row: Row }) {
  const t = useWords()
  if (suspected === undefined) return null
  return (
    <Link className="state" data-state={suspicion.state} to={`/events/${suspected}`}>
      <Icon name={suspicion.icon} />
      {t(suspicion.text)}
    </Link>
  )
}

function RowTitle({ row: { id, kind, title, line } }: { row: Row }) {
  const t = useWords()
  const text = title ?? t('Line {line}', { line })
  return id === undefined ? text : <Link to={`/${kind}/${id}`}>{text}</Link>
}

/** Only rows that would be written can be excluded. */
function IsWanted({ row, skipped }: { row: Row; skipped: SkippedRows | undefined }) {
  const t = useWords()
  const { action, line } = row
  if (skipped === undefined || (action !== 'create' && action !== 'change')) return null
  return (
    <Check
      aria-label={t('Import line {line}', { line })}
      isChecked={!skipped.rows.has(line)}
      onChange={() => skipped.toggle(row)}
    />
  )
}

function ActionMark({ row: { action, outcome }, tense }: { row: Row; tense: Tense }) {
  const t = useWords()
  const { icon, state, [tense]: name } = outcome === 'undone' ? undoneLook : actionLooks[action]
  return (
    <span className="state" data-state={state}>
      <Icon name={icon} />
      {t(name)}
    </span>
  )
}

/** The differences field by field, otherwise the message of the service. */
function Because({ row: { kind, reason, fields, changes = {}, written } }: { row: Row }): ReactNode {
  const t = useWords()
  const namedText = useNamedText()
  const changed = Object.entries(changes)
  if (changed.length === 0) return reasonText(t, kind, reason, fields ?? [])
  const textOf = (field: string, value: unknown) => valueText(t, value, (text) => namedText(field, text))
  return changed.map(([name, { before, after }], place) => (
    <span key={name}>
      {place > 0 && ' · '}
      {fieldName(t, kind, name)} <del>{textOf(name, before)}</del> <ins>{textOf(name, after)}</ins>
      {written?.includes(name) === false && ` (${t('stays as it is here')})`}
    </span>
  ))
}

const longest = 120

/** Formats a value of the API; truncates long texts. */
function valueText(t: Words, value: unknown, named: (text: string) => string): string {
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value !== 'object') return shortened(named(String(value as string | number)))
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.length === 0 ? t('none') : parts.map((part) => valueText(t, part, named)).join(', ')
}

function shortened(html: string): string {
  const text = html.replace(/<[^>]*>/g, ' ').trim()
  // Not by length, because an emoji is several units of a string.
  const letters = [...text]
  return letters.length > longest ? `${letters.slice(0, longest).join('')} …` : text
}
