import { useEffect, useRef } from 'react'

/** Single letters as shortcuts. They count outside fields only, and whoever speaks to the computer switches them off. */

const choiceKey = 'calends.keys'

export const areLettersOn = (): boolean => localStorage.getItem(choiceKey) !== 'off'

export const setLettersOn = (isOn: boolean): void => localStorage.setItem(choiceKey, isOn ? 'on' : 'off')

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null

/** Whether it is a letter or sign alone, where it may mean something. */
export const isShortcut = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTyping(target) && areLettersOn()

/** What letters do in the whole window, by `key`. */
export function useLetters(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (event.defaultPrevented || !isShortcut(event) || !Object.hasOwn(latest.current, key)) return
      event.preventDefault()
      latest.current[key]!()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
