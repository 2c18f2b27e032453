import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef } from 'react'
import { pluginsOf } from './commands.ts'
import { isShowable, readHtml, writeHtml } from './document.ts'
import { cleanPasted } from './pasted.ts'

interface RichPaneProps {
  readonly id: string
  readonly label: string
  readonly language: string
  readonly value: string
  /** The ID of the sentence that says what is wrong. */
  readonly errorId: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (html: string) => void
  readonly onFocus: (view: EditorView) => void
  readonly onFirst: (view: EditorView) => void
  /** Called when the text contains HTML that the editor does not support. */
  readonly onStrange: () => void
  readonly askForLink: () => void
}

const stateOf = (html: string, askForLink: () => void) =>
  EditorState.create({ doc: readHtml(html), plugins: pluginsOf(askForLink) })

const attributesOf = ({ id, label, language }: RichPaneProps) => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  lang: language,
})

/** Edits a text in one language. Its own output is not read back unless someone else changed the text. */
export function RichPane(props: RichPaneProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef(props)
  const given = useRef(props.value)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    const { value } = latest.current
    const made: EditorView = new EditorView(place.current, {
      state: stateOf(value, () => latest.current.askForLink()),
      editable: () => !latest.current.isReadOnly,
      transformPastedHTML: cleanPasted,
      attributes: attributesOf(latest.current),
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction))
        if (made.hasFocus()) latest.current.onFocus(made)
        if (!transaction.docChanged) return
        given.current = writeHtml(made.state.doc)
        latest.current.onChange(given.current)
      },
      handleDOMEvents: { focus: () => latest.current.onFocus(made) },
    })
    view.current = made
    latest.current.onFirst(made)
    return () => made.destroy()
  }, [])
  const { id, value, errorId } = props
  // It names the original, which another language may become.
  useEffect(() => view.current!.setProps({ attributes: attributesOf(latest.current) }), [id])
  useEffect(() => {
    if (value === given.current) return
    given.current = value
    if (isShowable(value)) view.current!.updateState(stateOf(value, () => latest.current.askForLink()))
    else latest.current.onStrange()
  }, [value])
  useEffect(() => {
    const { dom } = view.current!
    if (errorId === undefined) return
    dom.setAttribute('aria-invalid', 'true')
    dom.setAttribute('aria-describedby', errorId)
    return () => ['aria-invalid', 'aria-describedby'].forEach((name) => dom.removeAttribute(name))
  }, [errorId])
  return <div ref={place} />
}
