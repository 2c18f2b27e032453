import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { Check } from '../../parts/field.tsx'
import { Pop } from '../../parts/pop.tsx'
import type { Column, KindTable } from './declaration.ts'
import { useStored } from './stored.ts'

/** Column selection of a table, stored in the browser. */

interface ColumnChoice {
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  toggle(id: string): void
}

export function useColumns({ kind, columns }: KindTable): ColumnChoice {
  const { capabilities } = useSelf()
  const all = columns.filter(({ isOfUsers = false }) => capabilities.edit_others || !isOfUsers)
  const usual = all.filter(({ isExtra = false }) => !isExtra).map(({ id }) => id)
  const [chosen, setChosen] = useStored<readonly string[]>(`calends.columns.${kind}`, usual)
  return {
    all,
    shown: all.filter(({ id }) => chosen.includes(id)),
    toggle: (id) =>
      setChosen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id])),
  }
}

export function Columns({ title, choice }: { title: string; choice: ColumnChoice }) {
  const t = useWords()
  return (
    <Pop label={t('Columns')} icon="columns" className="wide-only" isAtEnd>
      <Check label={title} help={t('always')} isChecked isDisabled onChange={() => undefined} />
      {choice.all.map(({ id, name }) => (
        <Check
          key={id}
          label={t(name)}
          isChecked={choice.shown.some((column) => column.id === id)}
          onChange={() => choice.toggle(id)}
        />
      ))}
    </Pop>
  )
}
