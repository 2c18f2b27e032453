import { useState } from 'react'
import { useStoredInput } from '../../app/stored-input.ts'
import { useSite } from '../../app/service.tsx'
import { useSelf } from '../../app/session.tsx'
import { useWords } from '../../app/words.tsx'
import { ActOrCancel, Button, LinkButton } from '../../parts/button.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import { useFocusWrong } from '../../parts/focus-wrong.ts'
import { useKeys } from '../../parts/keys.ts'
import { fromReview } from '../form/way-back.ts'
import { isSuggestion, senderOf } from './about.tsx'
import { noteName, type Decision } from './deciding.ts'
import type { CalendarEvent } from '../../service/types.ts'
import type { Past } from './submission.ts'

/** Accept, send back with a note, or reject. */

type Asked = 'return' | 'reject'

/** A decision with the note being written for it. */
interface Note {
  readonly decision: Asked
  readonly note: string
}

/** What each decision does, and who reads the note. */
function useConsequences(past: Past, author: number): Readonly<Record<Asked, readonly string[]>> {
  const t = useWords()
  const self = useSelf()
  const { hasMail } = useSite()
  const rejected = t('One sentence is enough. The event goes to the trash and can be restored.')
  if (isSuggestion(past)) {
    const read = hasMail
      ? t('Your note is sent by e-mail a minute later.')
      : t('Only editors can read your note.')
    return {
      return: [t('The event becomes a draft, which only editors can change.'), read],
      reject: [rejected, read],
    }
  }
  const hasReader = author !== 0 && author !== self.id
  const sent =
    hasMail && hasReader
      ? [t('If the author has an e-mail address, your note is sent there a minute later.')]
      : []
  return {
    return: [t('The event becomes a draft again, and your note is shown in its history.'), ...sent],
    reject: [rejected, ...sent],
  }
}

function NoteForm({
  note: { decision, note },
  past,
  author,
  isBusy,
  refusal,
  onChange,
  onDecide,
  onCancel,
}: {
  note: Note
  past: Past
  author: number
  isBusy: boolean
  refusal: string | undefined
  onChange: (note: string) => void
  onDecide: (note: string, onRefused: () => void) => void
  onCancel: () => void
}) {
  const t = useWords()
  const [isMissing, setMissing] = useState(false)
  const { form, focusWrong } = useFocusWrong()
  const isReturn = decision === 'return'
  const sender = senderOf(past)
  // Visitors cannot change what they have suggested.
  const whatToChange =
    sender === '' || isSuggestion(past)
      ? t('What should be changed?')
      : t('What should {name} change?', { name: sender })
  const consequences = useConsequences(past, author)
  return (
    <form
      className="stack deciding"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReturn || note.trim() !== '') return onDecide(note.trim(), focusWrong)
        setMissing(true)
        focusWrong()
      }}
    >
      <Field
        label={isReturn ? whatToChange : t('Why is it rejected?')}
        help={consequences[decision].join(' ')}
        error={isMissing && note.trim() === '' ? t('Say what needs to be changed.') : refusal}
      >
        <TextArea value={note} onChange={onChange} autoFocus />
      </Field>
      <ActOrCancel kind={isReturn ? 'primary' : 'danger'} isBusy={isBusy} onCancel={onCancel}>
        {isReturn ? t('Send back') : t('Reject')}
      </ActOrCancel>
    </form>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd className="wide-only" aria-hidden="true">
    {name}
  </kbd>
)

function Choices({
  id,
  isBusy,
  onAccept,
  onAsk,
}: {
  id: number
  isBusy: boolean
  onAccept: () => void
  onAsk: (asked: Asked) => void
}) {
  const t = useWords()
  return (
    <>
      <Button kind="primary" isBusy={isBusy} onPress={onAccept}>
        {t('Accept and publish')} <Key name="A" />
      </Button>
      <Button onPress={() => onAsk('return')}>
        {t('Send back')} <Key name="S" />
      </Button>
      <Button kind="danger" onPress={() => onAsk('reject')}>
        {t('Reject')} <Key name="R" />
      </Button>
      <span className="head__end">
        <LinkButton kind="quiet" to={`/events/${id}`} state={fromReview}>
          {t('Edit first')}
        </LinkButton>
      </span>
    </>
  )
}

export function DecisionBar({
  event: { id, author },
  past,
  isBusy,
  refusal,
  onDecide,
}: {
  event: CalendarEvent
  past: Past
  isBusy: boolean
  /** Why the service has refused the note. */
  refusal: string | undefined
  onDecide: (decision: Decision, note: string, onRefused?: () => void) => void
}) {
  const [note, setNote] = useStoredInput<Note>(noteName(id))
  const ask = (decision: Asked) => setNote({ decision, note: '' })
  const accept = () => onDecide('accept', '')
  const asking = (decision: Asked) => (event: KeyboardEvent) => {
    // Otherwise the shortcut would be typed into the note.
    event.preventDefault()
    if (note === undefined) ask(decision)
  }
  useKeys({
    a: () => note === undefined && !isBusy && accept(),
    s: asking('return'),
    r: asking('reject'),
  })
  return (
    <div className="foot foot--tall">
      {note === undefined ? (
        <Choices id={id} isBusy={isBusy} onAccept={accept} onAsk={ask} />
      ) : (
        <NoteForm
          key={note.decision}
          note={note}
          past={past}
          author={author}
          isBusy={isBusy}
          refusal={refusal}
          onChange={(text) => setNote({ ...note, note: text })}
          onDecide={(text, onRefused) => onDecide(note.decision, text, onRefused)}
          onCancel={() => setNote(undefined)}
        />
      )}
    </div>
  )
}
