import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { useWords } from '../../../app/words.tsx'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Input } from '../../../parts/field.tsx'
import { useSubForm } from '../form.tsx'
import { linkedWords, linkTo } from './commands.ts'
import { schema } from './document.ts'
import { linkAddress } from './link-address.ts'

const addressAt = ({ state }: EditorView): string => {
  const mark = schema.marks.link!.isInSet(state.selection.$from.marks())
  return mark === undefined ? '' : String(mark.attrs.href)
}

/** Input that has not been applied yet. */
interface Typed {
  readonly address: string
  readonly words: string
}

export function LinkDialog({
  name,
  view,
  run,
  onClose,
}: {
  /** Name of the text that contains the link. */
  name: string
  view: EditorView
  run: (command: Command) => void
  onClose: () => void
}) {
  const t = useWords()
  const [before] = useState(() => addressAt(view))
  const [typed = { address: before, words: '' }, setTyped] = useSubForm<Typed>(`${name}, link`)
  const { address, words } = typed
  const close = () => {
    setTyped(undefined)
    onClose()
  }
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
          set(linkAddress(address.trim()))
        }}
      >
        {isNew && (
          <Field label={t('Link text')}>
            <Input
              value={words}
              onChange={(next) => setTyped({ ...typed, words: next })}
              autoComplete="off"
            />
          </Field>
        )}
        <Field label={t('Address')}>
          <Input
            value={address}
            onChange={(next) => setTyped({ ...typed, address: next })}
            inputMode="url"
            autoComplete="off"
          />
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
