import type { TypedFields } from '../app/typed-fields.ts'
import { useWords } from '../app/words.tsx'
import type { Words } from '../locales/index.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Also said where a change is refused and nothing that was typed is left. */
export const changedMeanwhile = (t: Words, field: string) =>
  t('{field}: somebody else has changed this in the meantime.', { field })

/** Shows what somebody else has stored beside what was typed into fields, to choose one of them for each. */
export function FieldConflicts<Name extends string>({
  typed,
  labelOf,
  storedOf,
  onKeep,
}: {
  typed: TypedFields<Name>
  labelOf: (name: Name) => string
  storedOf: (name: Name) => string
  /** What keeping the typed text also does, where no button saves it. */
  onKeep?: (name: Name) => void
}) {
  return typed.conflicts.map((name) => (
    <FieldConflict
      key={name}
      label={labelOf(name)}
      stored={storedOf(name)}
      onKeep={() => {
        typed.keep(name)
        onKeep?.(name)
      }}
      onDiscard={() => typed.discard(name)}
    />
  ))
}

function FieldConflict({
  label,
  stored,
  onKeep,
  onDiscard,
}: {
  label: string
  stored: string
  onKeep: () => void
  onDiscard: () => void
}) {
  const t = useWords()
  return (
    <Notice
      tone="warn"
      title={changedMeanwhile(t, label)}
      actions={
        <>
          <Button size="small" onPress={onKeep}>
            {t('Keep my version')}
          </Button>
          <Button size="small" onPress={onDiscard}>
            {t('Use the saved version')}
          </Button>
        </>
      }
    >
      <p>
        {t('Saved now:')}{' '}
        {stored.startsWith('data:') ? <img src={stored} alt="" height={40} /> : stored || t('Empty')}
      </p>
    </Notice>
  )
}
