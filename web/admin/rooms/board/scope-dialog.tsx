import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useService } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button } from '../../parts/button.tsx'
import { useDates } from '../../parts/dates.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { calendar } from '../../service/service.ts'
import type { Series } from '../../service/types.ts'
import type { Change, Scope } from './changes.ts'

/** One of a series was moved: asks which of them are meant, and says what would become of the others. */

type Counts = NonNullable<Series['changed']>

/** Counted by the service, because it alone knows the rule. */
function useCounts({ before, body }: Change, scope: Scope): Counts | undefined {
  const service = useService()
  const { data } = useQuery({
    queryKey: ['series', before.id, scope, body],
    queryFn: async () => {
      const query = { scope, dry_run: true }
      const path = calendar(`/events/${before.id}`)
      return (await service.write<{ series: Series }>('PATCH', path, body, { query })).body.series.changed
    },
  })
  return data
}

export function ScopeDialog({
  change,
  onAnswer,
}: {
  change: Change
  onAnswer: (scope: Scope | undefined) => void
}) {
  const t = useWords()
  const dates = useDates()
  const [scope, setScope] = useState<Scope>('this')
  const { before, after } = change
  return (
    <Dialog title={t('This event is one of a series')} onClose={() => onAnswer(undefined)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer(scope)
        }}
      >
        <p>
          <span lang={before.language}>{before.title}</span>: {dates.when(before)} →{' '}
          <b>{dates.when(after)}</b>
        </p>
        <fieldset className="field">
          <legend>{t('What is to be moved?')}</legend>
          <Choice scope="this" chosen={scope} onChoose={setScope} change={change} />
          <Choice scope="following" chosen={scope} onChoose={setScope} change={change} />
          <Choice scope="all" chosen={scope} onChoose={setScope} change={change} />
        </fieldset>
        <div className="row">
          <Button kind="primary" type="submit">
            {t('Move')}
          </Button>
          <Button onPress={() => onAnswer(undefined)}>{t('Cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function Choice({
  scope,
  chosen,
  onChoose,
  change,
}: {
  scope: Scope
  chosen: Scope
  onChoose: (scope: Scope) => void
  change: Change
}) {
  const t = useWords()
  const counts = useCounts(change, scope)
  const names = {
    this: t('Only this one'),
    following: t('This and those after it'),
    all: t('The whole series'),
  }
  return (
    <label className="check">
      <input type="radio" name="scope" checked={scope === chosen} onChange={() => onChoose(scope)} />
      <span>
        {names[scope]}
        <small>{counts === undefined ? t('Counting …') : <CountsText counts={counts} />}</small>
      </span>
    </label>
  )
}

function CountsText({ counts: { moved, created, overridden, past } }: { counts: Counts }) {
  const t = useWords()
  // On another day of the week those of the rule are replaced, which for readers is moving too.
  const sentences = [
    t.count(moved + created, '{count} event moves', '{count} events move'),
    overridden > 0 &&
      t.count(
        overridden,
        '{count} has a time of its own and keeps it',
        '{count} have times of their own and keep them',
      ),
    past > 0 && t.count(past, '{count} is over and stays', '{count} are over and stay'),
  ]
  return sentences.filter((sentence) => sentence !== false).join(', ')
}
