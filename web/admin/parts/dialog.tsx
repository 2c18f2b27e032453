import { createContext, useContext, useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'

/** Menus and lists of choices must be within the dialog, because everything outside it is inert. */
const Container = createContext<RefObject<HTMLElement | null> | undefined>(undefined)

/** Where what opens over the page is put. */
export function useOverlayContainer(): () => Element {
  const container = useContext(Container)
  return () => container?.current ?? document.body
}

/**
 * A modal dialog by the browser's own element: the focus stays in it, goes to its first field, and returns afterwards
 * (ARIA Authoring Practices, Dialog). It stands at the end of the page, because a form of its own cannot be submitted
 * within the form from which it was opened.
 */
export function Dialog({
  title,
  children,
  onClose,
  isDismissable = true,
  size,
}: {
  title: ReactNode
  children: ReactNode
  onClose?: () => void
  /** Whether Escape closes it. */
  isDismissable?: boolean
  size?: 'wide' | 'palette'
}) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current!
    const before = document.activeElement
    dialog.showModal()
    // A button that closes the dialog comes first in some, and is not what somebody came for.
    const first = dialog.querySelector<HTMLElement>('input, select, textarea, .button--primary, [data-first]')
    first?.focus()
    // What is typed replaces what stands there, as it does after Tab.
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
      // What must be answered can be asked while a popover is open, which makes the rest of the page inert.
      data-react-aria-top-layer={isDismissable ? undefined : true}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (isDismissable) onClose?.()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      <Container value={ref}>{children}</Container>
    </dialog>,
    document.body,
  )
}
