import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Kind } from '../../service/types.ts'
import type { Editor, Sending } from './editor.ts'
import type { EditorState } from './editor-state.ts'
import type { FormField } from './schema.ts'
import { keyOf } from './values.ts'

/** What the fields of one form share. */
export interface FormParts {
  readonly kind: Kind
  readonly fields: readonly FormField[]
  readonly editor: Editor
  /** In which languages texts are shown, the original first. */
  readonly languages: readonly string[]
  readonly save: (sending?: Sending) => Promise<boolean>
  /** Boxes that are open in the form, and would be left out if it was saved: each takes the focus, and says so. */
  readonly begun?: Set<() => void>
}

const Context = createContext<FormParts | undefined>(undefined)

export const FormProvider = ({ parts, children }: { parts: FormParts; children: ReactNode }) => (
  <Context value={parts}>{children}</Context>
)

export function useForm(): FormParts {
  const parts = useContext(Context)
  if (parts === undefined) throw new Error('There is no FormProvider.')
  return parts
}

export const useEditorState = (editor: Editor): EditorState =>
  useSyncExternalStore(editor.subscribe, editor.state)

export const useFormState = (): EditorState => useEditorState(useForm().editor)

/** What is typed in a box beside the fields, which is kept as they are; undefined while it is closed. */
export function useBegun<T>(box: string): readonly [T | undefined, (value: T | undefined) => void] {
  const { editor } = useForm()
  const { begun } = useFormState()
  return [begun[box] as T | undefined, (value) => editor.begin(box, value)]
}

/** Whether the form was to be saved while something is begun in this box; then the box has the focus. */
export function useHold(isBegun: boolean, box: RefObject<HTMLElement | null>): boolean {
  const { begun } = useForm()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isBegun || begun === undefined) return
    const hold = () => {
      setHeld(true)
      box.current?.querySelector('input')?.focus()
    }
    begun.add(hold)
    return () => {
      begun.delete(hold)
      setHeld(false)
    }
  }, [isBegun, begun, box])
  return isHeld
}

export interface Entry<T> {
  readonly value: T
  readonly set: (value: T) => void
  readonly error: string | undefined
  /** Of the control, so that summaries lead there. */
  readonly id: string
}

export const idOf = (key: string): string => `field-${key}`

/** One value of the form, `language` being that of a translation. */
export function useEntry<T>(name: string, language?: string): Entry<T> {
  const { editor } = useForm()
  const { values, errors, original } = useFormState()
  const key = keyOf(name, language === original ? undefined : language)
  return {
    value: values[key] as T,
    set: (value) => editor.set({ [key]: value }),
    error: errors[key],
    id: idOf(key),
  }
}

export function useText(name: string, language?: string): Entry<string> {
  const entry = useEntry<string | number | undefined>(name, language)
  return { ...entry, value: String(entry.value ?? '') }
}
