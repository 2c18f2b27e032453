import { useEffect, useRef, useState } from 'react'
import { useSelf } from '../../app/session.tsx'
import { treeOf, useCategories, useCategoriesFailure } from '../../app/terms.ts'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel, Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { finalLoss } from '../../parts/final-loss.ts'
import { Notice } from '../../parts/notice.tsx'
import { Picker } from '../../parts/picker.tsx'
import { Pop } from '../../parts/pop.tsx'
import { languageOfTitle, titleOf } from '../../parts/titles.ts'
import type { Kind } from '../../service/types.ts'
import type { Changes } from './changes.ts'
import type { KindTable, Row } from './declaration.ts'
import { useFound } from './filters.tsx'
import type { Operation } from './operations.ts'
import type { Selection } from './selection.ts'

/** Bulk actions on the selected rows; replaces the filters. */

function TagPicker({ onPick }: { onPick: (id: number) => void }) {
  const [text, setText] = useState('')
  const found = useFound('tags', text)
  return <Picker {...found} text={text} onSearch={setText} onPick={({ id }) => onPick(Number(id))} />
}

function CategoryPicker({ onPick }: { onPick: (id: number) => void }) {
  const { language } = useWords()
  const [text, setText] = useState('')
  const sought = text.toLocaleLowerCase(language)
  const choices = treeOf(useCategories())
    .filter(({ term }) => term.name.toLocaleLowerCase(language).includes(sought))
    .map(({ term }) => ({ id: String(term.id), label: term.name }))
  return (
    <Picker
      text={text}
      choices={choices}
      hasFailed={useCategoriesFailure() !== undefined}
      onSearch={setText}
      onPick={({ id }) => onPick(Number(id))}
    />
  )
}

interface ActionProps {
  readonly kind: Kind
  readonly operation: Operation
  readonly rows: readonly Row[]
  readonly isDisabled: boolean
  readonly onStart: (chosen: number) => void
}

function Choosing({ operation: { name, choice }, isDisabled, onStart }: ActionProps) {
  const t = useWords()
  return (
    <Pop label={t(name)} icon="plus" isDisabled={isDisabled}>
      {(close) => {
        const pick = (id: number) => {
          close()
          onStart(id)
        }
        return (
          <Field label={t(name)}>
            {choice === 'category' ? <CategoryPicker onPick={pick} /> : <TagPicker onPick={pick} />}
          </Field>
        )
      }}
    </Pop>
  )
}

function Final({ kind, operation, rows, isDisabled, onStart }: ActionProps) {
  const t = useWords()
  const categories = useCategories()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  return (
    <>
      <Button size="small" icon="trash" isDisabled={isDisabled} onPress={() => setAsked(true)}>
        {t(operation.name)}
      </Button>
      {isAsked && (
        <Dialog
          title={t.count(rows.length, 'Delete it permanently?', 'Delete {count} permanently?')}
          message={finalLoss(t, kind, rows, categories)}
          onClose={close}
        >
          <div className="stack">
            <ul>
              {rows.slice(0, 5).map((row) => (
                <li key={row.id} lang={languageOfTitle(row, t.language)}>
                  {titleOf(row, t.language)}
                </li>
              ))}
              {rows.length > 5 && <li>…</li>}
            </ul>
            <ActOrCancel
              kind="danger"
              data-first
              onPress={() => {
                close()
                onStart(0)
              }}
              onCancel={close}
            >
              {t(operation.name)}
            </ActOrCancel>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Action(props: ActionProps) {
  const t = useWords()
  const { operation, isDisabled, onStart } = props
  if (operation.choice !== undefined) return <Choosing {...props} />
  if (operation.isFinal === true) return <Final {...props} />
  return (
    <Button size="small" isDisabled={isDisabled} icon={operation.icon} onPress={() => onStart(0)}>
      {t(operation.name)}
    </Button>
  )
}

/** Selects all rows of the list as soon as they are read, unless the selection was given up meanwhile. */
function useSelectAll(selection: Selection, readAllRows: () => Promise<readonly Row[]>) {
  const [isReading, setReading] = useState(false)
  const select = useRef<Selection['select']>(undefined)
  useEffect(() => {
    select.current = selection.select
    return () => {
      select.current = undefined
    }
  })
  const selectAll = () => {
    setReading(true)
    readAllRows()
      .then((rows) => select.current?.(rows))
      // The number says that they are not selected, and the banner that the service does not respond.
      .catch(() => undefined)
      .finally(() => setReading(false))
  }
  return { isReading, selectAll }
}

export function Bulk({
  table,
  selection,
  changes,
  total,
  readAllRows,
}: {
  table: KindTable
  selection: Selection
  changes: Changes
  total: number
  readAllRows: () => Promise<readonly Row[]>
}) {
  const t = useWords()
  const self = useSelf()
  const { rows } = selection
  const { isReading, selectAll } = useSelectAll(selection, readAllRows)
  const possible = table.operations
    .map((operation) => ({ operation, rows: rows.filter((row) => operation.mayDo(row, self)) }))
    .filter((one) => one.rows.length > 0)
  return (
    <div className="bulk" role="group" aria-label={t('For the selected rows')}>
      <strong role="status">{t.count(rows.length, 'One selected', '{count} selected')}</strong>
      {possible.map(({ operation, rows }) => (
        <Action
          key={operation.id}
          kind={table.kind}
          operation={operation}
          rows={rows}
          // Otherwise only the rows would be changed that have been read.
          isDisabled={isReading}
          onStart={(chosen) => {
            changes.start({ operation, rows, chosen })
            selection.clear()
          }}
        />
      ))}
      <span className="row head__end">
        {rows.length < total && (
          <Button size="small" isBusy={isReading} onPress={selectAll}>
            {t('Select all {count}', { count: total })}
          </Button>
        )}
        <Button size="small" onPress={selection.clear}>
          {t('Clear selection')} <kbd aria-hidden="true">{t('Esc')}</kbd>
        </Button>
      </span>
    </div>
  )
}

/** Lists the rejected rows with the reasons. */
export function Refusals({ changes }: { changes: Changes }) {
  const t = useWords()
  const { refusals, forgetRefusals } = changes
  if (refusals.length === 0) return null
  return (
    <Notice
      tone="danger"
      title={t.count(refusals.length, 'One was not changed.', '{count} were not changed.')}
      actions={
        <Button size="small" onPress={forgetRefusals}>
          {t('Close')}
        </Button>
      }
    >
      <ul>
        {refusals.map(({ row, reason }) => (
          <li key={row.id}>
            <b lang={languageOfTitle(row, t.language)}>{titleOf(row, t.language)}</b> · {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
