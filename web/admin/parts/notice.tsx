import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'danger' | 'warn' | 'ok' | 'plain'

const icons: Readonly<Record<Tone, IconName>> = {
  danger: 'warning',
  warn: 'warning',
  ok: 'check',
  plain: 'info',
}

/** A message at the top of what it concerns. Only failures interrupt a screen reader. */
export const Notice = ({
  tone = 'plain',
  isPolite = tone !== 'danger',
  isRead = true,
  title,
  icon,
  children,
  actions,
  ref,
}: {
  tone?: Tone
  /** Whether it waits until a screen reader has finished, as by default all but failures do. */
  isPolite?: boolean
  /** Whether a screen reader reads it when it changes. */
  isRead?: boolean
  title: ReactNode
  icon?: IconName
  children?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLDivElement>
}) => (
  <div
    className={tone === 'plain' ? 'notice' : `notice notice--${tone}`}
    role={isRead ? (isPolite ? 'status' : 'alert') : 'group'}
    tabIndex={-1}
    ref={ref}
  >
    <Icon name={icon ?? icons[tone]} />
    <div>
      <p>
        <strong>{title}</strong> {typeof children === 'string' ? children : null}
      </p>
      {typeof children === 'string' ? null : children}
      {actions != null && <div className="row">{actions}</div>}
    </div>
  </div>
)
