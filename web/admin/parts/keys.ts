import { useEffect, useRef, useState } from 'react'

/** Single keys. They work only outside fields, and can be switched off (WCAG 2.2, 2.1.4). */

const switchKey = 'calends.keys'

const areOff = () => localStorage.getItem(switchKey) === 'off'

/** Fields take letters; dialogs, menus and lists of choices have keys of their own. */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

export type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** `handlers` are named as `KeyboardEvent.key` names keys; letters also work with Shift. */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return
      const isLetter = event.key.length === 1
      if (isLetter && areOff()) return
      latest.current[isLetter ? event.key.toLowerCase() : event.key]?.(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether single keys work in this browser, and how to switch them. */
export function useKeySwitch(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => !areOff())
  const set = (next: boolean) => {
    localStorage.setItem(switchKey, next ? 'on' : 'off')
    setOn(next)
  }
  return [isOn, set]
}
