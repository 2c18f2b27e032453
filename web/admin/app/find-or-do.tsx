import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { Button } from '../parts/button.tsx'
import { useWords } from './words.tsx'

/** The command palette, available in every room: Ctrl+K or ⌘K, or the button. Loaded on first use. */

const Palette = lazy(async () => ({ default: (await import('../rooms/find/palette.tsx')).Palette }))

const Context = createContext<(() => void) | undefined>(undefined)

export function FindOrDoProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useMemo(() => () => setOpen(true), [])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      // In the rich text editor the same keys create a link.
      if (!isAsked || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
  return (
    <Context value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Context>
  )
}

/** Opens the palette for users who do not know the shortcut. */
export function FindOrDoButton({ className }: { className?: string }) {
  const t = useWords()
  const open = useContext(Context)
  if (open === undefined) return null
  return (
    <Button icon="search" aria-keyshortcuts="Control+K" onPress={open} {...(className && { className })}>
      <span className="head__words">{t('Find or do')}</span> <kbd aria-hidden="true">Ctrl K</kbd>
    </Button>
  )
}
