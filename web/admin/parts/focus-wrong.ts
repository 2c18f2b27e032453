import { useCallback, useEffect, useRef, useState } from 'react'

/** Finds its way to the first wrong field of a form. */
export interface FocusWrong {
  /** The ref of the form. */
  readonly form: (element: HTMLElement | null) => void
  /** Call it with the change of state that shows what is wrong. */
  readonly focusWrong: () => void
}

const invalid = '[aria-invalid=true]'

const control = 'input:not([type=hidden], [hidden]), textarea, select, button, [tabindex="0"]'

/** Of several controls with a common error, which is that of their group, none may be invalid by itself. */
function firstWrong(form: HTMLElement): HTMLElement | null {
  const wrong = form.querySelector<HTMLElement>(`${invalid}, fieldset[data-wrong]`)
  if (wrong?.matches(invalid) ?? true) return wrong
  return wrong!.querySelector<HTMLElement>(invalid) ?? wrong!.querySelector<HTMLElement>(control)
}

/** Moves the focus to the first wrong field after a form was sent, because a sentence that only appears is not heard. */
export function useFocusWrong(): FocusWrong {
  const element = useRef<HTMLElement>(null)
  const [tries, setTries] = useState(0)
  const form = useCallback((next: HTMLElement | null) => {
    element.current = next
  }, [])
  useEffect(() => {
    if (tries > 0 && element.current !== null) firstWrong(element.current)?.focus()
  }, [tries])
  return { form, focusWrong: () => setTries((count) => count + 1) }
}
