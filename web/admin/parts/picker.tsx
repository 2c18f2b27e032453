import { useState, type ReactNode } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useWords } from '../app/words.tsx'
import { Icon } from './icon.tsx'
import { useOverlayContainer } from './dialog.tsx'
import { useField } from './field.tsx'

/** Something that can be picked. */
export interface Pick {
  readonly id: string
  readonly label: string
  /** Tells those of the same name apart. */
  readonly detail?: string
}

const creating = 'create'

/**
 * A field that searches as somebody types, and picks one (ARIA Authoring Practices, Combobox). The last choice creates
 * what is not there, if that is possible.
 */
export function Picker({
  label,
  placeholder,
  picks,
  isSearching = false,
  onSearch,
  onPick,
  createLabel,
  onCreate,
}: {
  /** Names the field where no visible label does. */
  label?: string
  placeholder?: string
  picks: readonly Pick[]
  isSearching?: boolean
  onSearch: (text: string) => void
  onPick: (pick: Pick) => void
  /** Such as “Create venue “Old creamery””. */
  createLabel?: (text: string) => string
  onCreate?: (text: string) => void
}) {
  const field = useField()
  const [text, setText] = useState('')
  const search = (next: string) => {
    setText(next)
    onSearch(next)
  }
  const choose = (id: string | number | null) => {
    if (id === null) return
    const pick = picks.find((one) => one.id === id)
    if (id === creating) onCreate?.(text.trim())
    else if (pick !== undefined) onPick(pick)
    search('')
  }
  const canCreate = onCreate !== undefined && text.trim() !== ''
  const items: (Pick & { content?: ReactNode })[] = [
    ...picks,
    ...(canCreate ? [{ id: creating, label: createLabel?.(text.trim()) ?? text }] : []),
  ]
  return (
    <ComboBox
      items={items}
      inputValue={text}
      onInputChange={search}
      selectedKey={null}
      onSelectionChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      {...(field.id === undefined ? { 'aria-label': label ?? '' } : { id: field.id })}
    >
      <Input
        className="input"
        placeholder={placeholder ?? ''}
        {...(field['aria-describedby'] === undefined
          ? {}
          : { 'aria-describedby': field['aria-describedby'] })}
      />
      <Found isSearching={isSearching} />
    </ComboBox>
  )
}

/** What was found, below the field. */
function Found({ isSearching }: { isSearching: boolean }) {
  const t = useWords()
  const container = useOverlayContainer()
  return (
    <Popover className="over over--field" UNSTABLE_portalContainer={container()}>
      <ListBox
        className="listbox listbox--in-place"
        renderEmptyState={() => (
          <div className="listbox__none">{isSearching ? t('Searching …') : t('Nothing found')}</div>
        )}
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

/** Something that was picked, with a way to take it out again. Delete does the same while it has the focus. */
export const Chip = ({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}) => (
  <span className="chip">
    {children}
    <button
      type="button"
      aria-label={removeLabel}
      onClick={onRemove}
      onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
    >
      <Icon name="close" />
    </button>
  </span>
)
