import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useWords } from '../app/words.tsx'
import { Button } from './button.tsx'
import { useDocumentEvent } from './document-event.ts'

/** Messages about completed actions, in one sentence, with undo. Errors are displayed where they occur instead. */

interface Toast {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | undefined
}

interface Messages {
  /** Shows what was done; `undo` reverts it, also with Ctrl+Z while the message is displayed. */
  say(text: string, undo?: () => void): void
}

const Context = createContext<Messages | undefined>(undefined)

export function useMessages(): Messages {
  const messages = useContext(Context)
  if (messages === undefined) throw new Error('There is no MessagesProvider.')
  return messages
}

const shownMs = 10_000

export function MessagesProvider({ children }: { children: ReactNode }) {
  const t = useWords()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const last = useRef(0)
  const remove = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const messages = useMemo<Messages>(
    () => ({
      say(text, undo) {
        last.current += 1
        const toast = { id: last.current, text, undo }
        setToasts((all) => [...all.slice(-2), toast])
      },
    }),
    [],
  )
  const newest = toasts.findLast(({ undo }) => undo !== undefined)
  useDocumentEvent('keydown', (event) => {
    const isField =
      (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]') !== null
    const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey)
    if (newest === undefined || isField || !isUndo) return
    event.preventDefault()
    remove(newest.id)
    newest.undo!()
  })
  return (
    <Context value={messages}>
      {children}
      <div
        className="toasts"
        role="status"
        // Otherwise those that are still displayed would be read again with each new one.
        aria-atomic="false"
        aria-live="polite"
        aria-label={t('Messages')}
        id="messages"
      >
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} remove={() => remove(toast.id)} />
        ))}
      </div>
    </Context>
  )
}

/** Returns the focus to where it was before the message, or else to the room, because the button disappears. */
function focusAgain(from: EventTarget | null): void {
  const before = from instanceof HTMLElement && from.isConnected ? from : document.getElementById('main')
  before?.focus()
}

/** Stays while it is hovered or contains the focus. */
function ToastView({ toast: { text, undo }, remove }: { toast: Toast; remove: () => void }) {
  const t = useWords()
  const [isHeld, setHeld] = useState(false)
  const cameFrom = useRef<EventTarget>(null)
  const leave = () => {
    focusAgain(cameFrom.current)
    remove()
  }
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(remove, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, remove])
  return (
    <div
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        cameFrom.current ??= relatedTarget
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && leave()}
    >
      <span>{text}</span>
      {undo && (
        <Button
          size="small"
          aria-keyshortcuts="Control+Z"
          onPress={() => {
            leave()
            undo()
          }}
        >
          {t('Undo')}
        </Button>
      )}
    </div>
  )
}
