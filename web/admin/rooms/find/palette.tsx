import { useEffect, useRef } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { TextField } from 'react-aria-components/TextField'
import { useNavigate } from 'react-router'
import { useRemoveStoredInput, useStoredInput } from '../../app/stored-input.ts'
import { useWords } from '../../app/words.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { failed } from '../../parts/picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useCommands } from './commands.ts'
import { useFound, type Choice } from './found.ts'

const textName = 'find or do'

/** The command palette: finds events, venues and organizers, and runs global actions. `typed`: before it was there. */
export function Palette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const t = useWords()
  const navigate = useNavigate()
  const [text = typed, setText] = useStoredInput<string>(textName)
  const input = useRef<HTMLInputElement>(null)
  // The dialog selects the text, so that typing replaces it; here the typing goes on.
  useEffect(() => {
    const { value } = input.current!
    if (typed !== '') input.current!.setSelectionRange(value.length, value.length)
  }, [typed])
  const forget = useRemoveStoredInput()
  const { choices: found, isSearching, hasFailed } = useFound(text.trim())
  const choices = [...found, ...useCommands(text, isSearching)]
  const close = () => {
    forget(textName)
    onClose()
  }
  const choose = ({ to }: Choice) => {
    close()
    if (typeof to === 'string') void navigate(to)
    else to()
  }
  return (
    <Dialog title={t('Find or do')} size="palette" onClose={close}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField aria-label={t('Find or do')}>
          <Input
            ref={input}
            role="combobox"
            aria-expanded
            className="input palette__input"
            placeholder={t('Events, venues, organizers, sections, actions')}
          />
        </TextField>
        {hasFailed && (
          <p className="quiet" role="status">
            {t(failed)}
          </p>
        )}
        <ListBox
          className="listbox listbox--in-place palette__list"
          aria-label={t('Found')}
          items={choices}
          onAction={(id) => choose(choices.find((choice) => choice.id === id)!)}
          renderEmptyState={() => (
            <div className="listbox__none">{isSearching ? t('Searching…') : t('Nothing found')}</div>
          )}
        >
          {({ id, label, detail, icon }) => (
            <ListBoxItem id={id} textValue={label}>
              <Icon name={icon} />
              <span>{label}</span>
              {detail !== undefined && <span className="quiet narrow head__end">{detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
