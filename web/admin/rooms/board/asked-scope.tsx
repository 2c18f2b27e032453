import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { useDates } from '../../parts/dates.ts'
import { ScopeDialog, type Scope, type ScopedChange } from '../../parts/scope-dialog.tsx'
import { isElsewhere } from '../../parts/wall-clock.ts'
import type { Change } from './changes.ts'

const words: ScopedChange['words'] = {
  question: 'What should be moved?',
  action: 'Move',
  reaches: ['{count} event moves', '{count} events move'],
  keeps: ['{count} keeps changes of its own', '{count} keep changes of their own'],
}

/** Asks for the scope after an occurrence was moved. */
export function AskedScope({
  change: { before, after, body = {} },
  onAnswer,
}: {
  change: Change
  onAnswer: (scope: Scope | undefined) => void
}) {
  const t = useWords()
  const dates = useDates()
  const { timezone } = useSite()
  return (
    <ScopeDialog change={{ id: before.id, body, words }} onAnswer={onAnswer}>
      <p>
        <span lang={before.language}>{before.title}</span>, {dates.when(before)} → <b>{dates.when(after)}</b>
        {isElsewhere(after, timezone) && <> {t('in {zone}', { zone: after.timezone })}</>}
      </p>
    </ScopeDialog>
  )
}
