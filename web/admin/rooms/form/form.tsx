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
import type { Editor } from './editor.ts'
import type { EditorState, Sending } from './editor-state.ts'
import type { FormField } from './schema.ts'
import { keyIn } from './values.ts'

/** Context shared by the fields of a form. */
export interface FormParts {
  readonly kind: Kind
  readonly fields: readonly FormField[]
  readonly editor: Editor
  /** The languages displayed, the original first. */
  readonly languages: readonly string[]
  readonly save: (sending?: Sending) => Promise<boolean>
  /** Whether the user may look at the resource, but not change it. */
  readonly isReadOnly?: boolean
  /** Whether an image is being uploaded, which the resource would be saved without. */
  readonly isUploading?: boolean
  readonly setUploading?: (isUploading: boolean) => void
  /** Open sub-forms, which saving would ignore: each takes the focus and shows a message. */
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

/** The content of a sub-form, stored like the fields; undefined while it is closed. */
export function useSubForm<T>(box: string): readonly [T | undefined, (value: T | undefined) => void] {
  const { editor } = useForm()
  const { begun } = useFormState()
  return [begun[box] as T | undefined, (value) => editor.begin(box, value)]
}

/** Whether saving was blocked by the open sub-form, which then gets the focus. */
export function useSaveBlocked(isBegun: boolean, box: RefObject<HTMLElement | null>): boolean {
  const { begun } = useForm()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isBegun || begun === undefined) return
    const hold = () => {
      setHeld(true)
      const control = ['input:not([hidden])', 'button'].map((one) =>
        box.current?.querySelector<HTMLElement>(one),
      )
      control.find((one) => one != null)?.focus()
    }
    begun.add(hold)
    return () => {
      begun.delete(hold)
      setHeld(false)
    }
  }, [isBegun, begun, box])
  return isHeld
}

/** Says that an image is being uploaded; whether saving was blocked by that. */
export function useUploading(isUploading: boolean, box: RefObject<HTMLElement | null>): boolean {
  const { setUploading } = useForm()
  useEffect(() => {
    setUploading?.(isUploading)
    return () => setUploading?.(false)
  }, [isUploading, setUploading])
  return useSaveBlocked(isUploading, box)
}

export interface Entry<T> {
  readonly value: T
  readonly set: (value: T) => void
  readonly error: string | undefined
  /** ID of the control, for links from the error summary. */
  readonly id: string
}

export const idOf = (key: string): string => `field-${key}`

/** ID of the sentence that says what is wrong with a field. */
export const errorIdOf = (name: string): string => `${idOf(name)}-error`

/** One value of the form; `language` selects a translation. */
export function useEntry<T>(name: string, language?: string): Entry<T> {
  const { editor } = useForm()
  const { values, errors, original } = useFormState()
  const key = keyIn(name, language, original)
  return {
    value: values[key] as T,
    set: (value) => editor.set({ [key]: value }),
    error: errors[key],
    id: idOf(key),
  }
}

/** What is wrong with a field in the languages that are shown; empty if nothing is. */
export function useErrors(name: string): string {
  const { languages } = useForm()
  const { errors, original } = useFormState()
  return languages.flatMap((language) => errors[keyIn(name, language, original)] ?? []).join(' ')
}

export function useText(name: string, language?: string): Entry<string> {
  const entry = useEntry<string | number | undefined>(name, language)
  return { ...entry, value: String(entry.value ?? '') }
}
