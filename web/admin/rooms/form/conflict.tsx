import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Notice } from '../../parts/notice.tsx'
import { FieldValue } from '../history/changes.tsx'
import { beginningOf } from '../history/recurrence.tsx'
import type { Conflict } from './editor-state.ts'
import { useForm, useFormState } from './form.tsx'
import { nameOfKey } from './labels.ts'
import { pick, type Values } from './values.ts'

/** Resolves an edit conflict: nothing is overwritten, and only the fields that differ have to be chosen. */
export function ConflictView() {
  const { conflict } = useFormState()
  return conflict === undefined ? null : <Choice key={conflict.theirs.etag} conflict={conflict} />
}

type Side = 'mine' | 'theirs'

function Choice({ conflict }: { conflict: Conflict }) {
  const t = useWords()
  const { editor, save } = useForm()
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (conflict.asked > 0) ref.current?.focus()
  }, [conflict.asked])
  const dates = useDates()
  const name = conflict.author === '' ? t('Somebody') : conflict.author
  const saveAs = (chosen: (key: string) => Side) => {
    editor.choose(
      pick(
        conflict.theirs.values,
        conflict.keys.filter((key) => chosen(key) === 'theirs'),
      ),
    )
    void save(conflict.sending)
  }
  return (
    <section className="stack" aria-labelledby="conflict">
      <Notice
        tone="warn"
        ref={ref}
        title={t('Changed by {name} {ago}, while you were writing.', {
          name,
          ago: conflict.at === '' ? '' : dates.ago(conflict.at),
        })}
      >
        {t('Your text is safe here; nothing was overwritten.')}
      </Notice>
      <h2 id="conflict">{t('Both versions, only where they differ')}</h2>
      <Differences
        conflict={conflict}
        name={name}
        sides={sides}
        choose={(key, side) => setSides({ ...sides, [key]: side })}
      />
      <div className="row">
        <Button kind="primary" onPress={() => saveAs((key) => sides[key] ?? 'mine')}>
          {t('Save the chosen versions')}
        </Button>
        <Button onPress={() => saveAs(() => 'mine')}>{t('Keep all of mine')}</Button>
        <Button onPress={() => saveAs(() => 'theirs')}>{t('Use all of theirs')}</Button>
      </div>
    </section>
  )
}

function Differences({
  conflict: { keys, theirs },
  name,
  sides,
  choose,
}: {
  conflict: Conflict
  name: string
  sides: Readonly<Record<string, Side>>
  choose: (key: string, side: Side) => void
}) {
  const t = useWords()
  const { fields } = useForm()
  const { values } = useFormState()
  const labelOf = (key: string) => nameOfKey(t, fields, key)
  const cell = (key: string, side: Side, from: Values) => (
    <td>
      <label className="check">
        <input
          type="radio"
          name={`choice-${key}`}
          checked={(sides[key] ?? 'mine') === side}
          onChange={() => choose(key, side)}
        />
        <span>
          <FieldValue field={key} value={from[key]} beginning={beginningOf(from)} />
        </span>
      </label>
    </td>
  )
  return (
    <div className="table-wrap" tabIndex={-1}>
      <table className="table table--sides">
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('{name} saved', { name })}</th>
            <th scope="col">{t('Yours, not saved')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row">{labelOf(key)}</th>
              {cell(key, 'theirs', theirs.values)}
              {cell(key, 'mine', values)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
