import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useService } from '../app/service.tsx'
import { useWords } from '../app/words.tsx'
import type { Text } from '../locales/index.ts'
import { ServiceError } from '../service/errors.ts'
import { calendar } from '../service/service.ts'
import type { Series } from '../service/types.ts'
import { ActOrCancel } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { reasonOf } from './failure.tsx'
import { whileFailed } from './while-failed.ts'

/** Asks which occurrences of a series a change applies to, and explains the effect on the others. */

export type Scope = 'this' | 'following' | 'all'

type Counts = NonNullable<Series['changed']>

/** A change to one occurrence. */
export interface ScopedChange {
  readonly id: number
  readonly body: Readonly<Record<string, unknown>>
  /** The wording of the dialog for this change. */
  readonly words: {
    readonly question: Text
    readonly action: Text
    /** For the events affected: singular and plural. */
    readonly reaches: readonly [Text, Text]
    /** For the events with overrides: singular and plural. */
    readonly keeps: readonly [Text, Text]
  }
}

/** Whether the service would refuse the change for the same reason. */
const isRefused = (error: Error | null): error is ServiceError =>
  error instanceof ServiceError && error.status < 500 && error.status !== 429

/** Counted by the service, because only it evaluates the rule. */
function useCounts({ id, body }: ScopedChange, scope: Scope) {
  const service = useService()
  return useQuery({
    queryKey: ['series', id, scope, body],
    gcTime: 0,
    retry: false,
    refetchInterval: (query) => !isRefused(query.state.error) && whileFailed(query),
    queryFn: async () => {
      const query = { scope, dry_run: true }
      const answer = await service.write<{ series: Series }>('PATCH', calendar(`/events/${id}`), body, {
        query,
      })
      return answer.body.series.changed!
    },
  })
}

export function ScopeDialog({
  change,
  onAnswer,
  children,
}: {
  change: ScopedChange
  onAnswer: (scope: Scope | undefined) => void
  children?: ReactNode
}) {
  const t = useWords()
  const [scope, setScope] = useState<Scope>('this')
  const choice = { chosen: scope, onChoose: setScope, change }
  return (
    <Dialog title={t('This event is one of a series')} onClose={() => onAnswer(undefined)}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer(scope)
        }}
      >
        {children}
        <fieldset className="field">
          <legend>{t(change.words.question)}</legend>
          <Choice scope="this" {...choice} />
          <Choice scope="following" {...choice} />
          <Choice scope="all" {...choice} />
        </fieldset>
        <ActOrCancel onCancel={() => onAnswer(undefined)}>{t(change.words.action)}</ActOrCancel>
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
  change: ScopedChange
}) {
  const t = useWords()
  const names = {
    this: t('Only this one'),
    following: t('This and all later ones'),
    all: t('The whole series'),
  }
  return (
    <label className="check">
      <input type="radio" name="scope" checked={scope === chosen} onChange={() => onChoose(scope)} />
      <span>
        {names[scope]}
        <small>
          <Counted change={change} scope={scope} />
        </small>
      </span>
    </label>
  )
}

function Counted({ change, scope }: { change: ScopedChange; scope: Scope }) {
  const t = useWords()
  const { data, error, fetchStatus } = useCounts(change, scope)
  if (data !== undefined) return <CountsText counts={data} words={change.words} />
  if (isRefused(error)) return reasonOf(t, error)
  return error !== null || fetchStatus === 'paused'
    ? t('Could not be counted; this will be tried again.')
    : t('Counting…')
}

function CountsText({
  counts: { kept, moved, created, trashed, overridden, past },
  words,
}: {
  counts: Counts
  words: ScopedChange['words']
}) {
  const t = useWords()
  // Moving to another weekday replaces occurrences, which to users is moving them too.
  const replaced = Math.min(trashed, created)
  const added = created - replaced
  const isChanged = moved + created > 0
  const reached = isChanged ? moved + replaced : kept
  const sentences = [
    (reached > 0 || !isChanged) && t.count(reached, ...words.reaches),
    replaced > 0 &&
      t.count(
        replaced,
        '{count} of them is replaced by a new one',
        '{count} of them are replaced by new ones',
      ),
    added > 0 && t.count(added, '{count} date is added', '{count} dates are added'),
    overridden > 0 && t.count(overridden, ...words.keeps),
    past > 0 && t.count(past, '{count} is over and stays', '{count} are over and stay'),
  ]
  return sentences.filter((sentence) => sentence !== false).join(', ')
}
