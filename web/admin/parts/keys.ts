import { useState } from 'react'
import type { Text, Words } from '../locales/index.ts'
import { useDocumentEvent } from './document-event.ts'

/** Single-key shortcuts. They work only outside fields and can be switched off (WCAG 2.2, 2.1.4). */

const switchKey = 'calends.keys'

const areLettersOn = (): boolean => localStorage.getItem(switchKey) !== 'off'

/** Fields accept letters; dialogs, menus and list boxes have their own keys. */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]'

/** Letters that only move the focus, so that they act again while they are held, as arrow keys do. */
const moving = ['j', 'k']

/**
 * Whether a key pressed without modifiers is a shortcut in this place. A letter that is held acts once, because the next
 * thing it would act on is to be looked at first.
 */
function isSingle({ key, ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  if (target instanceof Element && target.closest(elsewhere) !== null) return false
  return key.length > 1 || (areLettersOn() && (!repeat || moving.includes(key.toLowerCase())))
}

/** Whether the key is a single letter or sign that is a shortcut in this place. */
export const isShortcut = (event: KeyboardEvent): boolean => event.key.length === 1 && isSingle(event)

type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Handlers by `KeyboardEvent.key`; letters also work with Shift. */
export const useKeys = (handlers: KeyHandlers): void =>
  useDocumentEvent('keydown', (event) => {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (event.defaultPrevented || !isSingle(event) || !Object.hasOwn(handlers, name)) return
    handlers[name]!(event)
  })

/** Actions of single letters in the whole window, by `key`. */
export const useLetters = (actions: Readonly<Record<string, () => void>>): void =>
  useKeys(
    Object.fromEntries(
      Object.entries(actions).map(([key, act]) => [
        key,
        (event: KeyboardEvent) => {
          event.preventDefault()
          act()
        },
      ]),
    ),
  )

/** Whether single-key shortcuts are on in this browser, and a setter. */
export function useKeySwitch(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(areLettersOn)
  const set = (next: boolean) => {
    localStorage.setItem(switchKey, next ? 'on' : 'off')
    setOn(next)
  }
  return [isOn, set]
}

const keyNames: readonly Text[] = ['Ctrl', 'Enter', 'Esc', 'Del']
const namedKeys = new RegExp(`\\b(?:${keyNames.join('|')})\\b`, 'g')

/** Keys such as `Ctrl K`, as keyboards for the language of the administration have them. */
export const labelOfKeys = (t: Words, keys: string): string =>
  keys.replace(namedKeys, (key) => t(key as Text))
