import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Check, Select } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useNavigateHere } from '../../parts/navigate-here.ts'
import { useSaving } from '../../parts/saving.ts'
import { passIfGone } from '../../service/errors.ts'
import { admin } from '../../service/service.ts'
import { columnFields } from './fields.ts'
import {
  actions,
  countsText,
  importsKey,
  toWrite,
  type Count,
  type ImportWithRows,
  type Row,
} from './import.ts'
import { PolicyField } from './policy-field.tsx'
import { choicesOf, type Choices, type Reading } from './reading.ts'
import { toNextState } from './next-state.ts'
import { Rows, type SkippedRows } from './rows.tsx'
import { useScheduleText } from './schedule-field.tsx'
import { Steps } from './steps.tsx'

type Change = (choices: Partial<Choices>) => void

interface Shown {
  readonly imported: ImportWithRows
  readonly choices: Choices
  /** Undefined if the file is no longer available. */
  readonly change: Change | undefined
}

/** The rows to exclude from the run; reset for each preview. */
function useSkippedRows({ id }: ImportWithRows): SkippedRows {
  const [chosen, setChosen] = useState({ id, rows: new Map<number, Row>() })
  const rows = chosen.id === id ? chosen.rows : new Map<number, Row>()
  const toggle = (row: Row) => {
    const others = [...rows].filter(([line]) => line !== row.line)
    setChosen({ id, rows: new Map(rows.has(row.line) ? others : [...others, [row.line, row]]) })
  }
  return { rows, toggle }
}

/** A preview of an import. Changing the options reads the source again. */
export function Preview({
  imported,
  total,
  pages,
  reading,
}: {
  imported: ImportWithRows
  total: number
  pages: number | undefined
  reading: Reading
}) {
  const t = useWords()
  const material = reading.materialOf(imported)
  const choices = reading.wanted ?? choicesOf(imported, reading.unkeptOf(imported))
  const change =
    material === undefined
      ? undefined
      : (some: Partial<Choices>) => reading.read(material, { ...choices, ...some }, imported)
  const skipped = useSkippedRows(imported)
  const [fault] = Object.values(reading.fields)
  return (
    <div className="stack imports" aria-busy={reading.isBusy || undefined}>
      <Steps step="preview" />
      {reading.problem && <Failure error={reading.problem} />}
      {fault !== undefined && (
        <Notice tone="danger" title={t('That could not be done.')}>
          {fault}
        </Notice>
      )}
      <div className="columns columns--late">
        <div className="stack">
          <Facts imported={imported} />
          <Rows imported={imported} total={total} pages={pages} skipped={skipped} />
          <Foot
            imported={imported}
            choices={choices}
            change={change}
            isBusy={reading.isBusy}
            leftOut={[...skipped.rows.values()]}
          />
        </div>
        <aside className="aside" aria-label={t('Import options')}>
          <HowItIsRead imported={imported} choices={choices} change={change} />
        </aside>
      </div>
    </div>
  )
}

function Facts({ imported: { source, format, would } }: Pick<Shown, 'imported'>) {
  const t = useWords()
  const rows = actions.reduce((sum, action) => sum + would[action], 0)
  return (
    <p>
      <strong className="break">{source}</strong>{' '}
      <span className="quiet">
        {t.count(rows, '{count} entry, read as {format}', '{count} entries, read as {format}', {
          format: format.toUpperCase(),
        })}
      </span>
    </p>
  )
}

function HowItIsRead({ imported, choices, change }: Shown) {
  const t = useWords()
  const scheduleText = useScheduleText()
  return (
    <fieldset className="stack" disabled={change === undefined}>
      <legend className="unseen">{t('Import options')}</legend>
      {change === undefined && (
        <p className="quiet">{t('Choose the file again to read it with other options.')}</p>
      )}
      {imported.format === 'csv' && Object.keys(imported.mapping).length > 0 && (
        <Columns mapping={choices.mapping ?? {}} change={change} />
      )}
      <section className="panel">
        <PolicyField policy={choices.policy} onChange={(next) => change?.({ policy: next })} />
        {imported.schedule !== undefined && <p>{scheduleText(imported)}</p>}
      </section>
    </fieldset>
  )
}

function Columns({ mapping, change }: Pick<Shown, 'change'> & { mapping: NonNullable<Choices['mapping']> }) {
  const t = useWords()
  const options = [
    { value: '', label: t('Leave out') },
    ...Object.entries(columnFields).map(([value, name]) => ({ value, label: t(name) })),
  ]
  return (
    <section className="panel" aria-labelledby="columns">
      <h2 id="columns">{t('Columns')}</h2>
      <div className="facts">
        {Object.entries(mapping).map(([column, field], place) => (
          <div className="facts__pair" key={column}>
            <label className="break" htmlFor={`column${place}`}>
              {column}
            </label>
            <Select
              id={`column${place}`}
              className="input--dense"
              value={field}
              options={options}
              onChange={(next) => change?.({ mapping: { ...mapping, [column]: next } })}
            />
          </div>
        ))}
      </div>
      <p className="quiet">{t('This is remembered for the next file from this source.')}</p>
    </section>
  )
}

function Foot({
  imported,
  choices,
  change,
  isBusy,
  leftOut,
}: Shown & { isBusy: boolean; leftOut: readonly Row[] }) {
  const t = useWords()
  const service = useService()
  const client = useQueryClient()
  const navigate = useNavigateHere()
  const saving = useSaving()
  const counts = [...toWrite(imported), ...leftOut.map(({ kind }): Count => [kind, -1])]
  const what = countsText(t, counts)
  const run = () =>
    saving.run(async () => {
      const body = { leave_out: leftOut.map(({ line }) => line) }
      await toNextState(service, imported, 'POST', { step: '/run', body })
      await client.invalidateQueries({ queryKey: importsKey })
    })
  const drop = () =>
    saving.run(async () => {
      await service.write('DELETE', admin(`/imports/${imported.id}`)).catch(passIfGone)
      void navigate('/import')
      await client.invalidateQueries({ queryKey: importsKey })
    })
  return (
    <div className="stack">
      {saving.problem && <Failure error={saving.problem} />}
      <div className="foot">
        <Button
          kind="primary"
          isBusy={saving.isBusy || isBusy}
          isDisabled={what === ''}
          onPress={() => void run()}
        >
          {what === '' ? t('Import') : t('Import {what}', { what })}
        </Button>
        <Check
          label={t('As drafts')}
          isChecked={choices.isDraft}
          isDisabled={change === undefined}
          onChange={(isDraft) => change?.({ isDraft })}
        />
        <Button kind="quiet" isBusy={saving.isBusy || isBusy} onPress={() => void drop()}>
          {t(imported.schedule === undefined ? 'Do not import' : 'Do not import, and end the schedule')}
        </Button>
        <span className="quiet">{t('Can be undone as a whole for 30 days')}</span>
      </div>
    </div>
  )
}
