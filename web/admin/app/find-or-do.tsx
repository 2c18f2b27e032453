import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { useDocumentEvent } from '../parts/document-event.ts'
import { labelOfKeys } from '../parts/keys.ts'
import { createPart } from '../parts/part.ts'
import { useMessages } from '../parts/toasts.tsx'
import { usePart } from '../parts/use-part.ts'
import { useWords } from './words.tsx'

/** The command palette, available in every room: Ctrl+K or ⌘K, or the button. Loaded on first use. */

const palette = createPart(() => import('../rooms/find/palette.tsx'), 'Palette')

const Context = createContext<(() => void) | undefined>(undefined)

export function FindOrDoProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useMemo(() => () => setOpen(true), [])
  const close = useMemo(() => () => setOpen(false), [])
  useDocumentEvent('keydown', (event) => {
    const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
    // In the rich text editor the same keys create a link.
    if (!isAsked || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    open()
  })
  return (
    <Context value={open}>
      {children}
      {isOpen && <LoadedPalette onClose={close} />}
    </Context>
  )
}

/** What is typed until the palette is there. In the room, the letters would decide on submissions or open other pages. */
function useTypedMeanwhile(isLoaded: boolean, onClose: () => void): string {
  const [typed, setTyped] = useState('')
  const type = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    if (event.key.length === 1) setTyped((before) => before + event.key)
  }
  useDocumentEvent('keydown', type, { isOn: !isLoaded, capture: true })
  return typed
}

function LoadedPalette({ onClose }: { onClose: () => void }) {
  const t = useWords()
  const { say } = useMessages()
  const { value: Palette, hasFailed } = usePart(palette)
  const typed = useTypedMeanwhile(Palette !== undefined, onClose)
  useEffect(() => {
    if (!hasFailed) return
    say(t('“Find or do” could not be loaded. Try again once the connection is back, or reload the page.'))
    onClose()
  }, [hasFailed, say, t, onClose])
  return Palette && <Palette typed={typed} onClose={onClose} />
}

/** Opens the palette for users who do not know the shortcut. */
export function FindOrDoButton({ className }: { className?: string }) {
  const t = useWords()
  const open = useContext(Context)
  if (open === undefined) return null
  return (
    <Button icon="search" aria-keyshortcuts="Control+K" onPress={open} className={className}>
      <span className="head__words">{t('Find or do')}</span>{' '}
      <kbd aria-hidden="true">{labelOfKeys(t, 'Ctrl K')}</kbd>
    </Button>
  )
}
