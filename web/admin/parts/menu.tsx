import type { ReactNode } from 'react'
import { Button as TriggerButton } from 'react-aria-components/Button'
import { Menu as List, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { useOverlayContainer } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A menu item; `'line'` is a separator. */
export type MenuChoice =
  | 'line'
  | {
      readonly id: string
      readonly label: string
      readonly icon?: IconName
      /** The equivalent keyboard shortcut, as displayed. */
      readonly shortcut?: string
      readonly isDisabled?: boolean
      readonly onChoose: () => void
    }

/** A button that opens a menu (ARIA Authoring Practices, Menu Button). */
export function Menu({
  label,
  icon,
  children,
  className = 'button',
  choices,
}: {
  /** Accessible name of an icon-only button. */
  label?: string
  icon?: IconName
  children?: ReactNode
  className?: string
  choices: readonly MenuChoice[]
}) {
  const container = useOverlayContainer()
  return (
    <MenuTrigger>
      <TriggerButton
        className={children == null ? `${className} button--icon` : className}
        aria-label={label}
      >
        {icon && <Icon name={icon} />}
        {children}
      </TriggerButton>
      <Popover className="over" UNSTABLE_portalContainer={container()}>
        <MenuList label={label} choices={choices} />
      </Popover>
    </MenuTrigger>
  )
}

/** The items of a menu, wherever it opens. */
export const MenuList = ({
  label,
  choices,
  takesFocus = false,
}: {
  label?: string
  choices: readonly MenuChoice[]
  /** Set if the menu was not opened by its own button, which would move the focus to it. */
  takesFocus?: boolean
}) => (
  <List
    className="pop pop--menu pop--in-place"
    aria-label={label}
    autoFocus={takesFocus ? 'first' : undefined}
  >
    {choices.map((choice, index) =>
      choice === 'line' ? (
        <Separator key={index} elementType="hr" />
      ) : (
        <MenuItem
          key={choice.id}
          id={choice.id}
          textValue={choice.label}
          isDisabled={choice.isDisabled ?? false}
          onAction={choice.onChoose}
        >
          {choice.icon && <Icon name={choice.icon} />}
          {choice.label}
          {choice.shortcut !== undefined && <kbd aria-hidden="true">{choice.shortcut}</kbd>}
        </MenuItem>
      ),
    )}
  </List>
)
