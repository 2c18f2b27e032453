import type { ReactNode } from 'react'
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
 * what is not there, if that is possible. What was typed and not picked stays when the field is left.
 */
export function Picker({
  label,
  placeholder,
  text,
  picks,
  isSearching = false,
  onSearch,
  onPick,
  onCommit,
  createLabel,
  onCreate,
}: {
  /** Names the field where no visible label does. */
  label?: string
  placeholder?: string
  /** What is typed. */
  text: string
  picks: readonly Pick[]
  isSearching?: boolean
  onSearch: (text: string) => void
  onPick: (pick: Pick) => void
  /** What was typed is meant as it is, because the field was left, or by Enter with nothing marked in the list. */
  onCommit?: () => void
  /** Such as “Create venue “Old creamery””. */
  createLabel?: (text: string) => string
  onCreate?: (text: string) => void
}) {
  const field = useField()
  const choose = (id: string | number | null) => {
    if (id === null) return
    const pick = picks.find((one) => one.id === id)
    if (id === creating) onCreate?.(text.trim())
    else if (pick !== undefined) onPick(pick)
    onSearch('')
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
      onInputChange={onSearch}
      selectedKey={null}
      onSelectionChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      allowsCustomValue
      {...(onCommit === undefined ? {} : { onBlur: onCommit })}
      {...(field.id === undefined ? { 'aria-label': label ?? '' } : { id: field.id })}
    >
      <Input
        className="input"
        placeholder={placeholder ?? ''}
        onKeyDownCapture={({ key, currentTarget }) => {
          if (key === 'Enter' && !currentTarget.getAttribute('aria-activedescendant')) onCommit?.()
        }}
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
