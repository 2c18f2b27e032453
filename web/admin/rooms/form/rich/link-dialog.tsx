import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Input } from '../../../parts/field.tsx'
import { linkedWords, linkTo } from './commands.ts'
import { schema } from './document.ts'

const addressAt = ({ state }: EditorView): string => {
  const mark = schema.marks.link!.isInSet(state.selection.$from.marks())
  return mark === undefined ? '' : String(mark.attrs.href)
}

/** Somebody who writes `example.org` means an address of the web. */
const whole = (text: string) =>
  text === '' || /^(?:https?:|mailto:|tel:)/.test(text)
    ? text
    : text.includes('@')
      ? `mailto:${text}`
      : `https://${text}`

export function LinkDialog({
  view,
  run,
  close,
}: {
  view: EditorView
  run: (command: Command) => void
  close: () => void
}) {
  const t = useWords()
  const [before] = useState(() => addressAt(view))
  const [address, setAddress] = useState(before)
  const [words, setWords] = useState('')
  const isNew = before === '' && view.state.selection.empty
  const set = (href: string) => {
    close()
    run(isNew && href !== '' ? linkedWords(words.trim() || address.trim(), href) : linkTo(href))
  }
  return (
    <Dialog title={t('Link')} onClose={close}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          set(whole(address.trim()))
        }}
      >
        {isNew && (
          <Field label={t('Words of the link')}>
            <Input value={words} onChange={setWords} autoComplete="off" />
          </Field>
        )}
        <Field label={t('Address')}>
          <Input value={address} onChange={setAddress} inputMode="url" autoComplete="off" />
        </Field>
        <div className="row">
          <Button kind="primary" type="submit">
            {t('Link')}
          </Button>
          {before !== '' && <Button onPress={() => set('')}>{t('Remove the link')}</Button>}
          <Button kind="quiet" onPress={close}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
