import { useState } from 'react'
import { useSite } from '../../app/service.tsx'
import { useWords } from '../../app/words.tsx'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import { useKeys } from '../../parts/keys.ts'
import type { Decision } from './deciding.ts'

/** Accept, send back with a note, or reject. */

type Asked = 'return' | 'reject'

function NoteForm({
  decision,
  sender,
  onDecide,
  onCancel,
}: {
  decision: Asked
  sender: string
  onDecide: (note: string) => void
  onCancel: () => void
}) {
  const t = useWords()
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isReturn = decision === 'return'
  const { hasMail } = useSite()
  return (
    <form
      className="stack deciding"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReturn && note.trim() === '') setMissing(true)
        else onDecide(note.trim())
      }}
    >
      <Field
        label={isReturn ? t('What should {name} change?', { name: sender }) : t('Why is it rejected?')}
        help={[
          isReturn
            ? t('It becomes a draft again, and the note stands in its history.')
            : t('One sentence is enough. The event goes to the trash and can be restored.'),
          ...(hasMail ? [t('The note is sent by e-mail a minute later.')] : []),
        ].join(' ')}
        error={isMissing ? t('Say what is to be changed.') : undefined}
      >
        <TextArea value={note} onChange={setNote} autoFocus />
      </Field>
      <div className="row">
        <Button kind={isReturn ? 'primary' : 'danger'} type="submit">
          {isReturn ? t('Send back') : t('Reject')}
        </Button>
        <Button onPress={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

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
        {t('Accept and publish')}{' '}
        <kbd className="wide-only" aria-hidden="true">
          A
        </kbd>
      </Button>
      <Button onPress={() => onAsk('return')}>
        {t('Send back')}{' '}
        <kbd className="wide-only" aria-hidden="true">
          S
        </kbd>
      </Button>
      <Button kind="danger" onPress={() => onAsk('reject')}>
        {t('Reject')}{' '}
        <kbd className="wide-only" aria-hidden="true">
          R
        </kbd>
      </Button>
      <span className="head__end">
        <LinkButton kind="quiet" to={`/events/${id}`}>
          {t('Edit first')}
        </LinkButton>
      </span>
    </>
  )
}

export function DecisionBar({
  id,
  sender,
  isBusy,
  onDecide,
}: {
  id: number
  sender: string
  isBusy: boolean
  onDecide: (decision: Decision, note: string) => void
}) {
  const [asked, setAsked] = useState<Asked>()
  const accept = () => onDecide('accept', '')
  const asking = (next: Asked) => (event: KeyboardEvent) => {
    // The letter would be the first of the note.
    event.preventDefault()
    setAsked(next)
  }
  useKeys({
    a: () => asked === undefined && !isBusy && accept(),
    s: asking('return'),
    r: asking('reject'),
  })
  return (
    <div className="foot">
      {asked === undefined ? (
        <Choices id={id} isBusy={isBusy} onAccept={accept} onAsk={setAsked} />
      ) : (
        <NoteForm
          key={asked}
          decision={asked}
          sender={sender}
          onDecide={(note) => onDecide(asked, note)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
