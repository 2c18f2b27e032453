import { createContext, useContext, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'

/** Menus and list boxes must be rendered inside the dialog, because everything outside it is inert. */
const Container = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** The element that overlays are rendered into. */
export function useOverlayContainer(): () => Element {
  const container = useContext(Container)
  return () => container?.current ?? document.body
}

/**
 * A modal dialog based on the native element: traps the focus, moves it to the first field, and restores it when closed
 * (ARIA Authoring Practices, Dialog). Rendered at the end of the page, because a form inside it could not be submitted
 * if nested in the form that opened it.
 */
export function Dialog({
  title,
  message,
  children,
  onClose,
  isDismissable = true,
  size,
}: {
  title: ReactNode
  /** What the title asks or tells at greater length; screen readers read it when the dialog opens. */
  message?: ReactNode
  children: ReactNode
  onClose?: () => void
  /** Whether Escape closes it. */
  isDismissable?: boolean
  size?: 'wide' | 'palette'
}) {
  const id = useId()
  const messageId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    dialog.showModal()
    // Skips the close button, which comes first in some dialogs.
    // Whoever signs in again need not type the name.
    const first =
      dialog.querySelector<HTMLElement>('input[autocomplete=current-password]') ??
      dialog.querySelector<HTMLElement>('input, select, textarea, .button--primary, [data-first]')
    first?.focus()
    // Selects the text, so that typing replaces it, as after Tab.
    if (first instanceof HTMLInputElement) first.select()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return createPortal(
    <dialog
      ref={ref}
      className={size && `dialog--${size}`}
      // A required dialog may open while a popover is open, which makes the rest of the page inert.
      data-react-aria-top-layer={isDismissable ? undefined : true}
      aria-labelledby={id}
      aria-describedby={message === undefined ? undefined : messageId}
      onCancel={(event) => {
        event.preventDefault()
        if (isDismissable) onClose?.()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      {message !== undefined && <p id={messageId}>{message}</p>}
      <Container value={ref}>{children}</Container>
    </dialog>,
    document.body,
  )
}
