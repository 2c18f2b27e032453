import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '../app/words.tsx'
import type { Text } from '../locales/index.ts'
import { Icon } from './icon.tsx'
import { useOverlayContainer } from './dialog.tsx'
import { useField } from './field.tsx'
import { focusBeside } from './focus.ts'
import { HeardResult } from './heard-result.tsx'

/** An option of a picker. */
export interface Pick {
  readonly id: string
  readonly label: string
  /** Distinguishes options with the same label. */
  readonly detail?: string
}

const creating = 'create'

export const failed: Text = 'The search failed and will be retried.'

/**
 * A control of a `Field` that searches while the user types, for picking one option (ARIA Authoring Practices, Combobox).
 * If creating is possible, the last option creates what was not found. Text that was typed but not picked is preserved on
 * blur.
 */
export function Picker({
  placeholder,
  text,
  choices,
  isSearching = false,
  hasFailed = false,
  onSearch,
  onPick,
  onCommit,
  createLabel,
  onCreate,
}: {
  placeholder?: string
  /** The text in the field. */
  text: string
  choices: readonly Pick[]
  isSearching?: boolean
  /** Whether it is not known what there is: then nothing is created, because it may be there already. */
  hasFailed?: boolean
  onSearch: (text: string) => void
  onPick: (pick: Pick) => void
  /** Called when the text is to be used as typed: on blur, or on Enter without a highlighted option. Returns what it chose. */
  onCommit?: () => string | undefined
  /** For example “Create venue “Old creamery””. */
  createLabel?: (text: string) => string
  onCreate?: (text: string) => void
}) {
  const t = useWords()
  const field = useField()
  // The text disappears from the field, and what is chosen stands elsewhere.
  const [chosen, setChosen] = useState<string>()
  // Another selection closes the list, which hides everything else from screen readers as long as it is open.
  const [selected, setSelected] = useState<string | number | null>(null)
  const choose = (id: string | number | null) => {
    setSelected(id)
    if (id === null) return
    const pick = choices.find((one) => one.id === id)
    if (id === creating) onCreate?.(text.trim())
    else if (pick !== undefined) onPick(pick)
    onSearch('')
    setChosen(pick?.label)
  }
  const search = (next: string) => {
    onSearch(next)
    if (next === '') return
    // The same may be chosen again.
    setChosen(undefined)
    setSelected(null)
  }
  const commit = onCommit && (() => setChosen(onCommit() ?? chosen))
  const canCreate = onCreate !== undefined && !hasFailed && text.trim() !== ''
  const items: Pick[] = [
    ...choices,
    ...(canCreate ? [{ id: creating, label: createLabel?.(text.trim()) ?? text }] : []),
  ]
  return (
    <ComboBox
      items={items}
      inputValue={text}
      onInputChange={search}
      selectedKey={selected}
      onSelectionChange={choose}
      menuTrigger="focus"
      // Without words, that nothing is left to choose needs no saying.
      allowsEmptyCollection={text.trim() !== '' || isSearching || hasFailed}
      allowsCustomValue
      onBlur={commit}
      {...(field.id !== undefined && { id: field.id })}
    >
      <Input
        className="input"
        placeholder={placeholder ?? ''}
        onKeyDownCapture={({ key, currentTarget }) => {
          if (key === 'Enter' && !currentTarget.getAttribute('aria-activedescendant')) commit?.()
        }}
        aria-describedby={field['aria-describedby']}
      />
      <Found text={hasFailed ? failed : isSearching ? 'Searching…' : 'Nothing found'} />
      <HeardResult>{chosen !== undefined && t('“{name}” was chosen.', { name: chosen })}</HeardResult>
    </ComboBox>
  )
}

/** The search results below the field; `text` stands for them if there are none. */
function Found({ text }: { text: Text }) {
  const t = useWords()
  const container = useOverlayContainer()
  return (
    <Popover className="over over--field" UNSTABLE_portalContainer={container()}>
      <ListBox
        className="listbox listbox--in-place"
        renderEmptyState={() => <div className="listbox__none">{t(text)}</div>}
      >
        {(item: Pick) => (
          <ListBoxItem id={item.id} textValue={item.label}>
            {item.id === creating && <Icon name="plus" />}
            <span>
              {item.label}
              {item.detail !== undefined && <span className="quiet"> {item.detail}</span>}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

/** A picked option with a button to remove it; Delete does the same while it has the focus. */
export const Chip = ({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current!.hidden = false
  })
  const remove = () => {
    focusBeside(button.current!, '.chip button:not([hidden])')
    // Until it is removed, the next one that is must not give the focus to it.
    button.current!.hidden = true
    onRemove()
  }
  return (
    <span className="chip">
      {children}
      <button
        type="button"
        ref={button}
        aria-label={removeLabel}
        onClick={remove}
        onKeyDown={({ key, repeat }) => !repeat && (key === 'Delete' || key === 'Backspace') && remove()}
      >
        <Icon name="close" />
      </button>
    </span>
  )
}
