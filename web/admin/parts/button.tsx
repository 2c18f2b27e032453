import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

/** A button that says what it does. One primary on a page, in a dialog, in a popover. */

interface Look {
  readonly kind?: 'primary' | 'quiet' | 'danger' | undefined
  readonly size?: 'small' | 'big' | undefined
  readonly icon?: IconName
  /** For a button of an icon alone: its name. */
  readonly label?: string
  readonly className?: string | undefined
  readonly children?: ReactNode
}

const classOf = ({ kind, size, label, className }: Look) =>
  [
    'button',
    kind && `button--${kind}`,
    size && `button--${size}`,
    label !== undefined && 'button--icon',
    className,
  ]
    .filter(Boolean)
    .join(' ')

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled' | 'className' | 'children'>

interface ButtonProps extends Look, Native {
  readonly onPress?: () => void
  /** Busy ones keep the focus, and do nothing. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
}

export function Button({
  kind,
  size,
  icon,
  label,
  className,
  children,
  onPress,
  isBusy = false,
  isDisabled = false,
  type = 'button',
  ...native
}: ButtonProps) {
  const isOff = isBusy || isDisabled
  return (
    <button
      {...native}
      type={type}
      className={classOf({ kind, size, className, ...(label === undefined ? {} : { label }) })}
      aria-label={label ?? native['aria-label']}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      title={label}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onPress?.()
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button, for what has an address. */
export function LinkButton({
  to,
  state,
  onPress,
  icon,
  children,
  ...look
}: Look & { to: string; state?: unknown; onPress?: () => void }) {
  return (
    <Link
      to={to}
      state={state}
      onClick={onPress}
      className={classOf(look)}
      aria-label={look.label}
      title={look.label}
    >
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
