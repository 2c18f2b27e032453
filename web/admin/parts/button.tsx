import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../app/words.tsx'
import { Icon, type IconName } from './icon.tsx'

/** A button labelled with its action; at most one primary button per page, dialog or popover. */

interface Look {
  readonly kind?: 'primary' | 'quiet' | 'danger' | undefined
  readonly size?: 'small' | 'big' | undefined
  readonly icon?: IconName
  /** Accessible name of an icon-only button. */
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
  /** A busy button keeps the focus and ignores clicks. */
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
      className={classOf({ kind, size, className, label })}
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

/** The end of a dialog or a form: what is done, by submitting unless it says otherwise, and the way out. */
export function ActOrCancel({
  onCancel,
  onPress,
  ...act
}: ComponentProps<typeof Button> & { onCancel: () => void }) {
  const t = useWords()
  return (
    <div className="row">
      <Button kind="primary" {...(onPress === undefined ? { type: 'submit' } : { onPress })} {...act} />
      <Button onPress={onCancel}>{t('Cancel')}</Button>
    </div>
  )
}

/** A link styled as a button, for actions that have a URL. */
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
