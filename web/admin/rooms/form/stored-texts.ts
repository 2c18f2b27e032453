import { useEffect, type FocusEvent } from 'react'
import type { Editor } from './editor.ts'
import { idOf, useEditorState } from './form.tsx'

/**
 * Shows texts as the service has stored them, such as without markup, but only once nobody is typing there: the one that has
 * the focus when it is saved follows when it is left.
 */
export function useStoredTexts(editor: Editor): (event: FocusEvent) => void {
  const { savedAt } = useEditorState(editor)
  useEffect(() => {
    if (savedAt === undefined) return
    editor.showStored((key) => {
      const control = document.getElementById(idOf(key))
      return isTextControl(control) && control !== document.activeElement
    })
  }, [editor, savedAt])
  return ({ target }) => {
    if (isTextControl(target)) editor.showStored((key) => idOf(key) === target.id)
  }
}

const isTextControl = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
