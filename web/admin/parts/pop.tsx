import type { ReactNode } from 'react'
import { Button as TriggerButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useOverlayContainer } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A button that opens a small panel next to it; Escape and a click outside close it. */
export function Pop({
  label,
  icon,
  className = '',
  isAtEnd = false,
  isDisabled = false,
  children,
}: {
  label: string
  icon: IconName
  /** Class of the button. */
  className?: string
  /** Whether the button is at the end of its line, so that the panel opens towards the start. */
  isAtEnd?: boolean
  isDisabled?: boolean
  /** The content, or a function that takes a callback to close the panel. */
  children: ReactNode | ((close: () => void) => ReactNode)
}) {
  const container = useOverlayContainer()
  return (
    <DialogTrigger>
      <TriggerButton className={`button button--small ${className}`} isDisabled={isDisabled}>
        <Icon name={icon} />
        {label}
      </TriggerButton>
      <Popover
        className="over"
        placement={isAtEnd ? 'bottom end' : 'bottom start'}
        UNSTABLE_portalContainer={container()}
      >
        <Dialog className="pop pop--beside" aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
